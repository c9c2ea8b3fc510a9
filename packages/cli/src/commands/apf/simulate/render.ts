import type { RequestStatistics, SimulatedLevel, SimulationResult } from '@kubesem/apf-simulator';
import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table/render.js';
import { type Layout, right, type Table, unsorted } from '../../../output/table/table.js';
import { count, NONE, shorten, visible } from '../../../output/text.js';
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

/** The tables of one result: by priority level, by flow, and the reasons of rejections. */
function renderSimulation(result: SimulationResult, layout: Layout): string {
  const further = unsorted(layout);
  return [
    renderLevels(result, layout),
    renderFlows(result, further),
    renderRejections(result, further),
  ]
    .filter((table) => table !== '')
    .join('\n');
}

/** A number of rejected requests, conspicuous if it is not zero. */
function alarming(number: number, colors: Colors): string {
  return number === 0 ? '0' : colors.red(`${number}`);
}

/** Requests that still wait are in none of the waits. */
function waits({ waiting, wait, dispatched }: RequestStatistics): string[] {
  const times = [wait.p50Seconds, wait.p99Seconds];
  return [`${waiting}`, ...times.map((time) => (dispatched === 0 ? NONE : duration(time)))];
}

function renderLevels(result: SimulationResult, layout: Layout): string {
  const table = renderTable(simulatedLevels(result, layout), layout);
  const levels = entriesOf(result.priorityLevels);
  const idle = levels.length - usedLevels(result).length;
  return idle === 0
    ? table
    : `${table}${layout.colors.dim(`${count(idle, 'priority level')} without requests not shown\n`)}`;
}

function usedLevels({ priorityLevels }: SimulationResult): [string, SimulatedLevel][] {
  return entriesOf(priorityLevels).filter(([, { arrived }]) => arrived > 0);
}

/** The table of priority levels. */
export function simulatedLevels(result: SimulationResult, { colors }: Layout): Table {
  const columns = [
    right('SEATS'),
    right('USED', 2),
    right('ARRIVED'),
    right('REJECTED'),
    right('WAITING', 3),
    right('WAIT P50', 4),
    right('P99'),
    right('FAIR', 1),
  ];
  const rows = usedLevels(result).map(([name, level]) => [
    visible(name),
    `${level.limits.nominalLimit}`,
    average(level.series.seatsInUse).toFixed(1),
    `${level.arrived}`,
    alarming(rejections(level), colors),
    ...waits(level),
    level.flowCount > 1 ? level.fairnessIndex.toFixed(2) : NONE,
  ]);
  return { columns: ['LEVEL', ...columns], rows };
}

function renderFlows(result: SimulationResult, layout: Layout): string {
  const { colors } = layout;
  const { shown, more } = mainFlows(Object.keys(result.flows), [result]);
  if (shown.length === 0) {
    return '';
  }
  const columns = [
    'FLOW',
    { head: 'LEVEL', drop: 2 },
    right('ARRIVED'),
    right('REJECTED'),
    right('WAITING', 1),
    right('WAIT P50'),
    right('P99'),
  ];
  const rows = shown.flatMap((name) => {
    const flow = result.flows[name];
    return flow === undefined
      ? []
      : [
          [
            visible(shorten(name)),
            visible(flow.priorityLevels.join(', ')),
            `${flow.arrived}`,
            alarming(rejections(flow), colors),
            ...waits(flow),
          ],
        ];
  });
  const table = renderTable({ columns, rows }, layout);
  return `${table}${moreFlows(more, colors)}`;
}

function renderRejections(result: SimulationResult, layout: Layout): string {
  const rejected = entriesOf(result.flows).filter(([, flow]) => rejections(flow) > 0);
  if (rejected.length === 0) {
    return '';
  }
  const names = rejected.map(([name]) => name);
  const { shown, more } = mainFlows(names, [result]);
  const reasons = REASONS.filter((reason) =>
    rejected.some(([, flow]) => flow.rejected[reason] > 0),
  );
  const rows = shown.flatMap((name) => {
    const flow = result.flows[name];
    return flow === undefined
      ? []
      : [
          [
            visible(shorten(name)),
            ...reasons.map((reason) => `${flow.rejected[reason]}`),
            percent(rejectedPart(flow) ?? 0),
          ],
        ];
  });
  const numbers = [...reasons.map((each) => right(each.toUpperCase())), right('OF ALL')];
  const table = renderTable({ columns: ['REJECTED FLOW', ...numbers], rows }, layout);
  return `${table}${moreFlows(more, layout.colors)}`;
}
