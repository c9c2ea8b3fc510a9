import type { DnsAnswer, DnsRecord } from '@kubesem/dns';
import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table.js';
import { visible } from '../../../output/text.js';
import { recordData } from '../record-data.js';

/** What `kubesem dns query` reports. */
export interface QueryModel extends DnsAnswer {
  readonly name: string;
  readonly type: string;
}

const CODES: { readonly [code in DnsAnswer['code']]: string } = {
  NOERROR: 'NOERROR',
  NODATA: 'NODATA (the name exists, but has no such record)',
  NXDOMAIN: 'NXDOMAIN (the name does not exist)',
  NOT_IN_ZONE: 'NOT_IN_ZONE (outside the cluster: the DNS server forwards the query)',
};

/** Lays out the answer and its records. */
export function renderAnswer(
  { name, type, code, answers, additionals }: QueryModel,
  colors: Colors,
): string {
  return [
    `${visible(name)} ${type}: ${CODES[code]}\n`,
    renderRecords('ANSWERS', answers, colors),
    renderRecords('ADDITIONAL', additionals, colors),
  ].join('');
}

function renderRecords(heading: string, records: readonly DnsRecord[], colors: Colors): string {
  if (records.length === 0) {
    return '';
  }
  const rows = records.map((record) => [
    visible(record.name),
    `${record.ttlSeconds}`,
    record.type,
    recordData(record),
  ]);
  return `\n${renderTable([heading, 'TTL', 'TYPE', 'DATA'], rows, colors)}`;
}
