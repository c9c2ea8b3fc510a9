import type { DnsAnswer, DnsRecord } from '@kubesem/dns';
import { renderTable } from '../../../output/table/render.js';
import { type Layout, type Table, unsorted } from '../../../output/table/table.js';
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
  layout: Layout,
): string {
  return [
    `${visible(name)} ${type}: ${CODES[code]}\n`,
    renderRecords('ANSWERS', answers, layout),
    renderRecords('ADDITIONAL', additionals, unsorted(layout)),
  ].join('');
}

function renderRecords(heading: string, records: readonly DnsRecord[], layout: Layout): string {
  return records.length === 0 ? '' : `\n${renderTable(recordsTable(heading, records), layout)}`;
}

/** A table of DNS records. */
export function recordsTable(heading: string, records: readonly DnsRecord[]): Table {
  const rows = records.map((record) => [
    visible(record.name),
    `${record.ttlSeconds}`,
    record.type,
    recordData(record),
  ]);
  return { columns: [heading, { head: 'TTL', drop: 1 }, 'TYPE', 'DATA'], rows };
}
