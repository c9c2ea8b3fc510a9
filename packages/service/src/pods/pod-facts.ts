import {
  childPath,
  formatIpAddress,
  isPodReady,
  isPodTerminal,
  type Node,
  type Pod,
  type PodIP,
  type PodParts,
  podParts,
  readList,
  readObject,
  readString,
  readStringMap,
  ZONE_LABEL,
} from '@kubesem/core';
import { type Family, readSloppyAddress } from '../addresses/address.js';

/** What is the same for all Services of a Pod. */
export interface PodFacts {
  readonly parts: PodParts;
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
  const parts = podParts(pod);
  const { spec, specPath, status, statusPath } = parts;
  const metadataPath = childPath(undefined, 'metadata');
  const metadata = readObject(pod.metadata, metadataPath) ?? {};
  const listPath = childPath(statusPath, 'podIPs');
  const podIP = readString(status.podIP, childPath(statusPath, 'podIP'));
  const listed = readList<PodIP>(status.podIPs, listPath).map((entry, index) => {
    const at = childPath(listPath, index);
    return readString(readObject(entry, at)?.ip, childPath(at, 'ip'));
  });
  // `podIP` wins. Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_PodStatus`.
  const podIPs = podIP !== '' && podIP !== listed[0] ? [podIP] : listed;
  const read = podIPs.map(readSloppyAddress);
  const of = (family: Family) =>
    read.flatMap((each) => (each?.family === family ? [formatIpAddress(each)] : [])).sort();
  const text = (field: 'nodeName' | 'hostname' | 'subdomain') =>
    readString(spec[field], childPath(specPath, field));
  return {
    parts,
    name: readString(metadata.name, childPath(metadataPath, 'name')),
    isFinished: isPodTerminal(pod),
    hasAddress: podIPs.length > 0,
    isReady: isPodReady(pod),
    isTerminating: (metadata.deletionTimestamp ?? '') !== '',
    nodeName: text('nodeName'),
    hostname: text('hostname'),
    subdomain: text('subdomain'),
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
      const path = childPath(undefined, 'metadata');
      const metadata = readObject(readObject(node, undefined)?.metadata, path) ?? {};
      const labels = readStringMap(metadata.labels, childPath(path, 'labels'));
      const name = readString(metadata.name, childPath(path, 'name'));
      return [name, labels.get(ZONE_LABEL) ?? ''];
    }),
  );
}
