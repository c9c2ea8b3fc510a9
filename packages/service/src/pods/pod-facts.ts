import { isPodReady, isPodTerminal, type Node, type Pod, type PodSpec } from '@kubesem/core';
import {
  addressFamily,
  type Fields,
  fields,
  formatIpAddress,
  podFields,
  readList,
  readSloppyAddress,
  THROW,
  ZONE_LABEL,
} from '@kubesem/core/internal';
import { FAMILIES, type Family } from '../families.js';
import type { ServiceFields } from '../fields.js';

/** What is the same for all Services of a Pod. */
export interface PodFacts {
  readonly spec: Fields<PodSpec>;
  readonly name: string;
  readonly isFinished: boolean;
  readonly hasAddress: boolean;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  readonly nodeName: string;
  readonly hostname: string;
  readonly subdomain: string;
  /** Its addresses as listed. */
  readonly podIPs: readonly string[];
  /** Its addresses, in canonical form and in order. */
  readonly addresses: { readonly [family in Family]: readonly string[] };
}

/** Reads a Pod. */
export function readPodFacts(pod: Pod): PodFacts {
  const { pod: object, spec, status } = podFields(pod, THROW);
  const metadata = object.at('metadata');
  const podIP = status.text('podIP');
  const listed = status.each('podIPs', (entry) => entry.text('ip'));
  // `podIP` wins. Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_PodStatus`.
  const podIPs = podIP !== '' && podIP !== listed[0] ? [podIP] : listed;
  const read = podIPs.map(readSloppyAddress);
  const of = (family: Family) =>
    read.flatMap((each) => (each?.family === family ? [formatIpAddress(each)] : [])).sort();
  return {
    spec,
    name: metadata.text('name'),
    isFinished: isPodTerminal(pod),
    hasAddress: podIPs.length > 0,
    isReady: isPodReady(pod),
    isTerminating: (metadata.raw('deletionTimestamp') ?? '') !== '',
    nodeName: spec.text('nodeName'),
    hostname: spec.text('hostname'),
    subdomain: spec.text('subdomain'),
    podIPs,
    addresses: { IPv4: of('IPv4'), IPv6: of('IPv6') },
  };
}

/** The zone of each node; empty for a node without a zone. */
export type NodeZones = ReadonlyMap<string, string>;

/** Reads the zones of the nodes of a cluster. */
export function readNodeZones(nodes: readonly Node[]): NodeZones {
  return new Map(
    readList(nodes, undefined).map((node) => {
      const metadata = fields(node, THROW).at('metadata');
      const labels = metadata.map('labels');
      return [metadata.text('name'), labels.get(ZONE_LABEL) ?? ''];
    }),
  );
}

/**
 * Returns the families of the endpoints of a Service.
 *
 * A Service that names none has that of its cluster IP; a headless one has both.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `getAddressTypesForService`.
 */
export function endpointFamilies({
  ipFamilies,
  clusterIP,
}: Pick<ServiceFields, 'ipFamilies' | 'clusterIP'>): readonly Family[] {
  const named = FAMILIES.filter((family) => ipFamilies.includes(family));
  if (named.length > 0) {
    return named;
  }
  if (clusterIP === '' || clusterIP === 'None') {
    return FAMILIES;
  }
  return addressFamily(clusterIP) === 'IPv6' ? ['IPv6'] : ['IPv4'];
}
