import { SERVICE } from '@kubesem/core/kinds';
import { type NetworkCluster, type ServiceReport, serviceReports } from '@kubesem/inspect';
import { clusterIPsOf, serviceChain } from '@kubesem/inspect/internal';
import { serviceRow } from '@kubesem/service';
import * as flags from '../../frame/flags.js';
import { isWanted, type Wanted } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { nameParser } from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { readNetwork } from '../../shared/network.js';

/** Parses `NAME` or `NAMESPACE/NAME`. */
export const parseService = nameParser(SERVICE);

/** The flags that name the objects of a cluster, and the namespace of a Service. */
export const SERVICE_FLAGS = {
  ...flags.CONTEXT,
  filename: flags.filename('Objects of the cluster'),
  namespace: flags.onlyNamespace('Services'),
};

/**
 * Reads the objects of a cluster, and finds Services.
 *
 * @param input - files, maybe a cluster
 * @param wanted - which Services
 * @param terminal - standard input, and standard error for the progress
 */
export async function readServices(input: Input, wanted: Wanted, terminal: Terminal) {
  const { cluster, errors } = await readNetwork(input, terminal);
  const { services: all, problems } = serviceReports(cluster);
  const services = all.filter((each) => isWanted(each, wanted));
  const unread = problems.filter(({ file }) => file !== '');
  const what = wanted.name === undefined ? 'Services' : `Service ${wanted.name}`;
  const missing = services.length === 0 ? notFound(input, what, wanted, all) : undefined;
  return { cluster, services, problems: [...cluster.problems, ...unread], errors, missing };
}

/** What is missing in the input. */
export function* notesOn({
  cluster,
  services,
}: Awaited<ReturnType<typeof readServices>>): Generator<string, void> {
  if (services.length === 0) {
    return;
  }
  if (cluster.pods.length === 0 && cluster.endpointSlices.length === 0) {
    yield 'The input has neither Pods nor EndpointSlices, so no endpoints are known.';
  } else if (cluster.pods.length === 0 && cluster.hasBuiltSlices) {
    yield 'The input has no Pods; the endpoints come from the Endpoints objects.';
  } else if (cluster.pods.length === 0) {
    yield 'The input has no Pods; the endpoints come from the EndpointSlices.';
  } else if (cluster.nodes.length === 0) {
    yield 'The input has no nodes; the nodes of the Pods are assumed to exist, without zones.';
  }
}

/** A Service, as the table shows it. */
export type ServiceModel = ReturnType<typeof serviceModel>;

/** Describes a Service; with `explain`, also its chain. */
export function serviceModel(
  report: ServiceReport,
  cluster: NetworkCluster,
  explain: boolean,
  clusterDomain: string,
) {
  const { namespace, name, ready, total, service, endpoints, problems } = report;
  // The API server sets both.
  const stored = { ...service, spec: { ...service.spec, clusterIPs: clusterIPsOf(service) } };
  const { type, clusterIP, externalIP, ports, selector } = serviceRow(stored, { wide: true });
  return {
    ...{ namespace, name, type, clusterIP, externalIP, ports, selector },
    ...{ source: endpoints.source, ready, total, problems },
    ...(explain && { chain: serviceChain(report, cluster, { clusterDomain }) }),
  };
}
