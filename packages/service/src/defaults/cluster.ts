import { KubesemError } from '@kubesem/core';
import type { Family } from '../addresses/address.js';
import { type Cidr, readCidr } from '../addresses/cidr.js';
import { nodePortBands } from '../bands/node-ports.js';
import type { Cluster } from './allocation.js';

/** What the API server knows about addresses and ports of Services. */
export interface ServiceClusterOptions {
  /** The IP families of the cluster, the default one first; by default those of `clusterIpRanges`. */
  readonly families?: readonly Family[] | undefined;
  /** The ranges of cluster IPs, as in `--service-cluster-ip-range`; without them, any cluster IP is accepted. */
  readonly clusterIpRanges?: readonly string[] | undefined;
  /** The range of node ports, as in `--service-node-port-range`; `30000-32767` by default. */
  readonly nodePortRange?: string | undefined;
}

/** Reads the options. */
export function readCluster(
  { families, clusterIpRanges = [], nodePortRange = '' }: ServiceClusterOptions,
  fallback: readonly Family[],
): Cluster {
  const ranges = clusterIpRanges.map(readRange);
  const known = [...new Set(ranges.map(({ address }) => address.family))];
  const configured = families ?? (known.length > 0 ? known : fallback);
  return { families: configured, ranges, nodePorts: nodePortBands(nodePortRange) };
}

function readRange(text: string): Cidr {
  const range = readCidr(text);
  if (range === undefined) {
    const message = 'expected a range of addresses, such as 10.96.0.0/12';
    throw new KubesemError({ code: 'INVALID_CIDR', message, input: text });
  }
  return range;
}
