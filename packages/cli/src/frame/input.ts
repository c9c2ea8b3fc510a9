// What the arguments and flags of a command name as its input.
import type { ClusterFlags } from '../io/cluster/connect.js';
import type { Resource } from '../io/cluster/resources.js';
import { type Input, isStdin } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';

/** The command line is wrong, in a way that no flag can tell for itself. */
export class UsageError extends Error {}

/** What a command reads besides the files that its arguments and `-f` name. */
export interface Reads {
  /** From a cluster; without them, only files are read. */
  readonly resources?: readonly Resource[];
  /** The only namespace to list of the cluster; all by default. */
  readonly only?: string | undefined;
  /** The namespace of objects in files without one. */
  readonly namespace?: string | undefined;
  /** Further files of objects. */
  readonly more?: readonly string[];
  /** Other files, of which one can be standard input. */
  readonly files?: readonly (string | undefined)[];
  /** Whether files or a cluster must be named; by default, standard input is read. */
  readonly mustBeNamed?: boolean;
  /** Whether there are no objects if neither is named. */
  readonly isOptional?: boolean;
}

/** The values that name an input, by the keys that they have in every command. */
export interface InputValues extends ClusterFlags {
  readonly paths?: readonly string[];
  readonly filename?: readonly string[];
}

/**
 * Combines the values that name an input.
 *
 * @param values - of arguments and flags
 * @param reads - what else is read
 * @throws UsageError if a flag is about a cluster that is not read
 */
export function inputOf(values: InputValues, reads: Reads): Input {
  const { paths = [], filename = [], context, kubeconfig } = values;
  const { as, asGroups = [], asUid, requestTimeout } = values;
  const { resources, only, namespace } = reads;
  const isCluster = context !== undefined || kubeconfig !== undefined;
  const isConnected = as ?? asGroups[0] ?? asUid ?? requestTimeout;
  if (!isCluster && isConnected !== undefined) {
    throw new UsageError(
      '--as, --as-group, --as-uid and --request-timeout are about a cluster; also pass --context',
    );
  }
  const flags = { context, kubeconfig, as, asGroups, asUid, requestTimeout };
  const cluster = isCluster && resources ? { ...flags, resources, namespace: only } : undefined;
  return { paths: [...paths, ...filename], namespace, cluster };
}

/**
 * Finds the input of a command.
 *
 * @param values - of arguments and flags
 * @param reads - what else is read
 * @param terminal - standard input
 * @throws UsageError if nothing is named and somebody would have to type manifests, or if standard input is read twice
 */
export function commandInput(values: InputValues, reads: Reads, { stdin }: Terminal): Input {
  const { more, files = [], mustBeNamed = false, isOptional = false } = reads;
  const input = inputOf(values, reads);
  const isNamed = !isStdin(input) || isOptional;
  if (!isNamed && mustBeNamed) {
    throw new UsageError('no input; pass files with -f, or --context');
  }
  if (!isNamed && stdin.isTTY) {
    throw new UsageError(
      'no input; pass files, folders or --context, or pipe manifests to standard input',
    );
  }
  const named = isNamed ? input.paths : ['-'];
  if ([...named, ...(more ?? []), ...files].filter((path) => path === '-').length > 1) {
    throw new UsageError('standard input can be read only once; use - only once');
  }
  return more === undefined ? input : { ...input, paths: [...named, ...more] };
}
