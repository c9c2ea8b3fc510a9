// The table of quotas, and what it does not show.
import type { InspectReport, QuotaReport, QuotaUse } from '@kubesem/inspect';
import { type Column, column, isDetailed, location, numbers } from '../frame/columns.js';
import { renderBar } from '../output/bar.js';
import { count, shorten } from '../output/text.js';

const BAR_WIDTH = 10;

/** What a quota limits, and how full it is. */
interface QuotaLine extends Omit<QuotaReport, 'uses'> {
  readonly resource: string;
  readonly use: QuotaUse;
}

/** The columns of the table of quotas; on a terminal, there is a bar. */
export const QUOTA_COLUMNS: readonly Column<QuotaLine>[] = [
  column('NAMESPACE', ({ namespace }) => namespace, { drop: 4 }),
  column('QUOTA', ({ name }) => name, { drop: 5 }),
  column('RESOURCE', ({ resource }) => resource),
  numbers('USED', ({ use }) => shorten(use.usedText)),
  numbers('NEW', ({ use: { added } }) => addedText(added), { optional: true }),
  numbers('HARD', ({ use }) => shorten(`${use.hard}`)),
  numbers('LEFT', ({ use }) => shorten(`${use.remaining}`), { drop: 3 }),
  numbers('USE', ({ use: { ratio } }) => percentText(ratio), { drop: 2 }),
  column('', () => '', {
    drop: 1,
    isShown: ({ isTerminal }) => isTerminal,
    paint: (_, { use }, colors) => renderBar(use.ratio, BAR_WIDTH, colors),
  }),
  column('USAGE FROM', ({ usageFrom }) => usageFrom, { isShown: isDetailed }),
  location(),
];

function addedText(added: QuotaUse['added']): string | undefined {
  return added.isZero() ? undefined : shorten(added.sign() > 0 ? `+${added}` : `${added}`);
}

/** As kubectl cuts the percentages of nodes: 100% is full. */
function percentText(ratio: number | undefined): string | undefined {
  return ratio === undefined ? undefined : `${Math.floor(ratio * 100)}%`;
}

/** A line for each name of each quota; of the tightest quota only, if only these are asked for. */
export function quotaLines(quotas: readonly QuotaReport[], tightest = false): readonly QuotaLine[] {
  return quotas.flatMap(({ uses, ...quota }) =>
    (Object.entries(uses) as [string, QuotaUse][])
      .filter(([, { isTightest }]) => isTightest || !tightest)
      .map(([resource, use]) => ({ ...quota, resource, use })),
  );
}

/** Explains where the usage of quotas is from, and what their verdicts assume. */
export function* quotaNotes({
  quotas = [],
  quotaVerdicts = [],
}: Pick<InspectReport, 'quotas' | 'quotaVerdicts'>): Generator<string, void> {
  const counted = quotas.filter(({ usageFrom }) => usageFrom === 'objects').length;
  if (counted > 0) {
    yield `${count(counted, 'quota')} without a status: usage counted from the objects of the input`;
  }
  if (quotaVerdicts.some(({ replaces }) => replaces !== undefined)) {
    yield 'Rollouts replace Pods step by step. New Pods are assumed to become ready, and each rollout to finish before the next object is created.';
  }
}
