import type { Zone, ZoneService } from '../zone/zone.js';

/** The Service or Pod that the name of a lookup refers to. */
export interface LookupTarget {
  /** `svc` for a Service, `pod` for a Pod. */
  readonly type: 'svc' | 'pod';
  /** The labels before its name: a port and a protocol, or an endpoint. */
  readonly prefix: readonly string[];
  /** The name of the Service, or the label of the Pod. */
  readonly name: string;
  /** Its namespace. */
  readonly namespace: string;
}

/** Returns the part of a name before the cluster domain; undefined if the name is outside it. */
export function withinCluster(name: string, { clusterDomain }: Zone): string | undefined {
  const full = `.${name.toLowerCase().replace(/\.$/, '')}`;
  const domain = `.${clusterDomain.toLowerCase()}`;
  return full.endsWith(domain) ? full.slice(1, -domain.length) : undefined;
}

/**
 * Finds the Service or Pod that a name refers to, whether or not that exists.
 *
 * @returns the Service or Pod; undefined if the name is unrelated to the cluster
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

/**
 * Reports whether the last label is a Service, not a namespace; undefined if it is neither, as in `grafana.com`. Existing objects
 * decide first, then similar ones.
 */
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
  const hasParts = (namespace: string): boolean => {
    const service = zone.services.get(`${namespace}/${last}`);
    return service !== undefined && canBePart(labels.slice(0, -1), service);
  };
  if (zone.namespaces.has(last)) {
    return zone.services.has(`${ownNamespace}/${last}`);
  }
  if (hasParts(ownNamespace)) {
    return true;
  }
  if (namespacesOf(last, zone).some(hasParts)) {
    return true;
  }
  return namespacesOf(first, zone).some((each) => isMisspelt(last, each)) ? false : undefined;
}

/** Reports whether labels can precede a Service: a port and its protocol, or an endpoint of a headless Service. */
function canBePart(labels: readonly string[], { isHeadless }: ZoneService): boolean {
  return labels.length === 1
    ? isHeadless
    : labels.length === 2 && labels.every((label) => label.startsWith('_'));
}

/** Most top-level domains are shorter. */
const SHORTEST_MISSPELT = 4;

/** Reports whether one character is missing, too much, wrong or swapped with the next one. */
function isMisspelt(given: string, right: string): boolean {
  let at = 0;
  while (at < given.length && given[at] === right[at]) {
    at++;
  }
  const [rest, wanted] = [given.slice(at), right.slice(at)];
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return (
    given.length >= SHORTEST_MISSPELT &&
    (rest === wanted.slice(1) ||
      rest.slice(1) === wanted ||
      rest.slice(1) === wanted.slice(1) ||
      swapped === wanted)
  );
}

/** Lists the namespaces that have a Service of a name. */
export function namespacesOf(service: string, zone: Zone): readonly string[] {
  return [...zone.services.values()]
    .filter(({ name, namespace }) => name === service && zone.namespaces.has(namespace))
    .map(({ namespace }) => namespace);
}
