// Ports of a Service that its EndpointSlices lack.
import { type ClusterLists, type Service } from '@kubesem/core';
import { clusterLists, openAll, THROW } from '@kubesem/core/internal';
import { FAMILIES, type Family } from '../families.js';
import { readService } from '../fields.js';
import { setServiceDefaults } from '../set-defaults.js';
import { ownSlices } from '../slices/stored-slice.js';
import { reachableFamilies, readSlicePorts } from './endpoints.js';
import type { PortMismatch, SlicePort } from './types.js';

/** The slices of one family that have endpoints. */
interface FamilyPorts {
  readonly slices: string[];
  /** By name, protocol and whether they have a number. */
  readonly ports: Map<string, SlicePort>;
}

/**
 * Finds the ports of a Service that none of its EndpointSlices has, although they have endpoints. kube-proxy then rejects
 * connections: it compares names and protocols, and not numbers.
 *
 * @param service - the Service as it is stored; defaults are applied first
 * @param cluster - EndpointSlices of any Service; those without endpoints do not count
 * @returns the ports, by IP family; empty if each port has one of a slice
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { portMismatches } from '@kubesem/service/internal';
 *
 * const service = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } };
 * const slice = {
 *   metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
 *   addressType: 'IPv4',
 *   ports: [{ name: 'http', port: 8080 }],
 *   endpoints: [{ addresses: ['10.0.0.1'] }],
 * };
 * portMismatches(service, { endpointSlices: [slice] })[0]?.text // => 'EndpointSlice web-1 has port "http" (TCP), not "" (TCP)'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `EndpointSliceCache`.
 */
export function portMismatches(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
): readonly PortMismatch[] {
  const { ports } = setServiceDefaults(readService(service));
  const families = reachableFamilies(service);
  const byFamily = readFamilies(service, cluster);
  return [...byFamily].flatMap(([family, has]) => {
    // Slices of a family that the Service lacks are without effect.
    if (!families.includes(family)) {
      return [];
    }
    const found = [...has.ports.values()];
    const given = textOf(has.slices, found);
    return ports.flatMap(({ name, protocol }, index) => {
      const isFound = has.ports.has(keyOf({ name, protocol, port: 1 }));
      const wanted = portText({ name, protocol, port: 1 });
      const text = `${given}${found.length === 0 ? '' : ', not'} ${wanted}`;
      return isFound ? [] : { index, family, found, text };
    });
  });
}

function readFamilies(
  service: Service,
  cluster: ClusterLists<'endpointSlices'>,
): ReadonlyMap<Family, FamilyPorts> {
  const byFamily = new Map<Family, FamilyPorts>();
  for (const { slice, metadata } of ownSlices(
    service,
    openAll(clusterLists(cluster, 'endpointSlices').endpointSlices, THROW),
  )) {
    const addressType = slice.text('addressType');
    const family = FAMILIES.find((each) => each === addressType);
    if (family === undefined || slice.list('endpoints').length === 0) {
      continue;
    }
    const known = byFamily.get(family) ?? { slices: [], ports: new Map<string, SlicePort>() };
    byFamily.set(family, known);
    known.slices.push(metadata.text('name') || `${metadata.text('generateName')}*`);
    for (const { name, protocol, port } of readSlicePorts(slice)) {
      const found = { name, protocol, port: port === 0 ? undefined : port };
      known.ports.set(keyOf(found), found);
    }
  }
  return byFamily;
}

function keyOf({ name, protocol, port }: SlicePort): string {
  return `${protocol} ${port === undefined} ${name}`;
}

const LISTED = 3;

function textOf(slices: readonly string[], ports: readonly SlicePort[]): string {
  const isOne = slices.length === 1;
  const subject = `EndpointSlice${isOne ? '' : 's'} ${shortList(slices)} ${isOne ? 'has' : 'have'}`;
  return ports.length === 0
    ? `${subject} no port`
    : `${subject} port ${shortList(ports.map(portText))}`;
}

function portText({ name, protocol, port }: SlicePort): string {
  const number = port === undefined ? ' without a number' : '';
  return `${JSON.stringify(name)} (${protocol})${number}`;
}

function shortList(texts: readonly string[]): string {
  const more = texts.length - LISTED;
  return `${texts.slice(0, LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
