import { appendAll } from '@kubesem/core/internal';
import { type DnsRecord, explainLookup, type LookupExplanation } from '@kubesem/dns';
import { type Column, column, renderRows, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { DNS_RESOURCES } from '../../io/cluster/resources.js';
import type { Layout } from '../../output/table/table.js';
import { visible } from '../../output/text.js';
import { zoneOf } from '../../shared/network.js';
import { answerOnPod, POD_FLAGS, podReads, unknownNode } from './pod.js';
import { recordData } from './query.js';

/** A name that is tried. */
interface Try {
  /** Counted from 1. */
  readonly number: number;
  readonly tried: LookupExplanation['attempts'][number];
  readonly isHit: boolean;
}

const COLUMNS: readonly Column<Try>[] = [
  column('TRY', ({ number }) => number),
  column('NAME', ({ tried }) => tried.name),
  column('CODE', ({ tried }) => tried.code, {
    paint: (text, { isHit }, { green }) => (isHit ? green(text) : text),
  }),
  column('ANSWER', ({ tried: { answers, server } }) =>
    answers.length > 0
      ? answersText(answers)
      : server === 'other'
        ? 'another DNS server'
        : undefined,
  ),
];

/** `kubesem dns lookup`. */
export const lookup: AddCommand = command({
  name: 'lookup',
  summary: 'Look up a name from a Pod: show each name that is tried, and why none is found',
  arguments: {
    name: flags.argument('<NAME>', 'Name as a program in the Pod looks it up'),
    paths: flags.MORE_PATHS,
  },
  flags: {
    ...POD_FLAGS,
    ...flags.table(),
    libc: flags.choice(
      '--libc <LIBC>',
      'C library of the container (decides how names are resolved)',
      ['glibc', 'musl', 'windows'],
    ),
  },
  columns: COLUMNS,
  reads: (asked) => podReads(asked, DNS_RESOURCES),
  answer: (asked, terminal) =>
    answerOnPod(asked, terminal, ({ cluster, pod, node, problems }) => {
      const { name, from, libc, clusterDomain } = asked;
      const { zone, zoneProblems } = zoneOf(cluster, clusterDomain);
      appendAll(problems, zoneProblems);
      const explanation = explainLookup(name, pod, { zone, node, libc });
      return {
        table: tableOf(COLUMNS, triesOf(explanation)),
        text: (layout) => renderLookup(explanation, layout),
        model: () => ({ name, from, libc, ...explanation, problems }),
        remarks: unknownNode(explanation.resolvConf, asked),
        isFine: explanation.hit !== undefined || explanation.rule === 'ADDRESS',
      };
    }),
});

function triesOf({ attempts, hit }: LookupExplanation): readonly Try[] {
  return attempts.map((tried, index) => ({ number: index + 1, tried, isHit: index === hit }));
}

/** Each name that is tried with its answer, and the reasons if none is found. */
function renderLookup(explanation: LookupExplanation, layout: Layout): string {
  const { reasons, rule } = explanation;
  if (rule === 'ADDRESS') {
    return 'no lookup needed: this is an IP address\n';
  }
  const why = reasons.map(
    ({ code, message, check, suggestions }) =>
      `${layout.colors.bold(code)}: ${visible(message)}\n` +
      suggestions.map((name) => `  try    ${visible(name)}\n`).join('') +
      `  check  ${visible(check)}\n`,
  );
  const tries = triesOf(explanation);
  const table = tries.length === 0 ? '' : renderRows(COLUMNS, tries, layout);
  return [table, ...why].filter((block) => block !== '').join('\n');
}

function answersText(answers: readonly DnsRecord[]): string {
  const text = answers.map((record) => `${record.type} ${recordData(record)}`).join(', ');
  // An alias without an address points to a name outside the cluster.
  const isOutside = answers.every(({ type }) => type === 'CNAME');
  return isOutside ? `${text} (outside the cluster)` : text;
}
