import { BUILT_IN_TYPES } from '@kubesem/core/types';
import { buildZone, servicesWithoutAddress, type Zone } from '@kubesem/dns';
import {
  NETWORK_KINDS,
  type NetworkCluster,
  networkCluster,
  type PlacedProblem,
} from '@kubesem/inspect';
import type { InputFlags } from '../../context.js';
import { readClusterObjects } from '../../io/cluster-objects.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import type { OutputFlags } from '../../output/write.js';

/** The flags of all commands about DNS. */
export interface DnsFlags extends OutputFlags, InputFlags {
  readonly clusterDomain: string;
}

/** A cluster from files, and whether all of it could be read. */
export interface ReadCluster {
  readonly cluster: NetworkCluster;
  readonly isBroken: boolean;
}

/**
 * Reads the objects of a cluster, and writes what is wrong with the files to standard error.
 *
 * @param input - files, maybe a cluster
 * @param terminal - where to read from and to write to
 * @returns the objects
 */
export async function readClusterFiles(input: Input, terminal: Terminal): Promise<ReadCluster> {
  const options = { kinds: NETWORK_KINDS, types: BUILT_IN_TYPES };
  const { errors, ...read } = await readClusterObjects(input, terminal, options);
  const cluster = networkCluster(read);
  const { services, pods, endpointSlices, problems } = cluster;
  const isEmpty = services.length + pods.length + endpointSlices.length === 0;
  if (isEmpty && errors.length === 0 && !hasErrors(problems)) {
    errors.push(notFound(input, 'Services, EndpointSlices or Pods'));
  }
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  return { cluster, isBroken: errors.length > 0 || hasErrors(problems) };
}

/** The zone of a cluster, and the problems of its objects. */
export interface ZoneOfCluster {
  readonly zone: Zone;
  readonly zoneProblems: readonly PlacedProblem[];
}

/** Prepares the zone of a cluster, and writes its problems to standard error. */
export function zoneOf(
  cluster: NetworkCluster,
  clusterDomain: string,
  terminal: Terminal,
): ZoneOfCluster {
  const zone = buildZone(cluster, { clusterDomain });
  const problems = [...zone.problems, ...servicesWithoutAddress(cluster.services)];
  const zoneProblems = problems.flatMap((one) => cluster.place(one) ?? []);
  writeProblems(zoneProblems, terminal);
  return { zone, zoneProblems };
}
