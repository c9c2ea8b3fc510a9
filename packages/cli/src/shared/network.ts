// The Services, Pods and names of a cluster.
import { dns1123SubdomainErrors } from '@kubesem/core';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import { type DnsNames, dnsZone, servicesWithoutAddress } from '@kubesem/dns';
import { NETWORK_KINDS, type NetworkCluster, networkCluster } from '@kubesem/inspect';
import { InvalidArgumentError } from 'commander';
import { type Column, column } from '../frame/columns.js';
import * as flags from '../frame/flags.js';
import { readClusterObjects } from '../io/cluster-objects.js';
import type { Input } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import { notFound } from '../output/not-found.js';
import { hasErrors } from '../output/problems.js';
import { objectTitle } from '../output/text.js';

/** The flag of all commands about names. */
export const CLUSTER_DOMAIN = {
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

/**
 * Reads the objects of a cluster on which its network depends.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 */
export async function readNetwork(input: Input, terminal: Terminal) {
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

/** Prepares the zone of a cluster, and lists the problems of its objects. */
export function zoneOf(cluster: NetworkCluster, clusterDomain: string) {
  const zone = dnsZone(cluster, { clusterDomain });
  const problems = [...zone.problems, ...servicesWithoutAddress(cluster.services)];
  return { zone, zoneProblems: problems.flatMap((one) => cluster.place(one) ?? []) };
}

/** A name of an object; an object without names has one line. */
interface DnsNameLine extends Partial<DnsNames['names'][number]> {
  /** The object; undefined below its first name. */
  readonly object?: DnsNames;
}

/** The columns of names. */
export const DNS_NAME_COLUMNS: readonly Column<DnsNameLine>[] = [
  column('OBJECT', ({ object }) => (object ? objectTitle(object) : null)),
  column('TYPE', ({ of }) => of, { drop: 1 }),
  column('NAME', ({ name }) => name),
];

/** The lines of these columns. */
export function dnsNameLines(object: DnsNames): readonly DnsNameLine[] {
  const [first, ...others] = object.names;
  return [{ object, ...first }, ...others];
}
