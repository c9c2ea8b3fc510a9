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

// Control characters, and those that turn the direction of writing: they could hide or forge what a terminal shows.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Writes what a terminal would obey, or hide, in the way that JSON escapes it. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
