import type {
  RequestStatistics,
  SimulatedFlow,
  SimulatedLevel,
  SimulationResult,
} from '@kubesem/apf-simulator';
import { type Column, column, numbers, renderRows } from '../../../frame/columns.js';
import { type Layout, unsorted } from '../../../output/table/table.js';
import { count, shorten } from '../../../output/text.js';
import {
  average,
  duration,
  entriesOf,
  mainFlows,
  moreFlows,
  percent,
  REASONS,
  rejectedPart,
  rejections,
} from './cells.js';
import { renderComparison } from './comparison.js';
import { renderLevelChart } from './level-chart.js';
import type { SimulationResults } from './model.js';

/**
 * Lays out the results: tables, and charts of a priority level.
 *
 * @param results - with one configuration or with two
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
  if (level === undefined) {
    return tables;
  }
  const charts = after
    ? [
        renderLevelChart(before, level, 'before: ', colors),
        renderLevelChart(after, level, 'after: ', colors),
      ]
    : [renderLevelChart(before, level, '', colors)];
  return [tables, ...charts].join('\n');
}

/** The names of the priority levels of all configurations. */
export function levelsIn({ before, after = before }: SimulationResults): readonly string[] {
  const names = [before, after].flatMap(({ priorityLevels }) => Object.keys(priorityLevels));
  return [...new Set(names)];
}

/** The priority level in which most requests waited, or else whose seats are most in use; undefined if all are idle. */
function busiestLevel({ priorityLevels }: SimulationResult): string | undefined {
  let busiest: string | undefined;
  let most = 0;
  for (const [name, { series }] of entriesOf(priorityLevels)) {
    // A request that waits outweighs any number of seats.
    const amount = average(series.requestsWaiting) * 1e6 + average(series.seatsInUse);
    if (amount > most) {
      most = amount;
      busiest = name;
    }
  }
  return busiest;
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
  const further = unsorted(layout);
  const flows = entriesOf(result.flows);
  const rejected = flows.filter(([, flow]) => rejections(flow) > 0);
  const reasons = REASONS.filter((reason) =>
    rejected.some(([, flow]) => flow.rejected[reason] > 0),
  );
  return [
    renderLevels(result, layout),
    renderFlows(FLOWS, flows, result, further),
    renderFlows(rejectionColumns(reasons), rejected, result, further),
  ]
    .filter((table) => table !== '')
    .join('\n');
}

function renderLevels(result: SimulationResult, layout: Layout): string {
  const used = usedLevels(result);
  const table = renderRows(LEVELS, used, layout);
  const idle = entriesOf(result.priorityLevels).length - used.length;
  return idle === 0
    ? table
    : `${table}${layout.colors.dim(`${count(idle, 'priority level')} without requests not shown\n`)}`;
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

/** The worst of these flows; empty if there are none. */
function renderFlows(
  columns: readonly Column<Named<SimulatedFlow>>[],
  flows: readonly Named<SimulatedFlow>[],
  result: SimulationResult,
  layout: Layout,
): string {
  const { shown, more } = mainFlows(
    flows.map(([name]) => name),
    [result],
  );
  const rows = shown.flatMap((name) => {
    const flow = result.flows[name];
    return flow === undefined ? [] : [[name, flow] as const];
  });
  return rows.length === 0
    ? ''
    : `${renderRows(columns, rows, layout)}${moreFlows(more, layout.colors)}`;
}
