import { ApfConfigurationError } from '@kubesem/apf';
import {
  type AuditArrivals,
  ScenarioError,
  type SimulatedServer,
  type SimulationResult,
  serverWarnings,
  simulateServer,
} from '@kubesem/apf-simulator';
import { tableOf } from '../../../frame/columns.js';
import { type AddCommand, type Answer, command } from '../../../frame/command.js';
import { UsageError } from '../../../frame/input.js';
import { startProgress } from '../../../io/progress.js';
import type { Output, Terminal } from '../../../io/terminal.js';
import { notFound } from '../../../output/not-found.js';
import { describeProblem } from '../../../output/problems.js';
import { count, grouped } from '../../../output/text.js';
import { apfReads } from '../configuration.js';
import {
  readSimulation,
  SIMULATE_ARGUMENTS,
  SIMULATE_FLAGS,
  type SimulateAsked,
  type SimulationInput,
} from './read.js';
import {
  COMPARED_LEVELS,
  comparedLevels,
  LEVELS,
  levelsIn,
  renderResults,
  type SimulationResults,
  usedLevels,
} from './render.js';

const EXAMPLES = `
Examples:
  kubesem apf simulate examples/apf-scenario.yaml
                                      Waiting times and rejections
  kubesem apf simulate scenario.yaml -f apf.yaml --compare change.yaml
                                      Would the change starve the controllers?
  kubesem apf simulate --audit-log audit.log -f apf.yaml --compare change.yaml
                                      The same with recorded requests
  kubesem apf simulate scenario.yaml --chart workload-low
                                      Seats and waits of one level over time

A scenario lists who sends which requests, how many, and how long each executes.
Times are in seconds:
  durationSeconds: 300
  flows:
    - name: operator
      request:
        url: /api/v1/pods?limit=500
        user: { name: 'system:serviceaccount:ops:operator' }
      arrival: { process: poisson, perSecond: 20 }
      durationSeconds: { distribution: exponential, meanSeconds: 0.02 }
The README of @kubesem/apf-simulator lists all fields. An audit log has one
event of audit.k8s.io/v1 per line; watches and other long-running requests are
skipped.

With --compare, both configurations receive the same requests. The second one
adds the changed objects to the objects of -f; a changed object replaces the
object with the same name. The same seed gives the same result.

Exit status: 0 if there are no errors, 1 if a file is invalid, 2 if the command
line is wrong.`;

/** `kubesem apf simulate`. */
export const simulate: AddCommand = command({
  name: 'simulate',
  summary: 'Simulate a server: how long requests wait, and which are rejected',
  help: EXAMPLES,
  arguments: SIMULATE_ARGUMENTS,
  flags: SIMULATE_FLAGS,
  columns: [...LEVELS, ...COMPARED_LEVELS],
  reads: (asked) => {
    const { scenario, auditLog, compare } = asked;
    if (scenario === undefined && auditLog === undefined) {
      throw new UsageError('no requests; pass a SCENARIO or --audit-log');
    }
    return { ...apfReads(asked), files: [scenario, auditLog, ...compare] };
  },
  answer: async (asked, terminal) => {
    try {
      return await answer(asked, asked.chart, terminal);
    } catch (error) {
      return { errors: messagesOf(error) };
    }
  },
});

async function answer(
  asked: SimulateAsked,
  chart: string | undefined,
  terminal: Terminal,
): Promise<Answer> {
  const { input, problems, errors } = await readSimulation(asked, terminal);
  if (input === undefined) {
    return { problems, errors };
  }
  const { log, base, changed } = input;
  const results = runSimulation(input, asked, terminal.stderr);
  const { before, after } = results;
  const levels = levelsIn(results);
  const isDrawn = chart === undefined || levels.includes(chart);
  const paths = [asked.scenario, asked.auditLog, ...asked.filename].flatMap((each) => each ?? []);
  const known = levels.map((name) => ({ namespace: undefined, name }));
  return {
    table: after
      ? tableOf(COMPARED_LEVELS, comparedLevels(before, after))
      : tableOf(LEVELS, usedLevels(before)),
    text: (layout) => renderResults(results, isDrawn ? chart : undefined, layout),
    model: () => ({
      ...(log && { auditLog: withoutArrivals(log) }),
      ...(after === undefined ? before : results),
    }),
    remarks: [...(log ? [logNote(log)] : []), requestsNote(results)],
    warnings: new Set([base, ...(changed ? [changed] : [])].flatMap(warningsOn)),
    problems,
    errors: isDrawn
      ? errors
      : [...errors, notFound({ paths }, `priority level ${chart}`, { name: chart }, known)],
  };
}

/** What is wrong with the input; throws what is not its fault. */
function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ApfConfigurationError) {
    return error.problems.map(
      (problem) => `${problem.kind} ${problem.name}: ${describeProblem(problem)}`,
    );
  }
  if (error instanceof ScenarioError) {
    return error.problems.map(describeProblem);
  }
  throw error;
}

const STEPS = 1000;

/** Simulates the server with each configuration. */
function runSimulation(
  { scenario, log, base, changed }: SimulationInput,
  { seed, durationSeconds }: Pick<SimulateAsked, 'seed' | 'durationSeconds'>,
  stderr: Output,
): SimulationResults {
  const progress = startProgress(changed ? 2 * STEPS : STEPS, stderr, 'simulating');
  const run = (config: SimulatedServer): SimulationResult => {
    let before = 0;
    return simulateServer({
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

/** What is known about an audit log besides its requests. */
function withoutArrivals({ arrivals, ...log }: AuditArrivals) {
  const { startUnixMs, assumedDurations, skipped } = log;
  return { requests: arrivals.length, startUnixMs, assumedDurations, skipped };
}

/** Says which requests of an audit log were used. */
function logNote({ arrivals, skipped, assumedDurations }: AuditArrivals): string {
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
function requestsNote({ before, after = before }: SimulationResults): string {
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
function warningsOn(server: SimulatedServer): readonly string[] {
  return serverWarnings(server).map(
    ({ object, message }) => `${object?.kind} ${object?.name}: ${message}`,
  );
}
