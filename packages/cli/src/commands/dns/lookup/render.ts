import type { DnsRecord, LookupExplanation } from '@kubesem/dns';
import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table.js';
import { NONE, visible } from '../../../output/text.js';
import { recordData } from '../record-data.js';

/** Lays out each name that is tried with its answer, and the reasons if none is found. */
export function renderLookup(
  { attempts, hit, reasons, rule }: LookupExplanation,
  colors: Colors,
): string {
  if (rule === 'ADDRESS') {
    return 'no lookup needed: this is an IP address\n';
  }
  const rows = attempts.map(({ name, code, answers, server }, index) => [
    `${index + 1}`,
    visible(name),
    index === hit ? colors.green(code) : code,
    answers.length > 0 ? answersText(answers) : server === 'other' ? 'another DNS server' : NONE,
  ]);
  const why = reasons.map(
    ({ code, message, check, suggestions }) =>
      `${colors.bold(code)}: ${visible(message)}\n` +
      suggestions.map((name) => `  try    ${visible(name)}\n`).join('') +
      `  check  ${visible(check)}\n`,
  );
  const table =
    rows.length === 0 ? '' : renderTable(['TRY', 'NAME', 'CODE', 'ANSWER'], rows, colors);
  return [table, ...why].filter((block) => block !== '').join('\n');
}

function answersText(answers: readonly DnsRecord[]): string {
  const text = answers.map((record) => `${record.type} ${recordData(record)}`).join(', ');
  // An alias without an address points to a name outside the cluster.
  const isOutside = answers.every(({ type }) => type === 'CNAME');
  return isOutside ? `${text} (outside the cluster)` : text;
}
