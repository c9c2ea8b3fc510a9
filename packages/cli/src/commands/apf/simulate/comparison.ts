import type { RequestStatistics, SimulatedLevel, SimulationResult } from '@kubesem/apf-simulator';
import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table/render.js';
import { type Layout, right, type Table, unsorted } from '../../../output/table/table.js';
import { NONE, shorten, visible } from '../../../output/text.js';
import { duration, entriesOf, mainFlows, moreFlows, percent, rejectedPart } from './cells.js';

/**
 * Lays out two results side by side.
 *
 * @param before - with the first configuration
 * @param after - with the second
 * @param layout - of the tables
 * @returns the tables; what became worse is red, what became better green
 */
export function renderComparison(
  before: SimulationResult,
  after: SimulationResult,
  layout: Layout,
): string {
  const levels = renderTable(comparedLevels(before, after, layout), layout);
  return `${levels}\n${renderFlows(before, after, unsorted(layout))}`;
}

const CHANGES = [right('EXECUTED'), right('REJECTED'), right('WAIT P50', 1), right('P99')];

/** The table of priority levels, before and after. */
export function comparedLevels(
  before: SimulationResult,
  after: SimulationResult,
  { colors }: Layout,
): Table {
  const names = namesIn(before.priorityLevels, after.priorityLevels).filter((name) =>
    [before, after].some(({ priorityLevels }) => (priorityLevels[name]?.arrived ?? 0) > 0),
  );
  const seats = (level: SimulatedLevel | undefined) =>
    level === undefined ? NONE : `${level.limits.nominalLimit}`;
  const rows = names.map((name) => {
    const [old, now] = [before.priorityLevels[name], after.priorityLevels[name]];
    return [visible(name), arrow(seats(old), seats(now)), ...changes(old, now, colors)];
  });
  return { columns: ['LEVEL', right('SEATS', 2), ...CHANGES], rows };
}

function renderFlows(before: SimulationResult, after: SimulationResult, layout: Layout): string {
  const { colors } = layout;
  const names = namesIn(before.flows, after.flows);
  const { shown, more } = mainFlows(names, [before, after]);
  const rows = shown.map((name) => {
    const [old, now] = [before.flows[name], after.flows[name]];
    const levels = arrow(old?.priorityLevels.join(', '), now?.priorityLevels.join(', '));
    return [visible(shorten(name)), visible(levels), ...changes(old, now, colors)];
  });
  const columns = ['FLOW', { head: 'LEVEL', drop: 3 }, ...CHANGES];
  const table = renderTable({ columns, rows }, layout);
  return `${table}${moreFlows(more, colors)}`;
}

function namesIn<T>(...maps: readonly { readonly [name: string]: T | undefined }[]): string[] {
  return [...new Set(maps.flatMap((map) => entriesOf(map).map(([name]) => name)))];
}

/** What was, and what is; only once if it is the same. */
function arrow(before: string = NONE, after: string = NONE): string {
  return before === after ? after : `${before} → ${after}`;
}

/** The cells of {@link CHANGES}. */
function changes(
  before: RequestStatistics | undefined,
  after: RequestStatistics | undefined,
  colors: Colors,
): string[] {
  const executed = (of: RequestStatistics | undefined) => `${of?.dispatched ?? 0}`;
  // Two of them share a cell.
  const short = (seconds: number) => duration(seconds, 2);
  const measures: readonly [(of: RequestStatistics) => number | undefined, typeof percent][] = [
    [rejectedPart, percent],
    [({ wait }) => (wait.count === 0 ? undefined : wait.p50Seconds), short],
    [({ wait }) => (wait.count === 0 ? undefined : wait.p99Seconds), short],
  ];
  const measured = measures.map(([measure, format]) => {
    const [old, now] = [before, after].map((of) => (of === undefined ? undefined : measure(of)));
    const text = now === undefined ? NONE : format(now);
    const was = old === undefined ? NONE : format(old);
    if (was === text || old === undefined || now === undefined) {
      return arrow(was, text);
    }
    // Fewer rejections and shorter waits are better.
    return arrow(was, now > old ? colors.red(text) : colors.green(text));
  });
  return [arrow(executed(before), executed(after)), ...measured];
}
