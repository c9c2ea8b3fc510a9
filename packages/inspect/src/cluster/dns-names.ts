import { clusterDnsNames, type DnsNameOptions, type DnsNames } from '@kubesem/dns';
import type { Problem } from '../problem.js';
import type { NetworkCluster } from './network-cluster.js';

/** The DNS names of a cluster. */
export interface PlacedDnsNames {
  /** The Services, then the Pods, each with its names. */
  readonly objects: readonly DnsNames[];
  /** Names that are invalid, with their places. */
  readonly problems: readonly Problem[];
}

/**
 * Lists the DNS names of the Services and Pods of a cluster, and the host names that Pods see inside.
 *
 * @param cluster - the result of {@link networkCluster}
 * @param options - settings of the cluster
 * @returns the names of each Service and Pod in the order of the files, and the problems of names that are invalid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the cluster domain is not a DNS-1123
 * subdomain
 *
 * @example
 * ```ts
 * import { dnsNames, NETWORK_KINDS, networkCluster } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 * import { ClusterReader } from '@kubesem/manifests/cluster';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: data, namespace: prod }
 * spec: { ports: [{ name: Sql, port: 5432 }] }
 * `;
 * const reader = new ClusterReader({ kinds: NETWORK_KINDS });
 * reader.addFiles([parseObjects({ name: 'data.yaml', text })]);
 * const { objects, problems } = dnsNames(networkCluster(reader.read()));
 * objects[0]?.names // => [{ of: 'service', name: 'data.prod.svc.cluster.local' }]
 * problems.map(({ code, path, line }) => [code, path, line]) // => [['NAME_INVALID', 'spec.ports[0].name', 5]]
 * ```
 */
export function dnsNames(cluster: NetworkCluster, options: DnsNameOptions = {}): PlacedDnsNames {
  const { objects, problems } = clusterDnsNames(cluster, options);
  return {
    objects,
    problems: problems.flatMap((problem) => cluster.place(problem) ?? []),
  };
}
