import { type Cidr, type Service } from '@kubesem/core';
import { type Band, nodePortBands, parseCidr } from '../bands.js';
import { type Family } from '../families.js';
import { readService, type ServiceFields } from '../fields.js';
import { setServiceDefaults } from '../set-defaults.js';
import { openChecked, type ServiceCursor } from '../validation/problems.js';

/** What the API server knows about addresses and ports of Services. */
export interface ServiceClusterOptions {
  /** The IP families of the cluster, the default one first; by default those of `clusterIpRanges`. */
  readonly families?: readonly Family[] | undefined;
  /** The ranges of cluster IPs, as in `--service-cluster-ip-range`; without them, any cluster IP is accepted. */
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
  /** The Service; completing it changes them. */
  readonly fields: ServiceFields;
  /** The stored Service; undefined for a new one. */
  readonly old: ServiceFields | undefined;
  readonly cluster: Cluster;
  /** Receives the problems. */
  readonly service: ServiceCursor;
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
  return {
    fields: setServiceDefaults(readService(service)),
    old: old ? setServiceDefaults(readService(old)) : undefined,
    cluster: readCluster(options, fallback),
    service: openChecked(service),
  };
}

function readCluster(
  { families, clusterIpRanges = [], nodePortRange = '' }: ServiceClusterOptions,
  fallback: readonly Family[],
): Cluster {
  const ranges = clusterIpRanges.map(parseCidr);
  const known = [...new Set(ranges.map(({ address }) => address.family))];
  const configured = families ?? (known.length > 0 ? known : fallback);
  return { families: configured, ranges, nodePorts: nodePortBands(nodePortRange) };
}

/** What the API server knows about the cluster. */
export interface Cluster {
  /** The families, the default first. */
  readonly families: readonly Family[];
  /** The ranges of cluster IPs; empty if they are not known. */
  readonly ranges: readonly Cidr[];
  readonly nodePorts: Band<number>;
}
