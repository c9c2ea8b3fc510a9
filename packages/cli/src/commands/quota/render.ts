import type { LimitRangeReport, QuotaReport, QuotaUse, QuotaVerdict } from '@kubesem/inspect';
import { renderBar } from '../../output/bar.js';
import type { Colors } from '../../output/colors.js';
import { type Column, type Layout, right, type Table } from '../../output/table/table.js';
import { count, grouped, NONE, objectTitle, shorten, visible } from '../../output/text.js';
import { placeOf } from '../inspect/cells.js';

const BAR_WIDTH = 10;

/**
 * One line for each name of each quota; what new objects add is a column of its own, if there are any.
 *
 * @param quotas - with their usage
 * @param show - whether to show where the quota and its usage are from, and only the tightest quota of each name
 * @param layout - on a terminal, there is a bar for each resource
 * @returns the table
 */
export function quotaTable(
  quotas: readonly QuotaReport[],
  { wide, tightest }: { readonly wide: boolean; readonly tightest: boolean },
  { colors, isTerminal: bars }: Layout,
): Table {
  const columns: (string | Column)[] = [
    { head: 'NAMESPACE', drop: 4 },
    { head: 'QUOTA', drop: 5 },
    'RESOURCE',
    right('USED'),
    { ...right('NEW'), optional: true },
    right('HARD'),
    right('LEFT', 3),
    right('USE', 2),
    ...(bars ? [{ head: '', drop: 1 }] : []),
    ...(wide ? ['USAGE FROM', 'LOCATION'] : []),
  ];
  const rows = quotas.flatMap((quota) =>
    usesOf(quota, tightest).map(([name, use]) => [
      visible(quota.namespace),
      visible(quota.name) || NONE,
      visible(name),
      ...amountCells(use),
      ...(bars ? [renderBar(use.ratio, BAR_WIDTH, colors)] : []),
      ...(wide ? [quota.usageFrom, placeOf(quota)] : []),
    ]),
  );
  return { columns, rows };
}

function usesOf({ uses }: QuotaReport, tightest: boolean): [string, QuotaUse][] {
  const all = Object.entries(uses) as [string, QuotaUse][];
  return tightest ? all.filter(([, { isTightest }]) => isTightest) : all;
}

function amountCells({ usedText, added, hard, remaining, ratio }: QuotaUse): string[] {
  return [
    shorten(usedText),
    added.isZero() ? NONE : shorten(added.sign() > 0 ? `+${added}` : `${added}`),
    shorten(`${hard}`),
    shorten(`${remaining}`),
    // As kubectl cuts the percentages of nodes: 100% is full.
    ratio === undefined ? NONE : `${Math.floor(ratio * 100)}%`,
  ];
}

/** One line for each type and resource of each LimitRange, as `kubectl describe limits` prints them. */
export function limitRangeTable(limitRanges: readonly LimitRangeReport[], wide: boolean): Table {
  const heads = ['MIN', 'MAX', 'DEFAULT REQUEST', 'DEFAULT LIMIT', 'MAX RATIO'];
  const columns: (string | Column)[] = [
    ...['NAMESPACE', 'LIMITRANGE', 'TYPE', 'RESOURCE'],
    ...heads.map((head) => right(head)),
    ...(wide ? ['LOCATION'] : []),
  ];
  const rows = limitRanges.flatMap((limitRange) =>
    limitRange.rows.map((row) => {
      const { type, resource, min, max, defaultRequest, maxLimitRequestRatio } = row;
      const amounts = [min, max, defaultRequest, row.default, maxLimitRequestRatio];
      return [
        ...[limitRange.namespace, limitRange.name, type, resource].map((text) => visible(text)),
        ...amounts.map((amount) => (amount === undefined ? NONE : shorten(`${amount}`))),
        ...(wide ? [placeOf(limitRange)] : []),
      ];
    }),
  );
  return { columns, rows };
}

/** What quotas do with each new object that they limit, with the message of the API server. */
export function renderVerdicts(verdicts: readonly QuotaVerdict[], colors: Colors): string {
  return verdicts.map((verdict) => `${verdictLine(verdict, colors)}\n`).join('');
}

function verdictLine(verdict: QuotaVerdict, colors: Colors): string {
  const { creates, admitted, fitting, message, replaces } = verdict;
  const title = `${objectTitle(verdict)}:`;
  const room = `room for ${grouped(fitting)}`;
  const things = creates === 'pods' ? 'Pod' : 'ephemeral claim';
  const done = replaces === undefined ? 'admitted' : 'replaced';
  if (message !== undefined) {
    const what =
      creates === 'object' ? 'rejected' : `${admitted} of ${count(verdict.count, things)} ${done}`;
    return `${title} ${colors.red(what)}\n  ${visible(message)}`;
  }
  const what = creates === 'object' ? 'admitted' : `${count(admitted, things)} ${done}`;
  return `${title} ${colors.green(what)} (${room})`;
}
