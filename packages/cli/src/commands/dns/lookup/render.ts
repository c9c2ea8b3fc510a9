import type { DnsRecord, LookupExplanation } from '@kubesem/dns';
import { renderTable } from '../../../output/table/render.js';
import type { Layout, Table } from '../../../output/table/table.js';
import { NONE, visible } from '../../../output/text.js';
import { recordData } from '../record-data.js';

/** Lays out each name that is tried with its answer, and the reasons if none is found. */
export function renderLookup(explanation: LookupExplanation, layout: Layout): string {
  const { attempts, reasons, rule } = explanation;
  if (rule === 'ADDRESS') {
    return 'no lookup needed: this is an IP address\n';
  }
  const why = reasons.map(
    ({ code, message, check, suggestions }) =>
      `${layout.colors.bold(code)}: ${visible(message)}\n` +
      suggestions.map((name) => `  try    ${visible(name)}\n`).join('') +
      `  check  ${visible(check)}\n`,
  );
  const table = attempts.length === 0 ? '' : renderTable(lookupTable(explanation, layout), layout);
  return [table, ...why].filter((block) => block !== '').join('\n');
}

/** Each name that is tried. */
export function lookupTable({ attempts, hit }: LookupExplanation, { colors }: Layout): Table {
  const rows = attempts.map(({ name, code, answers, server }, index) => [
    `${index + 1}`,
    visible(name),
    index === hit ? colors.green(code) : code,
    answers.length > 0 ? answersText(answers) : server === 'other' ? 'another DNS server' : NONE,
  ]);
  return { columns: ['TRY', 'NAME', 'CODE', 'ANSWER'], rows };
}

function answersText(answers: readonly DnsRecord[]): string {
  const text = answers.map((record) => `${record.type} ${recordData(record)}`).join(', ');
  // An alias without an address points to a name outside the cluster.
  const isOutside = answers.every(({ type }) => type === 'CNAME');
  return isOutside ? `${text} (outside the cluster)` : text;
}
