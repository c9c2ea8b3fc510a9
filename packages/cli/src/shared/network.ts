// The Services, Pods and names of a cluster.
import { dns1123SubdomainErrors } from '@kubesem/core';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import { buildZone, servicesWithoutAddress, type Zone } from '@kubesem/dns';
import {
  NETWORK_KINDS,
  type NetworkCluster,
  networkCluster,
  type PlacedProblem,
} from '@kubesem/inspect';
import { InvalidArgumentError } from 'commander';
import * as flags from '../frame/flags.js';
import { readClusterObjects } from '../io/cluster-objects.js';
import type { Input } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import { notFound } from '../output/not-found.js';
import { hasErrors } from '../output/problems.js';

/** The flag of all commands about names. */
export const CLUSTER_DOMAIN: { readonly clusterDomain: flags.Flag<string> } = {
  clusterDomain: flags.defaulted(
    flags.value('--cluster-domain <DOMAIN>', 'Domain of the cluster', domain),
    'cluster.local',
  ),
};

function domain(text: string): string {
  if (dns1123SubdomainErrors(text).length > 0) {
    throw new InvalidArgumentError('Use a DNS name, such as cluster.local.');
  }
  return text;
}

/** A cluster from files, and what could not be read. */
export interface ReadNetwork {
  readonly cluster: NetworkCluster;
  readonly errors: readonly string[];
}

/**
 * Reads the objects of a cluster on which its network depends.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 */
export async function readNetwork(input: Input, terminal: Terminal): Promise<ReadNetwork> {
  const options = { kinds: NETWORK_KINDS, types: BUILT_IN_TYPES };
  const { errors, ...read } = await readClusterObjects(input, terminal, options);
  const cluster = networkCluster(read);
  const { services, pods, endpointSlices, problems } = cluster;
  const isEmpty = services.length + pods.length + endpointSlices.length === 0;
  if (isEmpty && errors.length === 0 && !hasErrors(problems)) {
    errors.push(notFound(input, 'Services, EndpointSlices or Pods'));
  }
  return { cluster, errors };
}

/** The zone of a cluster, and the problems of its objects. */
export interface ZoneOfCluster {
  readonly zone: Zone;
  readonly zoneProblems: readonly PlacedProblem[];
}

/** Prepares the zone of a cluster. */
export function zoneOf(cluster: NetworkCluster, clusterDomain: string): ZoneOfCluster {
  const zone = buildZone(cluster, { clusterDomain });
  const problems = [...zone.problems, ...servicesWithoutAddress(cluster.services)];
  return { zone, zoneProblems: problems.flatMap((one) => cluster.place(one) ?? []) };
}
