import type { Command } from 'commander';
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

/** Ends a command because of its command line. */
export function usageError(command: Command, message: string): void {
  command.error(`error: ${message}`);
}

/** Rejects a command that would wait for somebody to type manifests. */
export function requireInput(
  paths: readonly string[],
  command: Command,
  { stdin }: Terminal,
): void {
  if (paths.length === 0 && stdin.isTTY) {
    usageError(command, 'no input; pass files or folders, or pipe manifests to standard input');
  }
}

/** Rejects a command of which several inputs are standard input. */
export function requireOneStdin(
  inputs: readonly (readonly (string | undefined)[])[],
  command: Command,
): void {
  if (inputs.filter((paths) => paths.includes('-')).length > 1) {
    usageError(command, 'standard input can be read only once; use - for one input only');
  }
}
