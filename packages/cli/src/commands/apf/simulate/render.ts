import type {
  RequestStatistics,
  SimulatedFlow,
  SimulatedLevel,
  SimulationResult,
} from '@kubesem/apf-simulator';
import { type Column, column, numbers, renderRows, tableOf } from '../../../frame/columns.js';
import { renderTable } from '../../../output/table/render.js';
import { type Layout, unsorted } from '../../../output/table/table.js';
import { count, NONE, shorten } from '../../../output/text.js';
import {
  average,
  duration,
  entriesOf,
  mainFlows,
  percent,
  REASONS,
  rejectedPart,
  rejections,
} from './cells.js';
import { renderLevelChart } from './level-chart.js';

/** The result with one configuration, and with the other one if there are two. */
export interface SimulationResults {
  readonly before: SimulationResult;
  readonly after?: SimulationResult | undefined;
}

/**
 * Lays out the results: tables, and charts of a priority level.
 *
 * @param results - with one configuration or with two; what became worse is red, what became better green
 * @param chart - the level to draw; undefined to draw the busiest one, only on a terminal
 * @param layout - of the tables
 * @returns the tables and the charts
 */
export function renderResults(
  { before, after }: SimulationResults,
  chart: string | undefined,
  layout: Layout,
): string {
  const { colors, isTerminal } = layout;
  const level = chart ?? (isTerminal ? busiestLevel(after ?? before) : undefined);
  const tables = after ? renderComparison(before, after, layout) : renderSimulation(before, layout);
  const charts = after
    ? ([
        [before, 'before: '],
        [after, 'after: '],
      ] as const)
    : ([[before, '']] as const);
  return level === undefined
    ? tables
    : [
        tables,
        ...charts.map(([result, prefix]) => renderLevelChart(result, level, prefix, colors)),
      ].join('\n');
}

/** The names of the priority levels of all configurations. */
export function levelsIn({ before, after = before }: SimulationResults): readonly string[] {
  const names = [before, after].flatMap(({ priorityLevels }) => Object.keys(priorityLevels));
  return [...new Set(names)];
}

/** The priority level in which most requests waited, or else whose seats are most in use; undefined if all are idle. */
function busiestLevel({ priorityLevels }: SimulationResult): string | undefined {
  // A request that waits outweighs any number of seats.
  const amounts = entriesOf(priorityLevels).map(([name, { series }]): [string, number] => [
    name,
    average(series.requestsWaiting) * 1e6 + average(series.seatsInUse),
  ]);
  const [name, amount] = amounts.reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
  return amount > 0 ? name : undefined;
}

/** The requests of a priority level or a flow, by its name. */
type Named<T extends RequestStatistics> = readonly [name: string, of: T];

const REJECTED: Column<Named<RequestStatistics>> = numbers('REJECTED', ([, of]) => rejections(of), {
  paint: (text, [, of], { red }) => (rejections(of) === 0 ? text : red(text)),
});

/** Requests that still wait are in none of the waits. */
function waited(percentile: 'p50Seconds' | 'p99Seconds'): Column<Named<RequestStatistics>>['cell'] {
  return ([, { dispatched, wait }]) => (dispatched === 0 ? undefined : duration(wait[percentile]));
}

/** The columns of priority levels. */
export const LEVELS: readonly Column<Named<SimulatedLevel>>[] = [
  column('LEVEL', ([name]) => name),
  numbers('SEATS', ([, { limits }]) => limits.nominalLimit),
  numbers('USED', ([, { series }]) => average(series.seatsInUse).toFixed(1), { drop: 2 }),
  numbers('ARRIVED', ([, { arrived }]) => arrived),
  REJECTED,
  numbers('WAITING', ([, { waiting }]) => waiting, { drop: 3 }),
  numbers('WAIT P50', waited('p50Seconds'), { drop: 4 }),
  numbers('P99', waited('p99Seconds')),
  numbers(
    'FAIR',
    ([, { flowCount, fairnessIndex }]) => (flowCount > 1 ? fairnessIndex.toFixed(2) : undefined),
    { drop: 1 },
  ),
];

const FLOWS: readonly Column<Named<SimulatedFlow>>[] = [
  column('FLOW', ([name]) => shorten(name)),
  column('LEVEL', ([, { priorityLevels }]) => priorityLevels.join(', '), { drop: 2 }),
  numbers('ARRIVED', ([, { arrived }]) => arrived),
  REJECTED,
  numbers('WAITING', ([, { waiting }]) => waiting, { drop: 1 }),
  numbers('WAIT P50', waited('p50Seconds')),
  numbers('P99', waited('p99Seconds')),
];

/** The tables of one result: by priority level, by flow, and the reasons of rejections. */
function renderSimulation(result: SimulationResult, layout: Layout): string {
  const used = usedLevels(result);
  const idle = entriesOf(result.priorityLevels).length - used.length;
  const hidden = `${count(idle, 'priority level')} without requests not shown\n`;
  const flows = entriesOf(result.flows);
  const rejected = flows.filter(([, flow]) => rejections(flow) > 0);
  const reasons = REASONS.filter((reason) =>
    rejected.some(([, flow]) => flow.rejected[reason] > 0),
  );
  return [
    `${renderTable(tableOf(LEVELS, used)(layout), layout)}${idle > 0 ? layout.colors.dim(hidden) : ''}`,
    renderFlows(FLOWS, flows, [result], layout),
    renderFlows(rejectionColumns(reasons), rejected, [result], layout),
  ]
    .filter((table) => table !== '')
    .join('\n');
}

/** The priority levels that receive requests. */
export function usedLevels({ priorityLevels }: SimulationResult): Named<SimulatedLevel>[] {
  return entriesOf(priorityLevels).filter(([, { arrived }]) => arrived > 0);
}

function rejectionColumns(reasons: typeof REASONS): readonly Column<Named<SimulatedFlow>>[] {
  return [
    column('REJECTED FLOW', ([name]) => shorten(name)),
    ...reasons.map((reason) =>
      numbers<Named<SimulatedFlow>>(reason.toUpperCase(), ([, { rejected }]) => rejected[reason]),
    ),
    numbers('OF ALL', ([, flow]) => percent(rejectedPart(flow) ?? 0)),
  ];
}

/** The worst of these flows, which start with their names; empty if there are none. */
function renderFlows<Row extends readonly [name: string, ...unknown[]]>(
  columns: readonly Column<Row>[],
  flows: readonly Row[],
  results: readonly SimulationResult[],
  layout: Layout,
): string {
  const byName = new Map(flows.map((flow) => [flow[0], flow]));
  const { shown, more } = mainFlows([...byName.keys()], results);
  const rows = shown.flatMap((name) => [byName.get(name) as Row]);
  const hidden = `${more} more flows with fewer problems (list them with -o json)\n`;
  return `${renderRows(columns, rows, unsorted(layout))}${more > 0 ? layout.colors.dim(hidden) : ''}`;
}

/** The requests of a priority level or a flow with each configuration; undefined if it does not exist. */
type Compared<T extends RequestStatistics = RequestStatistics> = readonly [
  name: string,
  before: T | undefined,
  after: T | undefined,
];

const CHANGES: readonly Column<Compared>[] = [
  numbers('EXECUTED', ([, before, after]) =>
    arrow(`${before?.dispatched ?? 0}`, `${after?.dispatched ?? 0}`),
  ),
  change('REJECTED', rejectedPart, percent),
  change('WAIT P50', ({ wait }) => (wait.count === 0 ? undefined : wait.p50Seconds), short, {
    drop: 1,
  }),
  change('P99', ({ wait }) => (wait.count === 0 ? undefined : wait.p99Seconds), short),
];

/** The columns of priority levels with each configuration. */
export const COMPARED_LEVELS: readonly Column<Compared<SimulatedLevel>>[] = [
  column('LEVEL', ([name]) => name),
  numbers('SEATS', ([, ...levels]) => arrow(...levels.map(seatsOf)), { drop: 2 }),
  ...CHANGES,
];

const COMPARED_FLOWS: readonly Column<Compared<SimulatedFlow>>[] = [
  column('FLOW', ([name]) => shorten(name)),
  column(
    'LEVEL',
    ([, ...flows]) => arrow(...flows.map((flow) => flow?.priorityLevels.join(', '))),
    { drop: 3 },
  ),
  ...CHANGES,
];

function seatsOf(level: SimulatedLevel | undefined): string | undefined {
  return level && `${level.limits.nominalLimit}`;
}

/** The tables of two results side by side. */
function renderComparison(
  before: SimulationResult,
  after: SimulationResult,
  layout: Layout,
): string {
  const levels = renderTable(
    tableOf(COMPARED_LEVELS, comparedLevels(before, after))(layout),
    layout,
  );
  const flows = compared(before.flows, after.flows);
  return `${levels}\n${renderFlows(COMPARED_FLOWS, flows, [before, after], layout)}`;
}

/** The priority levels that receive requests. */
export function comparedLevels(
  before: SimulationResult,
  after: SimulationResult,
): readonly Compared<SimulatedLevel>[] {
  return compared(before.priorityLevels, after.priorityLevels).filter(([, ...levels]) =>
    levels.some((of) => (of?.arrived ?? 0) > 0),
  );
}

function compared<T extends RequestStatistics>(
  before: { readonly [name: string]: T | undefined },
  after: { readonly [name: string]: T | undefined },
): readonly Compared<T>[] {
  const names = [before, after].flatMap((map) => entriesOf(map).map(([name]) => name));
  return [...new Set(names)].map((name) => [name, before[name], after[name]]);
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
  const measured = ([, ...both]: Compared) => both.map((of) => of && measure(of));
  const cell = (row: Compared) =>
    arrow(...measured(row).map((value) => (value === undefined ? undefined : format(value))));
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
