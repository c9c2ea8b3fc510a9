import type { RejectionCounts, RequestStatistics, SimulationResult } from '@kubesem/apf-simulator';
import { largest } from '@kubesem/core/internal';

/** Why requests are rejected. */
export const REASONS: readonly (keyof RejectionCounts)[] = [
  'queue-full',
  'concurrency-limit',
  'time-out',
  'cancelled',
];
/** So many flows are shown: an audit log may have thousands of users. */
const MAX_FLOWS = 30;

/** The entries of a map by name. */
export function entriesOf<T>(map: { readonly [name: string]: T | undefined }): [string, T][] {
  return Object.entries(map).flatMap(([name, value]): [string, T][] =>
    value === undefined ? [] : [[name, value]],
  );
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

/** A part as a percentage. */
export function percent(part: number): string {
  return part > 0 && part < 0.001 ? '<0.1%' : `${Number((100 * part).toFixed(1))}%`;
}

/** The average of numbers; 0 if there are none. */
export function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

/** How many requests were rejected. */
export function rejections({ rejected }: RequestStatistics): number {
  return REASONS.reduce((sum, reason) => sum + rejected[reason], 0);
}

/** The part of the requests that were rejected; undefined if there were no requests. */
export function rejectedPart(of: RequestStatistics): number | undefined {
  return of.arrived === 0 ? undefined : rejections(of) / of.arrived;
}

/**
 * Selects the flows to show.
 *
 * @param names - of all flows
 * @param results - of one simulation or of two
 * @returns all flows; if there are too many, the worst of them, and how many more there are
 */
export function mainFlows(
  names: readonly string[],
  results: readonly SimulationResult[],
): { readonly shown: readonly string[]; readonly more: number } {
  if (names.length <= MAX_FLOWS) {
    return { shown: names, more: 0 };
  }
  const worst = (measure: (of: RequestStatistics) => number | undefined) => (name: string) =>
    largest(
      results.map(({ flows }) => {
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
