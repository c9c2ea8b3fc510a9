import {
  type AuditArrivals,
  type ServerWarning,
  type SimulatedServer,
  serverWarnings,
} from '@kubesem/apf-simulator';
import { count, grouped } from '../../../output/text.js';
import type { SimulationResults } from './model.js';

/** Says which requests of an audit log were used. */
export function logNote({ arrivals, skipped, assumedDurations }: AuditArrivals): string {
  const { LONG_RUNNING, UNAUTHENTICATED } = skipped;
  const left = [
    ...(LONG_RUNNING > 0 ? [`${LONG_RUNNING} long-running`] : []),
    ...(UNAUTHENTICATED > 0 ? [`${UNAUTHENTICATED} unauthenticated`] : []),
  ];
  return [
    `${count(arrivals.length, 'request')} from the audit log`,
    ...(left.length > 0 ? [`skipped ${left.join(', ')}`] : []),
    ...(assumedDurations > 0
      ? [
          `${count(assumedDurations, 'rejected request')} simulated with the duration of similar ones`,
        ]
      : []),
  ].join('; ');
}

/** Says how many requests were simulated; with two configurations, clients of a closed loop send different numbers. */
export function requestsNote({ before, after = before }: SimulationResults): string {
  const { seed, durationSeconds } = before;
  const totals = [before.total, after.total];
  const arrived = change(totals.map((total) => total.arrived));
  const left = totals.map(({ waiting, executing }) => waiting + executing);
  const rest = left.some((number) => number > 0)
    ? `; ${change(left)} still waiting or executing at the end`
    : '';
  return `${arrived} in ${durationSeconds} s, seed ${seed}${rest}`;
}

/** Numbers of requests before and after; only one if they are the same. */
function change(numbers: readonly number[]): string {
  return [...new Set(numbers)]
    .map((number, index, all) =>
      index === all.length - 1 ? count(number, 'request') : grouped(number),
    )
    .join(' → ');
}

/** Says which objects a server would not use, or not leave as they are, though they can be simulated. */
export function warningsOn(server: SimulatedServer): readonly string[] {
  return serverWarnings(server).map(
    ({ code, resource, name }) => `${resource}/${name}: ${EFFECTS[code]}`,
  );
}

const EFFECTS: { readonly [Code in ServerWarning['code']]: string } = {
  IGNORED: 'the API server ignores it, because its priority level does not exist',
  DELETED: 'the API server deletes it within a minute',
  RESET: 'the API server resets it within a minute',
};
