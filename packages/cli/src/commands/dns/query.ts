import { queryZone as ask, type DnsAnswer, type DnsRecord, formatRecord } from '@kubesem/dns';
import { InvalidArgumentError } from 'commander';
import { type Column, column, renderRows, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { DNS_RESOURCES } from '../../io/cluster/resources.js';
import { type Layout, unsorted } from '../../output/table/table.js';
import { visible } from '../../output/text.js';
import { readNetwork, zoneOf } from '../../shared/network.js';
import { DNS_FLAGS } from './pod.js';

const TYPES = ['A', 'AAAA', 'SRV', 'CNAME', 'PTR', 'TXT'];

/** `kubesem dns query`. */
export const query: AddCommand = command({
  name: 'query',
  summary: 'Ask the DNS server of the cluster one question',
  arguments: {
    name: flags.argument('<NAME>', 'Fully qualified name'),
    type: {
      ...flags.argument('[TYPE]', 'Record type', recordType),
      choices: TYPES,
      default: 'A',
    },
  },
  flags: { ...DNS_FLAGS, ...flags.table() },
  columns: recordColumns('ANSWERS'),
  reads: ({ namespace }) => ({ resources: DNS_RESOURCES, namespace, mustBeNamed: true }),
  answer: async ({ input, name, type = 'A', clusterDomain }, terminal) => {
    const { cluster, errors } = await readNetwork(input, terminal);
    const { zone, zoneProblems } = zoneOf(cluster, clusterDomain);
    const problems = [...cluster.problems, ...zoneProblems];
    const answer = ask(zone, name, type);
    return {
      table: tableOf(recordColumns('ANSWERS'), answer.answers),
      text: (layout) => `${visible(name)} ${type}: ${renderAnswer(answer, layout)}`,
      model: () => ({ name, type, ...answer, problems }),
      ...{ problems, errors },
      isFine: answer.code === 'NOERROR',
    };
  },
});

function recordType(text: string): string {
  const type = text.toUpperCase();
  if (!TYPES.includes(type)) {
    throw new InvalidArgumentError(`Use one of ${TYPES.join(', ')}.`);
  }
  return type;
}

const CODES: { readonly [code in DnsAnswer['code']]: string } = {
  NOERROR: 'NOERROR',
  NODATA: 'NODATA (the name exists, but has no such record)',
  NXDOMAIN: 'NXDOMAIN (the name does not exist)',
  NOT_IN_ZONE: 'NOT_IN_ZONE (outside the cluster: the DNS server forwards the query)',
};

/** The answer and its records. */
function renderAnswer({ code, answers, additionals }: DnsAnswer, layout: Layout): string {
  return [
    `${CODES[code]}\n`,
    renderRecords('ANSWERS', answers, layout),
    renderRecords('ADDITIONAL', additionals, unsorted(layout)),
  ].join('');
}

function renderRecords(heading: string, records: readonly DnsRecord[], layout: Layout): string {
  return records.length === 0 ? '' : `\n${renderRows(recordColumns(heading), records, layout)}`;
}

function recordColumns(heading: string): readonly Column<DnsRecord>[] {
  return [
    column(heading, ({ name }) => name),
    column('TTL', ({ ttlSeconds }) => ttlSeconds, { drop: 1 }),
    column('TYPE', ({ type }) => type),
    column('DATA', recordData),
  ];
}

/** The data of a record, which follow its name, seconds, class and type. */
export function recordData(record: DnsRecord): string {
  const start = `. ${record.ttlSeconds} IN ${record.type} `;
  return formatRecord({ ...record, name: '.' }).slice(start.length);
}
