/** One record of a zone; names end with a dot. */
export type DnsRecord = AddressRecord | TargetRecord | SrvRecord | TextRecord;

/** What every record has. */
interface RecordBase {
  /** The name that it is found under, as it was asked for. */
  readonly name: string;
  /** For how many seconds resolvers may keep it. */
  readonly ttlSeconds: number;
}

/** The address of a name. */
export interface AddressRecord extends RecordBase {
  /** `A` for IPv4, `AAAA` for IPv6. */
  readonly type: 'A' | 'AAAA';
  /** The address in its canonical form. */
  readonly address: string;
}

/** A name that stands for another, or the name of an address. */
export interface TargetRecord extends RecordBase {
  /** `CNAME` or `PTR`. */
  readonly type: 'CNAME' | 'PTR';
  /** The other name. */
  readonly target: string;
}

/** The host and the port of a named service. */
export interface SrvRecord extends RecordBase {
  /** Always `SRV`. */
  readonly type: 'SRV';
  /** Always 0: no target comes before another. */
  readonly priority: number;
  /** Equal parts of 100, at least 1. */
  readonly weight: number;
  /** The port. */
  readonly port: number;
  /** Name of the host. */
  readonly target: string;
}

/** Some text. */
export interface TextRecord extends RecordBase {
  /** Always `TXT`. */
  readonly type: 'TXT';
  /** The text. */
  readonly text: string;
}

function recordData(record: DnsRecord): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.address;
    case 'SRV':
      return `${record.priority} ${record.weight} ${record.port} ${record.target}`;
    case 'TXT':
      return `"${record.text}"`;
    default:
      return record.target;
  }
}

/**
 * Writes a record as a line of a zone file.
 *
 * @param record - any record
 * @returns name, seconds, class, type and data, with one space between them
 *
 * @example
 * ```ts
 * import { formatRecord } from '@kubesem/dns';
 *
 * const record = { name: 'db.prod.svc.cluster.local.', type: 'A', ttlSeconds: 30, address: '10.96.0.7' } as const;
 * formatRecord(record) // => 'db.prod.svc.cluster.local. 30 IN A 10.96.0.7'
 * ```
 *
 * Source: RFC 1035, 5.1.
 */
export function formatRecord(record: DnsRecord): string {
  return `${record.name} ${record.ttlSeconds} IN ${record.type} ${recordData(record)}`;
}
