import { type ZoneHost, zoneHost } from './host.js';
import {
  endpointLabel,
  type Zone,
  type ZoneEndpoint,
  type ZonePort,
  type ZoneService,
} from './zone.js';

/** A host that a name resolves to, and for a Service its port. */
export interface ZoneEntry {
  /** The address or host name. */
  readonly host: ZoneHost;
  /** Number of the port; -1 if absent. */
  readonly port: number;
  /** DNS name of the host, without the cluster domain. */
  readonly name: string;
}

/**
 * The result of looking up a name.
 *
 * - `missing`: the name does not exist
 * - `empty`: only names below it exist
 * - otherwise one or more entries, which may have no address
 */
export type ZoneLookup = 'missing' | 'empty' | readonly ZoneEntry[];

/** The labels before the name of a Service: none, an endpoint, or a port and its protocol. */
interface Prefix {
  readonly endpoint: string;
  readonly port: string;
  readonly protocol: string;
}

/** The underscore of ports and protocols is optional for the server. */
function withoutUnderscore(label: string): string {
  return label.startsWith('_') ? label.slice(1) : label;
}

function parsePrefix(labels: readonly string[]): Prefix | undefined {
  const [first = '', second = ''] = labels;
  switch (labels.length) {
    case 0:
    case 1:
      return { endpoint: first, port: '', protocol: '' };
    case 2:
      return { endpoint: '', port: withoutUnderscore(first), protocol: withoutUnderscore(second) };
    default:
      return undefined;
  }
}

/**
 * Looks up a name in a zone.
 *
 * @param zone - the zone of the cluster
 * @param labels - the labels of the name before the cluster domain, in lower case
 * @returns the entries of the name
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, `parseRequest`, `Services`, `findPods`,
 * `findServices`.
 */
export function lookUp(zone: Zone, labels: readonly string[]): ZoneLookup {
  const type = labels[labels.length - 1];
  if (type === undefined) {
    return 'empty';
  }
  if (type !== 'svc' && type !== 'pod') {
    return 'missing';
  }
  if (labels.length === 1) {
    return 'empty';
  }
  const namespace = labels[labels.length - 2] as string;
  const prefix = parsePrefix(labels.slice(0, -3));
  if (prefix === undefined || !zone.namespaces.has(namespace)) {
    return 'missing';
  }
  if (type === 'pod' && zone.pods === 'disabled') {
    return 'missing';
  }
  const name = labels[labels.length - 3];
  if (name === undefined) {
    return 'empty';
  }
  if (type === 'pod') {
    return lookUpPod(zone, namespace, name);
  }
  const service = zone.services.get(`${namespace}/${name}`);
  return service === undefined ? 'missing' : lookUpService(zone, service, prefix);
}

/** Three single hyphens are the dots of an IPv4 address; otherwise hyphens are colons. */
function podAddress(label: string): string {
  const isIPv4 = label.split('-').length === 4 && !label.includes('--');
  return label.replace(/-/g, isIPv4 ? '.' : ':');
}

function lookUpPod(zone: Zone, namespace: string, label: string): ZoneLookup {
  const host = zoneHost(podAddress(label));
  const isVerified = zone.pods === 'verified';
  const count = isVerified ? (zone.podIps.get(`${namespace}/${host.text}`) ?? 0) : 1;
  if (count === 0 || (!isVerified && host.type === undefined)) {
    return 'missing';
  }
  // The server uses the port 0 for them.
  const entry: ZoneEntry = { host, port: 0, name: `${label}.${namespace}.pod` };
  return Array.from({ length: count }, () => entry);
}

function lookUpService(zone: Zone, service: ZoneService, prefix: Prefix): ZoneLookup {
  const { endpoint, port, protocol } = prefix;
  const ownName = `${service.name}.${service.namespace}.svc`;
  if (service.externalName !== undefined) {
    const host = zoneHost(service.externalName);
    const isPlain = endpoint === '' && port === '' && protocol === '';
    return isPlain && host.type === undefined ? [{ host, port: -1, name: ownName }] : 'missing';
  }
  if (zone.ignoreEmptyService && !service.isHeadless && service.endpoints.length === 0) {
    return 'missing';
  }
  const isQueried = (each: ZonePort): boolean =>
    (port === '' || port === each.name) && (protocol === '' || protocol === each.protocol);
  if (service.isHeadless || endpoint !== '') {
    const endpoints = endpoint === '' ? service.endpoints : namedEndpoints(service, endpoint);
    const entries: ZoneEntry[] = [];
    for (const each of endpoints) {
      addEntries(each, isQueried, entries);
    }
    return entries.length > 0 ? entries : 'missing';
  }
  const ports = service.ports.filter(isQueried);
  if (ports.length === 0) {
    return 'missing';
  }
  const entries: ZoneEntry[] = [];
  for (const each of ports) {
    for (const host of service.hosts) {
      entries.push({ host, port: each.port, name: ownName });
    }
  }
  return entries;
}

function namedEndpoints(
  { endpoints, endpointsByName }: ZoneService,
  name: string,
): readonly ZoneEndpoint[] {
  if (endpointsByName !== undefined) {
    return endpointsByName.get(name) ?? [];
  }
  return endpoints.filter((each) => endpointLabel(each).toLowerCase() === name);
}

function addEntries(
  endpoint: ZoneEndpoint,
  isQueried: (port: ZonePort) => boolean,
  entries: ZoneEntry[],
): void {
  const host = zoneHost(endpoint.address);
  const name = `${endpointLabel(endpoint)}.${endpoint.service}.svc`;
  for (const port of endpoint.ports) {
    if (isQueried(port)) {
      entries.push({ host, port: port.port, name });
    }
  }
}
