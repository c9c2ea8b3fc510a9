import { type NetworkCluster, type ServiceReport, serviceReports } from '@kubesem/inspect';
import type { Command } from 'commander';
import { type InputFlags, selectingInputOf } from '../../context.js';
import { SERVICE_RESOURCES } from '../../io/cluster/resources.js';
import { isWanted, type NamedObject, type Wanted } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { filenameOption, nameParser, onlyNamespaceOption, withContext } from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
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
    .addOption(onlyNamespaceOption('Services'));
}

/** The input of a command about Services; `only` is the only namespace to list of a cluster. */
export function serviceInput(flags: InputFlags, only: string | undefined): Input {
  return selectingInputOf([], flags, SERVICE_RESOURCES, only);
}

/** The Services that are meant, and their cluster. */
export interface ReadServices {
  readonly cluster: NetworkCluster;
  readonly services: readonly ServiceReport[];
  /** Whether everything could be read, and all that is meant was found. */
  readonly isComplete: boolean;
}

/**
 * Reads the objects of a cluster, and writes what is wrong with them to standard error.
 *
 * @param input - files, maybe a cluster
 * @param wanted - which Services
 * @param terminal - where to read from and to write to
 */
export async function readServices(
  input: Input,
  wanted: Wanted,
  terminal: Terminal,
): Promise<ReadServices> {
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  const { services: all, problems } = serviceReports(cluster);
  const services = all.filter((each) => isWanted(each, wanted));
  const unread = problems.filter(({ file }) => file !== '');
  writeProblems(unread, terminal);
  const isFound = services.length > 0;
  if (!isFound && !isBroken) {
    const what = wanted.name === undefined ? 'Services' : `Service ${wanted.name}`;
    writeErrors([notFound(input, what, wanted, all)], terminal);
  }
  return { cluster, services, isComplete: isFound && !isBroken && !hasErrors(unread) };
}

/** What is missing in the input. */
export function* notesOn({ cluster, services }: ReadServices): Generator<string, void> {
  if (services.length === 0) {
    return;
  }
  if (cluster.pods.length === 0 && cluster.endpointSlices.length === 0) {
    yield 'The input has neither Pods nor EndpointSlices, so no endpoints are known.';
  } else if (cluster.pods.length === 0 && cluster.hasBuiltSlices) {
    yield 'The input has no Pods; endpoints are those of the Endpoints.';
  } else if (cluster.pods.length === 0) {
    yield 'The input has no Pods; endpoints are those of the EndpointSlices.';
  } else if (cluster.nodes.length === 0) {
    yield 'The input has no nodes; those of the Pods are assumed to exist, without zones.';
  }
}
