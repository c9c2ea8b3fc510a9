import { kindNamed } from '@kubesem/core/kinds';
import { findWorkloadKind } from '@kubesem/workloads';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { filenameOption, morePathsArgument, nonEmpty, withContext } from '../options.js';

/** Which Pod or workload is meant. */
export interface Target {
  /** As written. */
  readonly text: string;
  /** Undefined for a name of any kind. */
  readonly kind: string | undefined;
  readonly name: string;
}

/** The arguments and options that name a Pod or workload, its containers, and the objects of its cluster. */
export function withTarget(command: Command): Command {
  return withContext(command)
    .argument('<OBJECT>', 'Pod or workload, such as web-0 or deployment/web', parseTarget)
    .addArgument(morePathsArgument())
    .addOption(filenameOption('Objects of the cluster'))
    .addOption(
      new Option(
        '-n, --namespace <NS>',
        'Namespace of the object, and of manifests without one',
      ).argParser(nonEmpty),
    )
    .addOption(new Option('-c, --container <NAME>', 'Only this container').argParser(nonEmpty));
}

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
