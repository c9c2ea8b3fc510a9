import {
  type Cidr,
  cidrNetwork,
  type Fields,
  fields,
  type Service,
  type ServiceSpec,
} from '@kubesem/core';
import type { Family } from '@kubesem/service';
import {
  type Band,
  nodePortBands,
  parseCidr,
  readService,
  type ServiceFields,
  setServiceDefaults,
} from '@kubesem/service/internal';
import { UniqueProblems } from '../rules/checked.js';

/** What the API server knows about addresses and ports of Services. */
export interface ServiceClusterOptions {
  /** The IP families of the cluster, the default one first; by default those of `clusterIpRanges`. */
  readonly families?: readonly Family[] | undefined;
  /** The ranges of cluster IPs, as in `--service-cluster-ip-range`; in a family without one, any cluster IP is accepted. */
  readonly clusterIpRanges?: readonly string[] | undefined;
  /** The range of node ports, as in `--service-node-port-range`; `30000-32767` by default. */
  readonly nodePortRange?: string | undefined;
}

/** Options of requests to create or update a Service. */
export interface CompleteServiceOptions extends ServiceClusterOptions {
  /** The stored Service of the same name, which the Service replaces; absent for a new Service. */
  readonly old?: Service | null | undefined;
}

/** A request to create or update a Service, while the API server completes and checks it. */
export interface ServiceRequest {
  /** What is in the Service, with its defaults; allocation changes it. */
  readonly fields: ServiceFields;
  /** What is in the stored Service; undefined for a new one. */
  readonly old: ServiceFields | undefined;
  readonly cluster: Cluster;
  /** Where problems are: the Service of the request, and its spec. */
  readonly service: Fields<Service>;
  readonly spec: Fields<ServiceSpec>;
  readonly problems: UniqueProblems;
}

/** What the API server knows about the cluster. */
export interface Cluster {
  /** The families, the default first. */
  readonly families: readonly Family[];
  /** The ranges of cluster IPs; empty if they are not known. */
  readonly ranges: readonly Cidr[];
  readonly nodePorts: Band<number>;
}

/**
 * Opens a request: the Services with their defaults, and the cluster.
 *
 * @param service - the Service of the request
 * @param options - the stored Service and the cluster
 * @param fallback - the families of the cluster if the options do not name them
 */
export function openRequest(
  service: Service,
  options: CompleteServiceOptions,
  fallback: readonly Family[],
): ServiceRequest {
  const { old } = options;
  const problems = new UniqueProblems();
  const checked = fields(service, problems);
  return {
    fields: setServiceDefaults(readService(service)),
    old: old ? setServiceDefaults(readService(old)) : undefined,
    cluster: readCluster(options, fallback),
    service: checked,
    spec: checked.at('spec'),
    problems,
  };
}

function readCluster(
  { families, clusterIpRanges = [], nodePortRange = '' }: ServiceClusterOptions,
  fallback: readonly Family[],
): Cluster {
  const ranges = clusterIpRanges.map((text) => cidrNetwork(parseCidr(text)));
  const known = [...new Set(ranges.map(({ address }) => address.family))];
  const configured = families ?? (known.length > 0 ? known : fallback);
  return { families: configured, ranges, nodePorts: nodePortBands(nodePortRange) };
}
