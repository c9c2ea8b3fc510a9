import type { Command } from 'commander';
import type { ClusterFlags } from './io/cluster/connect.js';
import type { Resource } from './io/cluster/resources.js';
import type { Input } from './io/objects.js';
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

/** The flags that name what a command reads. */
export interface InputFlags extends ClusterFlags {
  /** Files. */
  readonly filename?: readonly string[] | undefined;
  /** Of objects without one. */
  readonly namespace?: string | undefined;
}

/**
 * Combines the arguments and the flags that name an input.
 *
 * @param paths - the arguments
 * @param flags - further files, and the cluster
 * @param resources - what to read from the cluster
 * @param listed - the only namespace to list of the cluster; undefined for all
 * @returns the input
 */
export function inputOf(
  paths: readonly string[],
  { filename = [], namespace, context, kubeconfig }: InputFlags,
  resources: readonly Resource[],
  listed?: string,
): Input {
  const isCluster = context !== undefined || kubeconfig !== undefined;
  const cluster = isCluster ? { context, kubeconfig, resources, namespace: listed } : undefined;
  return { paths: [...paths, ...filename], namespace, cluster };
}

/** Whether an input names nothing, so that standard input is read. */
export function isStdin({ paths, cluster }: Input): boolean {
  return paths.length === 0 && cluster === undefined;
}

/** Rejects a command that would wait for somebody to type manifests, or read standard input twice. */
export function requireInput(input: Input, command: Command, { stdin }: Terminal): void {
  if (isStdin(input) && stdin.isTTY) {
    const message =
      'no input; pass files, folders or --context, or pipe manifests to standard input';
    usageError(command, message);
  }
  requireOneStdin(input.paths, command);
}

/** Rejects a command without files and without a cluster. */
export function requireNamedInput(input: Input, command: Command): void {
  if (isStdin(input)) {
    usageError(command, 'no input; pass files with -f, or --context');
  }
}

/** Rejects a command that would read standard input more than once. */
export function requireOneStdin(paths: readonly (string | undefined)[], command: Command): void {
  if (paths.filter((path) => path === '-').length > 1) {
    usageError(command, 'standard input can be read only once; use - only once');
  }
}
