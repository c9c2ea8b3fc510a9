import type { RequestStatistics, SimulatedLevel, SimulationResult } from '@kubesem/apf';
import {
  columns,
  duration,
  entriesOf,
  mainFlows,
  moreFlows,
  percent,
  rejectedPart,
} from './render-simulation.js';
import { renderTable } from './table.js';
import { type Colors, shorten, visible } from './terminal.js';

const NONE = '-';
const ARROW = '→';

/**
 * Lays out two results side by side: what the second configuration makes of the same requests.
 *
 * @param before - with the first configuration
 * @param after - with the second
 * @param colors - for the terminal
 * @returns the tables; what became worse is red, what became better green
 */
export function renderComparison(
  before: SimulationResult,
  after: SimulationResult,
  colors: Colors,
): string {
  return `${renderLevels(before, after, colors)}\n${renderFlows(before, after, colors)}`;
}

function namesIn<T>(...maps: readonly { readonly [name: string]: T | undefined }[]): string[] {
  return [...new Set(maps.flatMap((map) => entriesOf(map).map(([name]) => name)))];
}

function renderLevels(before: SimulationResult, after: SimulationResult, colors: Colors): string {
  const names = namesIn(before.priorityLevels, after.priorityLevels).filter((name) =>
    [before, after].some(({ priorityLevels }) => (priorityLevels[name]?.arrived ?? 0) > 0),
  );
  const seats = (level: SimulatedLevel | undefined) =>
    level === undefined ? NONE : `${level.limits.nominalLimit}`;
  return renderTable(
    columns(colors, ['LEVEL', 'SEATS', 'EXECUTED', 'REJECTED', 'WAIT P50', 'P99'], 1),
    names.map((name) => {
      const [old, now] = [before.priorityLevels[name], after.priorityLevels[name]];
      return [
        visible(name),
        arrow(seats(old), seats(now)),
        arrow(executed(old), executed(now)),
        ...changes(old, now, colors),
      ];
    }),
  );
}

function renderFlows(before: SimulationResult, after: SimulationResult, colors: Colors): string {
  const names = namesIn(before.flows, after.flows);
  const { shown, more } = mainFlows(names, [before, after]);
  const table = renderTable(
    columns(colors, ['FLOW', 'LEVEL', 'EXECUTED', 'REJECTED', 'WAIT P50', 'P99'], 2),
    shown.map((name) => {
      const [old, now] = [before.flows[name], after.flows[name]];
      return [
        visible(shorten(name)),
        visible(arrow(old?.priorityLevels.join(', '), now?.priorityLevels.join(', '))),
        arrow(executed(old), executed(now)),
        ...changes(old, now, colors),
      ];
    }),
  );
  return `${table}${moreFlows(more, colors)}`;
}

/** Two of them stand in one cell. */
function short(seconds: number): string {
  return duration(seconds, 2);
}

/** What was, and what is; once, if it is the same. */
function arrow(before: string = NONE, after: string = NONE): string {
  return before === after ? after : `${before} ${ARROW} ${after}`;
}

function executed(of: RequestStatistics | undefined): string {
  return `${of?.dispatched ?? 0}`;
}

function changes(
  before: RequestStatistics | undefined,
  after: RequestStatistics | undefined,
  colors: Colors,
): string[] {
  const measures: readonly [(of: RequestStatistics) => number | undefined, typeof percent][] = [
    [rejectedPart, percent],
    [({ wait }) => (wait.count === 0 ? undefined : wait.p50Seconds), short],
    [({ wait }) => (wait.count === 0 ? undefined : wait.p99Seconds), short],
  ];
  return measures.map(([measure, format]) => {
    const [old, now] = [before, after].map((of) => (of === undefined ? undefined : measure(of)));
    const text = now === undefined ? NONE : format(now);
    const was = old === undefined ? NONE : format(old);
    if (was === text || old === undefined || now === undefined) {
      return arrow(was, text);
    }
    // Less is better, of rejections and of waits.
    return arrow(was, now > old ? colors.red(text) : colors.green(text));
  });
}
