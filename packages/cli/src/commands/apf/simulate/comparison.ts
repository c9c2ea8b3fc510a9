import type { RequestStatistics, SimulatedLevel, SimulationResult } from '@kubesem/apf-simulator';
import { type Column, column, numbers, renderRows } from '../../../frame/columns.js';
import { type Layout, unsorted } from '../../../output/table/table.js';
import { NONE, shorten } from '../../../output/text.js';
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
  const levels = renderRows(COMPARED_LEVELS, comparedLevels(before, after), layout);
  return `${levels}\n${renderFlows(before, after, unsorted(layout))}`;
}

/** The requests of a priority level or a flow with each configuration; undefined if it does not exist. */
interface Compared<T extends RequestStatistics = RequestStatistics> {
  readonly name: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

const CHANGES: readonly Column<Compared>[] = [
  numbers('EXECUTED', ({ before, after }) =>
    arrow(`${before?.dispatched ?? 0}`, `${after?.dispatched ?? 0}`),
  ),
  change('REJECTED', rejectedPart, percent),
  change('WAIT P50', ({ wait }) => (wait.count === 0 ? undefined : wait.p50Seconds), short, {
    drop: 1,
  }),
  change('P99', ({ wait }) => (wait.count === 0 ? undefined : wait.p99Seconds), short),
];

/** The columns of priority levels. */
export const COMPARED_LEVELS: readonly Column<Compared<SimulatedLevel>>[] = [
  column('LEVEL', ({ name }) => name),
  numbers('SEATS', ({ before, after }) => arrow(seats(before), seats(after)), { drop: 2 }),
  ...CHANGES,
];

function seats(level: SimulatedLevel | undefined): string | undefined {
  return level && `${level.limits.nominalLimit}`;
}

/** The priority levels that receive requests. */
export function comparedLevels(
  before: SimulationResult,
  after: SimulationResult,
): readonly Compared<SimulatedLevel>[] {
  return compare(before.priorityLevels, after.priorityLevels).filter((level) =>
    [level.before, level.after].some((of) => (of?.arrived ?? 0) > 0),
  );
}

function renderFlows(before: SimulationResult, after: SimulationResult, layout: Layout): string {
  const flows = compare(before.flows, after.flows);
  const { shown, more } = mainFlows(
    flows.map(({ name }) => name),
    [before, after],
  );
  const rows = shown.flatMap((name) => flows.find((flow) => flow.name === name) ?? []);
  const columns: readonly Column<(typeof flows)[number]>[] = [
    column('FLOW', ({ name }) => shorten(name)),
    column(
      'LEVEL',
      (flow) =>
        arrow(flow.before?.priorityLevels.join(', '), flow.after?.priorityLevels.join(', ')),
      { drop: 3 },
    ),
    ...CHANGES,
  ];
  return `${renderRows(columns, rows, layout)}${moreFlows(more, layout.colors)}`;
}

type Named<T> = { readonly [name: string]: T | undefined };

function compare<T extends RequestStatistics>(
  before: Named<T>,
  after: Named<T>,
): readonly Compared<T>[] {
  const names = [before, after].flatMap((map) => entriesOf(map).map(([name]) => name));
  return [...new Set(names)].map((name) => ({ name, before: before[name], after: after[name] }));
}

/** What was, and what is; only once if it is the same. */
function arrow(before: string = NONE, after: string = NONE): string {
  return before === after ? after : `${before}${ARROW}${after}`;
}

const ARROW = ' → ';

/** A measure before and after. Fewer rejections and shorter waits are better. */
function change(
  head: string,
  measure: (of: RequestStatistics) => number | undefined,
  format: (value: number) => string,
  rules: Pick<Column<Compared>, 'drop'> = {},
): Column<Compared> {
  const measured = ({ before, after }: Compared) =>
    [before, after].map((of) => (of === undefined ? undefined : measure(of)));
  const cell = (row: Compared) => {
    const [was, now] = measured(row).map((value) => (value === undefined ? NONE : format(value)));
    return arrow(was, now);
  };
  return numbers(head, cell, {
    ...rules,
    paint: (text, row, colors) => {
      const [was, now] = measured(row);
      const [shown, changed] = text.split(ARROW);
      return was === undefined || now === undefined || changed === undefined
        ? text
        : arrow(shown, now > was ? colors.red(changed) : colors.green(changed));
    },
  });
}

/** Two of them share a cell. */
function short(seconds: number): string {
  return duration(seconds, 2);
}
