import type { Terminal } from './io/terminal.js';

/** Exit status: everything is fine. */
export const OK = 0;
/** Exit status: the input is wrong, or the answer is no. */
export const FAILED = 1;
/** Exit status: the command line is wrong. */
export const USAGE = 2;

/** What a command is given besides its arguments. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Receives the exit status. */
  readonly finish: (status: number) => void;
}
