/** A front end or client library with helpers that kubesem can replace. */
export interface Tool {
  /** Name of the project, with its article. */
  readonly name: string;
  /** Version whose answers are recorded. */
  readonly version: string;
  /** Repository on GitHub, as `owner/name`. */
  readonly repository: string;
  /** Tag or commit of the version. */
  readonly ref: string;
  /** SPDX identifier of its license. */
  readonly license: string;
  /** Its language, if it is not TypeScript or JavaScript: then, the replacement only shows how to do the same job. */
  readonly language?: string;
  /** npm package that contains the helpers, if there is one. */
  readonly npm?: NpmPackage;
  /** Helpers that kubesem replaces. */
  readonly helpers: readonly Helper[];
}

/** A published package of a tool. */
export interface NpmPackage {
  /** Name of the package. */
  readonly name: string;
  /** File that exports the helpers. */
  readonly file: string;
  /** Packages that the helpers use, with their versions. */
  readonly uses?: readonly string[];
}

/** One or more functions of a tool that do one job, and the code that replaces them. */
export interface Helper {
  /** The job, as a heading. */
  readonly title: string;
  /** File in the repository. */
  readonly file: string;
  /** Lines in the file, as in a link to GitHub. */
  readonly lines: string;
  /** Number of lines of code, without comments and empty lines. */
  readonly size: number;
  /** Name of the file in `replacements/`, without its ending. */
  readonly replacement: string;
  /** Exports of that file. */
  readonly exports: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** Whether the npm package of the tool lacks the helper. */
  readonly isUnpublished?: true;
  /** Export to call, if it is not named like the function of the tool. */
  readonly calls?: string;
  /** Answers that change. */
  readonly changed: readonly ChangedAnswer[];
  /** Answers that stay the same. */
  readonly kept: readonly Answer[];
  /** How many tests that the tool has for these functions pass with the replacement. */
  readonly ownTests?: OwnTests;
  /** What else to know before replacing it, as Markdown. */
  readonly notes?: readonly string[];
}

/** A run of the tests of a tool on a replacement. */
export interface OwnTests {
  /** Number of tests. */
  readonly total: number;
  /** How many of them pass. */
  readonly passed: number;
  /** What the others expect, as Markdown: a sentence that starts with "The others". */
  readonly others?: string;
}

/** A call, and what it returns or throws. */
export interface Answer {
  /** Name of the function of the tool. */
  readonly function: string;
  /** Its arguments. */
  readonly args: readonly unknown[];
  /** The call in words, as Markdown, for arguments that are too long to show. */
  readonly words?: string;
  /** What the replacement returns. */
  readonly kubesem: unknown;
}

/** A call with another answer than before. */
export interface ChangedAnswer extends Answer {
  /** What the tool returns, or a {@link Thrown}. */
  readonly tool: unknown;
  /** Why Kubernetes answers otherwise, as Markdown. */
  readonly why: string;
  /** Issue or pull request, as `owner/name#number`. */
  readonly issue?: string;
}

/** An error that a tool throws. */
export class Thrown {
  /**
   * Records an error.
   *
   * @param error - name of its class
   */
  constructor(readonly error: string) {}
}

/**
 * Calls a function, and returns its result or the error that it throws.
 *
 * @param action - the call
 * @returns the result, or a {@link Thrown}
 */
export function outcome(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return new Thrown((error as Error).name);
  }
}

/**
 * Asks the replacement of a helper.
 *
 * @param helper - the helper
 * @param answer - the call
 * @returns what the replacement returns, or a {@link Thrown}
 */
export function ask(helper: Helper, answer: Answer): unknown {
  const replacement = helper.exports[helper.calls ?? answer.function];
  return outcome(() => replacement?.(...(answer.args as never[])));
}
