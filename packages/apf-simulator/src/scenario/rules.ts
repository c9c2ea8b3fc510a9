// What the fields of a scenario mean together. The scenario has the structure of `schema.ts`.
import { isSubjectToApf, requestFromUrl } from '@kubesem/apf';
import { FieldProblems, type Fields, fields } from '@kubesem/core/internal';
import { type ArrivalProcess, expectedRequests } from './arrival-process.js';
import { type DurationDistribution, meanSeconds, typicalSeconds } from './duration-distribution.js';
import type { ScenarioProblem, ScenarioProblemCode } from './error.js';
import type { Scenario, ScenarioFlow, ScenarioRequest } from './scenario.js';
import { LONGEST_SECONDS } from './schema.js';

const MOST_REQUESTS = 1e8;
/** Of all flows together: each client takes some memory. */
const MOST_CLIENTS = 1e6;
/** A client that gets its answers any sooner would send more requests than can be simulated. */
const SHORTEST_CYCLE_SECONDS = 1e-5;

type Flow = Fields<ScenarioFlow, ScenarioProblemCode>;

function checkFlow(at: Flow): void {
  const flow = at.value as ScenarioFlow;
  const { arrival, cancelAfterSeconds } = flow;
  checkRequest(at, flow.request);
  const areSound = [
    checkDuration(at, flow.durationSeconds, 'durationSeconds'),
    checkDuration(at, cancelAfterSeconds ?? 0, 'cancelAfterSeconds'),
    arrival.process !== 'closed-loop' ||
      checkDuration(at, arrival.thinkSeconds, 'arrival', 'thinkSeconds'),
  ];
  checkBursts(at, arrival);
  if (arrival.process === 'closed-loop' && areSound.every(Boolean)) {
    if (cycleSeconds(arrival.thinkSeconds, flow) < SHORTEST_CYCLE_SECONDS) {
      const message = `think time and execution must take at least ${SHORTEST_CYCLE_SECONDS} seconds together`;
      at.invalid(at.pathOf('arrival', 'thinkSeconds'), message, undefined, 'OUT_OF_RANGE');
    }
  }
}

/** Checks a duration; returns whether it is sound. */
function checkDuration(
  at: Flow,
  duration: DurationDistribution,
  field: keyof ScenarioFlow & string,
  ...below: readonly string[]
): boolean {
  if (typeof duration === 'object' && duration.distribution !== 'exponential') {
    const [low, high, name, least] =
      duration.distribution === 'uniform'
        ? ([duration.minSeconds, duration.maxSeconds, 'maxSeconds', 'minSeconds'] as const)
        : ([duration.medianSeconds, duration.p99Seconds, 'p99Seconds', 'medianSeconds'] as const);
    if (high < low) {
      const path = at.pathOf(field, ...below, name);
      at.invalid(path, `must not be below ${least}, ${low}`, undefined, 'OUT_OF_RANGE');
      return false;
    }
  }
  // A lognormal distribution whose 99th percentile is far above its median has an enormous mean.
  if (!(meanSeconds(duration) <= LONGEST_SECONDS)) {
    const message = `the mean must be at most ${LONGEST_SECONDS} seconds`;
    at.invalid(at.pathOf(field, ...below), message, undefined, 'OUT_OF_RANGE');
    return false;
  }
  return true;
}

function checkRequest(at: Flow, { method = 'GET', url }: ScenarioRequest): void {
  const request = at.at('request');
  try {
    const { requestInfo } = requestFromUrl(method, url, { name: '' });
    if (!isSubjectToApf(requestInfo)) {
      const message =
        'API Priority and Fairness ignores long-running requests; only watches can be simulated';
      request.invalid('url', message, undefined, 'NOT_SUBJECT');
    }
  } catch {
    request.invalid(
      'url',
      'must be a path that the API server can read',
      undefined,
      'INVALID_REQUEST',
    );
  }
}

function checkBursts(at: Flow, arrival: ArrivalProcess): void {
  if (arrival.process === 'closed-loop') {
    return;
  }
  const { onSeconds, offSeconds } = arrival;
  if (onSeconds !== undefined && offSeconds === undefined) {
    at.required(at.pathOf('arrival', 'offSeconds'), 'must be set with onSeconds');
  }
  if (offSeconds !== undefined && onSeconds === undefined) {
    at.required(at.pathOf('arrival', 'onSeconds'), 'must be set with offSeconds');
  }
}

/** The mean time that a client of a closed loop takes for a request and the pause before it. */
function cycleSeconds(think: DurationDistribution, flow: ScenarioFlow): number {
  const { durationSeconds, cancelAfterSeconds } = flow;
  const patience = cancelAfterSeconds === undefined ? Infinity : typicalSeconds(cancelAfterSeconds);
  return typicalSeconds(think) + Math.min(typicalSeconds(durationSeconds), patience);
}

/** The expected number of requests of a flow. */
function requestsOf(flow: ScenarioFlow, longest: number): number {
  const { arrival, startSeconds = 0, endSeconds = longest, clients = 1 } = flow;
  const length = Math.max(0, Math.min(endSeconds, longest) - startSeconds);
  return arrival.process === 'closed-loop'
    ? (clients * length) / cycleSeconds(arrival.thinkSeconds, flow)
    : expectedRequests(arrival, length);
}

/**
 * Lists what the fields of a scenario contradict.
 *
 * @param scenario - a scenario of the right structure
 * @returns the problems; empty if the scenario can be simulated
 */
export function contradictions(scenario: Scenario): readonly ScenarioProblem[] {
  const problems = new FieldProblems<ScenarioProblemCode>();
  const given = fields<Scenario, ScenarioProblemCode>(scenario, problems);
  const names = new Set<string>();
  let requests = 0;
  let clients = 0;
  given.each('flows', (at) => {
    const flow = at.value as ScenarioFlow;
    const before = problems.count;
    checkFlow(at);
    if (names.has(flow.name)) {
      at.problem('name', 'DUPLICATE', 'another flow has this name');
    }
    names.add(flow.name);
    clients += flow.clients ?? 1;
    requests += problems.count > before ? 0 : requestsOf(flow, scenario.durationSeconds);
  });
  if (clients > MOST_CLIENTS) {
    const message = `must have at most ${MOST_CLIENTS} clients in all flows`;
    given.invalid('flows', message, undefined, 'OUT_OF_RANGE');
  }
  if (requests > MOST_REQUESTS) {
    const message = `about ${Math.round(requests)} requests are too many; at most ${MOST_REQUESTS} can be simulated`;
    given.problem('flows', 'TOO_MANY', message, undefined, 'TOO_MANY_REQUESTS');
  }
  return problems.list();
}
