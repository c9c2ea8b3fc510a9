import { originOf } from '@kubesem/core';
import type { PlacedCluster } from '@kubesem/manifests/cluster';
import { networkCluster } from '../cluster/network-cluster.js';
import type { Problem } from '../problem.js';
import { serviceReports } from './service-report.js';

/**
 * Finds what is wrong with the endpoints of the stored Services of files.
 *
 * Manifests do not say which Pods run, so there are no findings about them, nor if the files have no Pod with a status.
 *
 * @param read - the Services, and what their endpoints depend on
 * @param isChanged - tells the Services that manifests change: what is stored does not stay
 * @returns the findings, with their places
 */
export function serviceFindings(
  read: PlacedCluster,
  isChanged: (namespace: string, name: string) => boolean,
): readonly Problem[] {
  const { services = [], pods = [] } = read.cluster;
  const stored = services?.filter((service) => originOf(service) === 'STORED') ?? [];
  if (stored.length === 0 || !pods?.some(({ status }) => status?.phase !== undefined)) {
    return [];
  }
  const cluster = { ...read.cluster, services: stored };
  return serviceReports(networkCluster({ ...read, cluster }))
    .services.filter(({ namespace, name }) => !isChanged(namespace, name))
    .flatMap(({ problems }) => problems);
}
