import pc from 'picocolors';

/** Functions that colour a text, or leave it as it is. */
export type Colors = ReturnType<typeof pc.createColors>;

/** An output for people. */
export interface Output {
  readonly write: (text: string) => void;
  readonly colors: Colors;
  /** Whether somebody watches; else it is a file or a pipe. */
  readonly isTerminal: boolean;
}

/** Where a command reads from and writes to. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean | undefined };
}

/** The terminal that the process was started in. */
export function nodeTerminal({ stdin, stdout, stderr, env }: NodeJS.Process): Terminal {
  return { stdin, stdout: output(stdout, env), stderr: output(stderr, env) };
}

function output(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Output {
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    colors: pc.createColors(wantsColors(isTerminal, env)),
    isTerminal,
  };
}

/** `NO_COLOR` and `FORCE_COLOR` as https://no-color.org and https://force-color.org have them. */
export function wantsColors(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) {
    return false;
  }
  if (env.FORCE_COLOR) {
    return env.FORCE_COLOR !== '0';
  }
  return isTerminal && env.TERM !== 'dumb';
}

// Control characters, those that turn the direction of writing, those that nobody sees, halves of surrogate pairs, and
// every white space but the plain one: they could hide or forge what a terminal shows.
const UNSAFE =
  /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Writes what a terminal would obey, or hide, in the way that JSON escapes it. */
export function visible(text: string): string {
  return escapeUnsafe(text, (char) =>
    Array.from({ length: char.length }, (_, index) => unicodeEscape(char.charCodeAt(index))).join(
      '',
    ),
  );
}

/** Replaces what a terminal would obey, or hide. */
export function escapeUnsafe(text: string, escape: (char: string) => string): string {
  return text.replace(UNSAFE, escape);
}

/** Whether a text holds what a terminal would obey, or hide. */
export function isUnsafe(text: string): boolean {
  return text.search(UNSAFE) >= 0;
}

/** A UTF-16 code unit as JSON escapes it. */
function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

const MAX_CELL = 40;

/** As much of a text as fits into a cell of a table. */
export function shorten(text: string): string {
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}
