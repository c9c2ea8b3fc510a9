import type { RejectionCounts, RequestStatistics, SimulationResult } from '@kubesem/apf';
import { type Column, renderTable } from './table.js';
import { type Colors, shorten, visible } from './terminal.js';

const NONE = '-';
const REASONS: readonly (keyof RejectionCounts)[] = [
  'queue-full',
  'concurrency-limit',
  'time-out',
  'cancelled',
];
/** So many flows are shown: an audit log may have thousands of users. */
const MAX_FLOWS = 30;

/**
 * Lays out what became of the requests, by priority level and by flow, and why some were rejected.
 *
 * @param result - of the simulation
 * @param colors - for the terminal
 * @returns the tables
 */
export function renderSimulation(result: SimulationResult, colors: Colors): string {
  return [
    renderLevelResults(result, colors),
    renderFlowResults(result, colors),
    renderRejections(result, colors),
  ]
    .filter((table) => table !== '')
    .join('\n');
}

/** The entries of a map by name. */
export function entriesOf<T>(map: { readonly [name: string]: T | undefined }): [string, T][] {
  return Object.entries(map).flatMap(([name, value]): [string, T][] =>
    value === undefined ? [] : [[name, value]],
  );
}

/** Columns, of which the first so many are texts. */
export function columns(colors: Colors, heads: readonly string[], texts: number): Column[] {
  return heads.map((head, index) => ({
    head: colors.bold(head),
    ...(index < texts ? {} : { align: 'right' }),
  }));
}

/** A number of seconds, to so many digits. */
export function duration(seconds: number, digits = 3): string {
  if (seconds === 0) {
    return '0';
  }
  if (seconds < 0.001) {
    return '<1ms';
  }
  // What is rounded to 1000 ms is a second.
  const isLong = Number(seconds.toPrecision(digits)) >= 1;
  return `${Number((isLong ? seconds : seconds * 1000).toPrecision(digits))}${isLong ? 's' : 'ms'}`;
}

/** How many requests were rejected. */
function rejections({ rejected }: RequestStatistics): number {
  return REASONS.reduce((sum, reason) => sum + rejected[reason], 0);
}

/** The flows that are shown, those that fare worst first if there are too many, and how many more there are. */
export function mainFlows(
  names: readonly string[],
  results: readonly SimulationResult[],
): { readonly shown: readonly string[]; readonly more: number } {
  if (names.length <= MAX_FLOWS) {
    return { shown: names, more: 0 };
  }
  const worst = (measure: (of: RequestStatistics) => number | undefined) => (name: string) =>
    Math.max(
      ...results.map(({ flows }) => {
        const flow = flows[name];
        return (flow && measure(flow)) ?? 0;
      }),
    );
  const measures = [
    worst(rejectedPart),
    worst(({ waiting }) => waiting),
    worst(({ wait }) => wait.p99Seconds),
    worst(({ arrived }) => arrived),
  ];
  const keys = new Map(names.map((name) => [name, measures.map((measure) => measure(name))]));
  const sorted = [...names].sort((a, b) => {
    const [left = [], right = []] = [keys.get(a), keys.get(b)];
    const differs = left.findIndex((value, index) => value !== right[index]);
    return differs < 0 ? 0 : (right[differs] ?? 0) - (left[differs] ?? 0);
  });
  return { shown: sorted.slice(0, MAX_FLOWS), more: names.length - MAX_FLOWS };
}

/** The line below a table of flows that does not show all. */
export function moreFlows(more: number, colors: Colors): string {
  return more === 0 ? '' : colors.dim(`and ${more} more that fare better; -o json has all\n`);
}

/** A number of rejected requests, conspicuous if it is not zero. */
function alarming(number: number, colors: Colors): string {
  return number === 0 ? '0' : colors.red(`${number}`);
}

/** Those that still wait are in none of the waits. */
function waits({ waiting, wait, dispatched }: RequestStatistics): string[] {
  const times = [wait.p50Seconds, wait.p99Seconds];
  return [`${waiting}`, ...times.map((time) => (dispatched === 0 ? NONE : duration(time)))];
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

function renderLevelResults({ priorityLevels }: SimulationResult, colors: Colors): string {
  const levels = entriesOf(priorityLevels);
  const used = levels.filter(([, { arrived }]) => arrived > 0);
  const heads = [
    'LEVEL',
    'SEATS',
    'USED',
    'ARRIVED',
    'REJECTED',
    'WAITING',
    'WAIT P50',
    'P99',
    'FAIR',
  ];
  const table = renderTable(
    columns(colors, heads, 1),
    used.map(([name, level]) => [
      visible(name),
      `${level.limits.nominalLimit}`,
      average(level.series.seatsInUse).toFixed(1),
      `${level.arrived}`,
      alarming(rejections(level), colors),
      ...waits(level),
      level.flowCount > 1 ? level.fairnessIndex.toFixed(2) : NONE,
    ]),
  );
  const idle = levels.length - used.length;
  const note = `and ${idle} level${idle === 1 ? '' : 's'} without requests\n`;
  return idle === 0 ? table : `${table}${colors.dim(note)}`;
}

function renderFlowResults(result: SimulationResult, colors: Colors): string {
  const { flows } = result;
  const { shown, more } = mainFlows(Object.keys(flows), [result]);
  if (shown.length === 0) {
    return '';
  }
  const heads = ['FLOW', 'LEVEL', 'ARRIVED', 'REJECTED', 'WAITING', 'WAIT P50', 'P99'];
  const table = renderTable(
    columns(colors, heads, 2),
    shown.flatMap((name) => {
      const flow = flows[name];
      if (flow === undefined) {
        return [];
      }
      return [
        [
          visible(shorten(name)),
          visible(flow.priorityLevels.join(', ')),
          `${flow.arrived}`,
          alarming(rejections(flow), colors),
          ...waits(flow),
        ],
      ];
    }),
  );
  return `${table}${moreFlows(more, colors)}`;
}

function renderRejections(result: SimulationResult, colors: Colors): string {
  const { flows } = result;
  const rejected = entriesOf(flows).filter(([, flow]) => rejections(flow) > 0);
  if (rejected.length === 0) {
    return '';
  }
  const { shown, more } = mainFlows(
    rejected.map(([name]) => name),
    [result],
  );
  const reasons = REASONS.filter((reason) =>
    rejected.some(([, flow]) => flow.rejected[reason] > 0),
  );
  const table = renderTable(
    columns(colors, ['REJECTED FLOW', ...reasons.map((each) => each.toUpperCase()), 'OF ALL'], 1),
    shown.flatMap((name) => {
      const flow = flows[name];
      return flow === undefined
        ? []
        : [
            [
              visible(shorten(name)),
              ...reasons.map((reason) => `${flow.rejected[reason]}`),
              percent(rejectedPart(flow) ?? 0),
            ],
          ];
    }),
  );
  return `${table}${moreFlows(more, colors)}`;
}

/** The part of the requests that were rejected; nothing if there were no requests. */
export function rejectedPart(of: RequestStatistics): number | undefined {
  return of.arrived === 0 ? undefined : rejections(of) / of.arrived;
}

/** A part as a percentage. */
export function percent(part: number): string {
  return part > 0 && part < 0.001 ? '<0.1%' : `${Number((100 * part).toFixed(1))}%`;
}

/**
 * Names the priority level that has most to show.
 *
 * @param result - of the simulation
 * @returns the level in which most requests waited, or else the one whose seats are most in use; nothing if there were
 *   no requests
 */
export function busiestLevel({ priorityLevels }: SimulationResult): string | undefined {
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
