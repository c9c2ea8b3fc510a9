import { reverseDnsName } from '../names/reverse-name.js';
import { zoneHost } from './host.js';
import { queryZone } from './query.js';
import { type DnsRecord, formatRecord } from './record.js';
import { endpointLabel, type Zone, type ZonePort, type ZoneService } from './zone.js';

/** The queries that return all records of a zone: for the names that the specification gives to its objects. */
function* queriesOf(zone: Zone): Generator<readonly [name: string, types: readonly string[]]> {
  yield [`dns-version.${zone.clusterDomain}`, ['TXT']];
  for (const service of zone.services.values()) {
    yield* queriesOfService(zone, service);
  }
  for (const pod of zone.podIps.keys()) {
    const [namespace = '', ip = ''] = pod.split('/');
    yield [`${ip.replace(/[.:]/g, '-')}.${namespace}.pod.${zone.clusterDomain}`, ['A', 'AAAA']];
  }
}

function* queriesOfService(
  zone: Zone,
  service: ZoneService,
): Generator<readonly [name: string, types: readonly string[]]> {
  const name = `${service.name}.${service.namespace}.svc.${zone.clusterDomain}`;
  if (service.externalName !== undefined) {
    yield [name, ['CNAME']];
    return;
  }
  yield [name, ['A', 'AAAA']];
  const portNames = new Set<string>();
  const addPort = ({ name: port, protocol }: ZonePort): void => {
    if (port !== '' && protocol !== '') {
      portNames.add(`_${port}._${protocol}.${name}`);
    }
  };
  service.ports.forEach(addPort);
  const hosts = [...service.hosts];
  if (service.isHeadless) {
    for (const endpoint of service.endpoints) {
      endpoint.ports.forEach(addPort);
      yield [`${endpointLabel(endpoint)}.${name}`, ['A', 'AAAA']];
      hosts.push(zoneHost(endpoint.address));
    }
  }
  for (const portName of portNames) {
    yield [portName, ['SRV']];
  }
  for (const { type, address } of hosts) {
    if (type !== undefined) {
      yield [reverseDnsName(address), ['PTR']];
    }
  }
}

/**
 * Lists the records of a zone that the specification defines.
 *
 * These are the addresses or the alias of every Service, its named ports, and the PTR records of its addresses. For a
 * headless Service, they are those of its endpoints. With `pods: 'verified'`, the names of Pods are included.
 *
 * The server answers more queries: {@link queryZone} also accepts other spellings and names of Pods by any address, and
 * returns the addresses that an alias points to.
 *
 * @param zone - the zone from {@link dnsZone}
 * @returns the records without duplicates, in the order of the objects
 *
 * @example
 * ```ts
 * import { dnsZone, formatRecord, zoneRecords } from '@kubesem/dns';
 *
 * const zone = dnsZone({ services: [{ metadata: { name: 'db' }, spec: { clusterIP: '10.96.0.7' } }] });
 * zoneRecords(zone).map(formatRecord) // => [
 * //   'dns-version.cluster.local. 28800 IN TXT "1.1.0"',
 * //   'db.default.svc.cluster.local. 30 IN A 10.96.0.7',
 * //   '7.0.96.10.in-addr.arpa. 30 IN PTR db.default.svc.cluster.local.',
 * // ]
 * ```
 *
 * Source: the Kubernetes DNS specification 1.1.
 */
export function zoneRecords(zone: Zone): readonly DnsRecord[] {
  const records = new Map<string, DnsRecord>();
  for (const [name, types] of queriesOf(zone)) {
    for (const type of types) {
      for (const record of queryZone(zone, name, type).answers) {
        // The records that an alias points to have another name, which may be outside the zone.
        if (record.name === `${name}.`) {
          records.set(formatRecord(record), record);
        }
      }
    }
  }
  return [...records.values()];
}

/**
 * Formats a zone as a zone file.
 *
 * @param zone - the zone from {@link dnsZone}
 * @returns one line for each of the {@link zoneRecords}
 *
 * @example
 * ```ts
 * import { dnsZone, formatZone } from '@kubesem/dns';
 *
 * const spec = { type: 'ExternalName', externalName: 'db.example.com' };
 * formatZone(dnsZone({ services: [{ metadata: { name: 'db', namespace: 'prod' }, spec }] })) // => [
 * //   'dns-version.cluster.local. 28800 IN TXT "1.1.0"\n',
 * //   'db.prod.svc.cluster.local. 30 IN CNAME db.example.com.\n',
 * // ].join('')
 * ```
 *
 * Source: RFC 1035, 5.1.
 */
export function formatZone(zone: Zone): string {
  return zoneRecords(zone)
    .map((record) => `${formatRecord(record)}\n`)
    .join('');
}
