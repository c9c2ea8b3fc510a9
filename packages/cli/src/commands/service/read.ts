import { objectNamespace } from '@kubesem/core';
import { type Cluster, type ServiceReport, serviceReports } from '@kubesem/inspect';
import { type Command, Option } from 'commander';
import { type InputFlags, inputOf } from '../../context.js';
import { SERVICE_RESOURCES } from '../../io/cluster/resources.js';
import { type Input, inputTitle } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import {
  filenameOption,
  type NamedObject,
  nameParser,
  nonEmpty,
  withContext,
} from '../../options.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import { suggestion } from '../../output/suggestion.js';
import { readClusterFiles } from '../dns/read-cluster.js';

/** Parses `NAME` or `NAMESPACE/NAME`. */
export const parseService: (text: string) => NamedObject = nameParser(
  'Use the name of a Service, such as web or shop/web.',
  /^(?:svc|services?)\//,
);

/** The options that name the objects of a cluster, and the namespace of a Service. */
export function withServiceInput(command: Command): Command {
  return withContext(command)
    .addOption(filenameOption('Objects of the cluster'))
    .addOption(
      new Option('-n, --namespace <NS>', 'Only Services in this namespace').argParser(nonEmpty),
    );
}

/** The input of a command about Services; `namespace` is the only one to list of a cluster. */
export function serviceInput(
  { filename, context, kubeconfig }: InputFlags,
  namespace: string | undefined,
): Input {
  return inputOf([], { filename, context, kubeconfig }, SERVICE_RESOURCES, namespace);
}

/** The Services that are meant, and their cluster. */
export interface ReadServices {
  readonly cluster: Cluster;
  readonly services: readonly ServiceReport[];
  /** Whether everything could be read, and all that is meant was found. */
  readonly isComplete: boolean;
}

/**
 * Reads the objects of a cluster, and writes what is wrong with them to standard error.
 *
 * @param input - files, maybe a cluster
 * @param wanted - the Service; undefined for all
 * @param namespace - only Services of this namespace; undefined for any
 * @param terminal - where to read from and to write to
 */
export async function readServices(
  input: Input,
  wanted: NamedObject | undefined,
  namespace: string | undefined,
  terminal: Terminal,
): Promise<ReadServices> {
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  const { services: all, problems } = serviceReports(cluster);
  const only = wanted?.namespace ?? namespace;
  const services = all.filter(
    (each) =>
      (only === undefined || each.namespace === only) &&
      (wanted === undefined || each.name === wanted.name),
  );
  const unread = problems.filter(({ file }) => file !== '');
  writeProblems(unread, terminal);
  const isFound = services.length > 0;
  if (!isFound && !isBroken) {
    const what = wanted === undefined ? 'no Services' : `no Service ${wanted.name}`;
    const where = only === undefined ? '' : ` in namespace ${only}`;
    const advice = wanted === undefined ? '' : suggestion(wanted.name, only, all);
    writeErrors([`${inputTitle(input)}: ${what}${where} found${advice}`], terminal);
  }
  return { cluster, services, isComplete: isFound && !isBroken && !hasErrors(unread) };
}

/** The name of an object with its namespace. */
export function fullName(
  object: Parameters<typeof objectNamespace>[0] & {
    readonly metadata?: { readonly name?: string | null | undefined } | null | undefined;
  },
): string {
  return `${objectNamespace(object)}/${object.metadata?.name ?? ''}`;
}

/** What is missing in the input. */
export function* notesOn({ cluster, services }: ReadServices): Generator<string, void> {
  if (services.length === 0) {
    return;
  }
  if (cluster.pods.length === 0) {
    yield 'The input has no Pods; endpoints are those of the EndpointSlices.';
  } else if (cluster.nodes.length === 0) {
    yield 'The input has no nodes; those of the Pods are assumed to exist, without zones.';
  }
}
