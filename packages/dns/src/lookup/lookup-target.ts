import type { Zone } from '../zone/zone.js';

/** What a name in a Pod's lookup is meant to be. */
export interface LookupTarget {
  /** Whether it is a Service or a Pod. */
  readonly type: 'svc' | 'pod';
  /** The labels in front of it: a port and a protocol, or an endpoint. */
  readonly prefix: readonly string[];
  /** The name of the Service, or the label of the Pod. */
  readonly name: string;
  /** The namespace that is looked in. */
  readonly namespace: string;
}

/** The part of a name in front of the cluster domain; nothing if it is not within that. */
export function withinCluster(name: string, { clusterDomain }: Zone): string | undefined {
  const full = `.${name.toLowerCase().replace(/\.$/, '')}`;
  const domain = `.${clusterDomain.toLowerCase()}`;
  return full.endsWith(domain) ? full.slice(1, -domain.length) : undefined;
}

/**
 * Tells which Service or Pod somebody means by a name, whether or not there is one.
 *
 * @returns nothing if the name has nothing to do with the cluster
 */
export function lookupTarget(
  name: string,
  ownNamespace: string,
  zone: Zone,
): LookupTarget | undefined {
  const within = withinCluster(name, zone);
  if (within === '') {
    return undefined;
  }
  const labels = (within ?? name.toLowerCase().replace(/\.$/, '')).split('.');
  const last = labels[labels.length - 1];
  if ((last === 'svc' || last === 'pod') && labels.length > 1) {
    const rest = labels.slice(0, -1);
    return targetOf(last, rest.length === 1 ? [...rest, ownNamespace] : rest);
  }
  const isOwn = isInOwnNamespace(labels, ownNamespace, zone);
  if (isOwn === undefined && within === undefined) {
    return undefined;
  }
  return targetOf('svc', isOwn === true ? [...labels, ownNamespace] : labels);
}

function targetOf(type: 'svc' | 'pod', labels: readonly string[]): LookupTarget {
  const [name = '', namespace = ''] = labels.slice(-2);
  return { type, prefix: labels.slice(0, -2), name, namespace };
}

/** Whether the last label is a Service and not a namespace: what exists decides, then what is likely. */
function isInOwnNamespace(
  labels: readonly string[],
  ownNamespace: string,
  zone: Zone,
): boolean | undefined {
  const [first = '', last] = labels.slice(-2);
  if (last === undefined) {
    return true;
  }
  if (zone.services.has(`${last}/${first}`)) {
    return false;
  }
  if (zone.services.has(`${ownNamespace}/${last}`)) {
    return true;
  }
  if (zone.namespaces.has(last)) {
    return false;
  }
  if (namespacesOf(last, zone).length > 0) {
    return true;
  }
  return namespacesOf(first, zone).length > 0 ? false : undefined;
}

/** The namespaces that have a Service of a name. */
export function namespacesOf(service: string, zone: Zone): readonly string[] {
  return [...zone.services.values()]
    .filter(({ name, namespace }) => name === service && zone.namespaces.has(namespace))
    .map(({ namespace }) => namespace);
}
