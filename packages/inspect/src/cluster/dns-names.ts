import { clusterDnsNames, type DnsNameOptions, type DnsNames } from '@kubesem/dns';
import type { Problem } from '../problem.js';
import type { Cluster } from './cluster.js';

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
 * @param cluster - the result of {@link readCluster}
 * @param options - settings of the cluster
 * @returns the names of each Service and Pod in the order of the files, and the problems of names that are invalid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_NAME` if the cluster domain is not a DNS-1123
 * subdomain
 *
 * @example
 * ```ts
 * import { dnsNames, readCluster } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: data, namespace: prod }
 * spec: { ports: [{ name: Sql, port: 5432 }] }
 * `;
 * const { objects, problems } = dnsNames(readCluster([parseObjects({ name: 'data.yaml', text })]));
 * objects[0]?.names // => [{ of: 'service', name: 'data.prod.svc.cluster.local' }]
 * problems.map(({ code, path, line }) => [code, path, line]) // => [['INVALID_NAME', 'spec.ports[0].name', 5]]
 * ```
 */
export function dnsNames(cluster: Cluster, options: DnsNameOptions = {}): PlacedDnsNames {
  const { objects, problems } = clusterDnsNames(cluster, options);
  return {
    objects,
    problems: problems.flatMap((problem) => cluster.place(problem) ?? []),
  };
}
