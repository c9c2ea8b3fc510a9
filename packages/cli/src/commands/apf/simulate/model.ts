import {
  type AuditArrivals,
  type ServerWarning,
  type SimulatedServer,
  type SimulationResult,
  serverWarnings,
  simulate,
} from '@kubesem/apf-simulator';
import { startProgress } from '../../../io/progress.js';
import type { Output } from '../../../io/terminal.js';
import { count, grouped } from '../../../output/text.js';
import type { SimulateAsked, SimulationInput } from './read.js';

/** The result with one configuration, and with the other one if there are two. */
export interface SimulationResults {
  readonly before: SimulationResult;
  readonly after?: SimulationResult | undefined;
}

const STEPS = 1000;

/** Simulates the server with each configuration. */
export function runSimulation(
  { scenario, log, base, changed }: SimulationInput,
  { seed, durationSeconds }: Pick<SimulateAsked, 'seed' | 'durationSeconds'>,
  stderr: Output,
): SimulationResults {
  const progress = startProgress(changed ? 2 * STEPS : STEPS, stderr, 'simulating');
  const run = (config: SimulatedServer): SimulationResult => {
    let before = 0;
    return simulate({
      ...scenario,
      config,
      arrivals: log?.arrivals ?? [],
      durationSeconds: durationSeconds ?? scenario?.durationSeconds,
      seed: seed ?? scenario?.seed,
      onProgress: (part) => {
        progress.advance((part - before) * STEPS);
        before = part;
      },
    });
  };
  try {
    return { before: run(base), after: changed && run(changed) };
  } finally {
    progress.stop();
  }
}

/** What `kubesem apf simulate` reports for programs. */
export function simulationModel(
  { before, after }: SimulationResults,
  log: SimulationInput['log'],
): object {
  const auditLog = log && {
    requests: log.arrivals.length,
    startUnixMs: log.startUnixMs,
    assumedDurations: log.assumedDurations,
    skipped: log.skipped,
  };
  return {
    ...(auditLog && { auditLog }),
    ...(after === undefined ? before : { before, after }),
  };
}

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
