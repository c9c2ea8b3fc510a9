import { type DnsRecord, formatRecord } from '@kubesem/dns';
import { visible } from '../../output/text.js';

/** The data of a record, which follow its name, seconds, class and type. */
export function recordData(record: DnsRecord): string {
  const start = `${record.name} ${record.ttlSeconds} IN ${record.type} `;
  return visible(formatRecord(record).slice(start.length));
}
