import { type DnsRecord, formatRecord } from '@kubesem/dns';

/** The data of a record, which follow its name, seconds, class and type. */
export function recordData(record: DnsRecord): string {
  const start = `. ${record.ttlSeconds} IN ${record.type} `;
  return formatRecord({ ...record, name: '.' }).slice(start.length);
}
