import { type Service, type ServiceSpec } from '@kubesem/core';
import {
  ABSENT,
  type Cidr,
  cidrNetwork,
  type Fields,
  fields,
  raise,
  THROW,
  wrongType,
} from '@kubesem/core/internal';
import type { Family } from '@kubesem/service';
import {
  type Band,
  FAMILIES,
  nodePortBands,
  parseCidr,
  readService,
  type ServiceFields,
  setServiceDefaults,
} from '@kubesem/service/internal';
import { UniqueProblems } from '../rules/checked.js';
import { storedObject } from '../rules/object-meta.js';

/** What the API server knows about addresses and ports of Services. */
export interface ServiceClusterOptions {
  /** The IP families of the cluster, the default one first; by default those of `clusterIpRanges`. */
  readonly families?: readonly Family[] | null | undefined;
  /** The ranges of cluster IPs, as in `--service-cluster-ip-range`; in a family without one, any cluster IP is accepted. */
  readonly clusterIpRanges?: readonly string[] | null | undefined;
  /** The range of node ports, as in `--service-node-port-range`; `30000-32767` by default. */
  readonly nodePortRange?: string | null | undefined;
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
  options: CompleteServiceOptions | null | undefined,
  fallback: readonly Family[],
): ServiceRequest {
  const old = storedObject(options);
  const problems = new UniqueProblems();
  const checked = fields(service, problems);
  return {
    fields: setServiceDefaults(readService(service)),
    old: old.isPresent ? setServiceDefaults(readService(old.value, ABSENT)) : undefined,
    cluster: readCluster(fields<CompleteServiceOptions>(options, THROW), fallback),
    service: checked,
    spec: checked.at('spec'),
    problems,
  };
}

function readCluster(options: Fields<ServiceClusterOptions>, fallback: readonly Family[]): Cluster {
  const ranges = options.texts('clusterIpRanges').map((text) => cidrNetwork(parseCidr(text)));
  const known = [...new Set(ranges.map(({ address }) => address.family))];
  const families = options.has('families') ? readFamilies(options) : undefined;
  const configured = families ?? (known.length > 0 ? known : fallback);
  const nodePorts = nodePortBands(options.text('nodePortRange'));
  return { families: configured, ranges, nodePorts };
}

function readFamilies(options: Fields<ServiceClusterOptions>): readonly Family[] {
  return options.texts('families').map((text, index) => {
    const family = FAMILIES.find((each) => each === text);
    return family ?? raise(wrongType(text, options.pathOf('families', index), 'IPv4 or IPv6'));
  });
}
