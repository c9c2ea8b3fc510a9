import { escapeName, escapeText } from '../names/dns-name.js';

/** A DNS record. Names end with a dot. */
export type DnsRecord = AddressRecord | TargetRecord | SrvRecord | TextRecord;

/** The fields of every record. */
interface RecordBase {
  /** Name of the record as written in the query, escaped as in a zone file. */
  readonly name: string;
  /** Seconds for which resolvers can cache the record. */
  readonly ttlSeconds: number;
}

/** An address of a name. */
export interface AddressRecord extends RecordBase {
  /** `A` for IPv4, `AAAA` for IPv6. */
  readonly type: 'A' | 'AAAA';
  /** The address in its canonical form. */
  readonly address: string;
}

/** An alias of a name, or the name of an address. */
export interface TargetRecord extends RecordBase {
  /** `CNAME` for an alias, `PTR` for the name of an address. */
  readonly type: 'CNAME' | 'PTR';
  /** The name that the record points to, as the object has it. */
  readonly target: string;
}

/** Host and port of a named port. */
export interface SrvRecord extends RecordBase {
  /** Always `SRV`. */
  readonly type: 'SRV';
  /** Always 0: all targets have the same priority. */
  readonly priority: number;
  /** 100 divided by the number of targets, at least 1. */
  readonly weight: number;
  /** Number of the port. */
  readonly port: number;
  /** Name of the host. */
  readonly target: string;
}

/** The text of a name. */
export interface TextRecord extends RecordBase {
  /** Always `TXT`. */
  readonly type: 'TXT';
  /** The text: at most 255 bytes. */
  readonly text: string;
}

function recordData(record: DnsRecord): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return escapeName(record.address);
    case 'SRV':
      return `${record.priority} ${record.weight} ${record.port} ${escapeName(record.target)}`;
    case 'TXT':
      return `"${escapeText(record.text)}"`;
    default:
      return escapeName(record.target);
  }
}

/**
 * Formats a record as a line of a zone file.
 *
 * In names and texts, characters that could end a field, and bytes that are not printable ASCII, are escaped as `\X` or
 * `\DDD`. So an invalid name cannot add a field, a comment or a line.
 *
 * @param record - the record
 * @returns name, seconds, class, type and data, separated by spaces
 *
 * @example
 * ```ts
 * import { formatRecord } from '@kubesem/dns';
 *
 * const record = { name: 'db.prod.svc.cluster.local.', type: 'A', ttlSeconds: 30, address: '10.96.0.7' } as const;
 * formatRecord(record) // => 'db.prod.svc.cluster.local. 30 IN A 10.96.0.7'
 * formatRecord({ name: 'db.', type: 'PTR', ttlSeconds: 5, target: 'a b;\n.' }) // => 'db. 5 IN PTR a\\ b\\;\\010.'
 * ```
 *
 * Source: RFC 1035, 5.1; `github.com/miekg/dns` v1.1.72, which prints the records of CoreDNS.
 */
export function formatRecord(record: DnsRecord): string {
  return `${escapeName(record.name)} ${record.ttlSeconds} IN ${record.type} ${recordData(record)}`;
}
