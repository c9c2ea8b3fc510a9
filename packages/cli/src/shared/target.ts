import { kindNamed } from '@kubesem/core/kinds';
import { findWorkloadKind } from '@kubesem/workloads';
import { InvalidArgumentError } from 'commander';
import * as flags from '../frame/flags.js';
import { nonEmpty } from '../options.js';

/** Which Pod or workload is meant. */
export interface Target {
  /** As written. */
  readonly text: string;
  /** Undefined for a name of any kind. */
  readonly kind: string | undefined;
  readonly name: string;
}

/** The arguments that name a Pod or workload, and files. */
export const TARGET_ARGUMENTS: {
  readonly target: flags.Positional<Target>;
  readonly paths: flags.Positional<readonly string[]>;
} = {
  target: flags.argument(
    '<OBJECT>',
    'Pod or workload, such as web-0 or deployment/web',
    parseTarget,
  ),
  paths: flags.MORE_PATHS,
};

/** The flags that name its containers, and the objects of its cluster. */
export const TARGET_FLAGS: flags.InputFlags & {
  readonly container: flags.Flag<string | undefined>;
} = {
  ...flags.CONTEXT,
  filename: flags.filename('Objects of the cluster'),
  namespace: flags.value(
    '-n, --namespace <NS>',
    'Namespace of the object, and of manifests without one',
    nonEmpty,
  ),
  container: flags.value('-c, --container <NAME>', 'Only this container', nonEmpty),
};

/** Parses `NAME` or `KIND/NAME`, in which the kind is as in kubectl: `deployment`, `deployments.apps` or `deploy`. */
export function parseTarget(text: string): Target {
  const [first = '', second, ...more] = text.split('/');
  const name = second ?? first;
  const kind = second === undefined ? undefined : workloadNamed(first);
  if (name === '' || more.length > 0 || (second !== undefined && kind === undefined)) {
    throw new InvalidArgumentError('Use a name, such as web-0 or deployment/web.');
  }
  return { text, kind, name };
}

function workloadNamed(text: string): string | undefined {
  const { kind, templateSegments } = kindNamed(text) ?? {};
  return templateSegments && kind;
}

/** Whether an object has the kind that is meant. */
export function isTargetKind(
  target: Target,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): boolean {
  return (
    [undefined, kind].includes(target.kind) && findWorkloadKind(apiVersion, kind) !== undefined
  );
}
