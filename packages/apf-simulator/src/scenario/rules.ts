// What the fields of a scenario mean together. The scenario has the structure of `schema.ts`.
import { isSubjectToApf, requestFromUrl } from '@kubesem/apf';
import { type FieldErrorType, type FieldPath, type Fields, fields } from '@kubesem/core';
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

const TYPES: { readonly [Code in ScenarioProblemCode]?: FieldErrorType } = {
  DUPLICATE: 'FieldValueDuplicate',
  REQUIRED: 'FieldValueRequired',
  TOO_MANY_REQUESTS: 'FieldValueTooMany',
};

type Flow = Fields<ScenarioFlow, ScenarioProblemCode>;

/** Reports a problem of an object, or of what is below it. */
function reject<T extends object>(
  object: Fields<T, ScenarioProblemCode>,
  where: (keyof T & string) | FieldPath,
  code: ScenarioProblemCode,
  message: string,
): void {
  object.problem(where, TYPES[code] ?? 'FieldValueInvalid', code, message);
}

/** Collects the problems of a scenario. */
class Rules {
  readonly problems: ScenarioProblem[] = [];

  checkScenario(scenario: Scenario): void {
    const given = fields<Scenario, ScenarioProblemCode>(scenario, {
      report: (problem) => this.problems.push(problem()),
    });
    const names = new Set<string>();
    let requests = 0;
    let clients = 0;
    given.each('flows', (at) => {
      const flow = at.value as ScenarioFlow;
      const before = this.problems.length;
      this.checkFlow(at, flow);
      if (names.has(flow.name)) {
        reject(at, 'name', 'DUPLICATE', 'another flow has this name');
      }
      names.add(flow.name);
      clients += flow.clients ?? 1;
      requests += this.problems.length > before ? 0 : requestsOf(flow, scenario.durationSeconds);
    });
    if (clients > MOST_CLIENTS) {
      const message = `must have at most ${MOST_CLIENTS} clients in all flows`;
      reject(given, 'flows', 'OUT_OF_RANGE', message);
    }
    if (requests > MOST_REQUESTS) {
      const message = `about ${Math.round(requests)} requests are too many; at most ${MOST_REQUESTS} can be simulated`;
      reject(given, 'flows', 'TOO_MANY_REQUESTS', message);
    }
  }

  private checkFlow(at: Flow, flow: ScenarioFlow): void {
    const { arrival, cancelAfterSeconds } = flow;
    checkRequest(at, flow.request);
    const areSound = [
      this.checkDuration(at, flow.durationSeconds, 'durationSeconds'),
      this.checkDuration(at, cancelAfterSeconds ?? 0, 'cancelAfterSeconds'),
      arrival.process !== 'closed-loop' ||
        this.checkDuration(at, arrival.thinkSeconds, 'arrival', 'thinkSeconds'),
    ];
    checkBursts(at, arrival);
    if (arrival.process === 'closed-loop' && areSound.every(Boolean)) {
      if (cycleSeconds(arrival.thinkSeconds, flow) < SHORTEST_CYCLE_SECONDS) {
        const message = `think time and execution must take at least ${SHORTEST_CYCLE_SECONDS} seconds together`;
        reject(at, at.pathOf('arrival', 'thinkSeconds'), 'OUT_OF_RANGE', message);
      }
    }
  }

  private checkDuration(
    at: Flow,
    duration: DurationDistribution,
    field: keyof ScenarioFlow & string,
    ...below: readonly string[]
  ): boolean {
    const before = this.problems.length;
    if (typeof duration === 'object' && duration.distribution !== 'exponential') {
      const [low, high, name, least] =
        duration.distribution === 'uniform'
          ? ([duration.minSeconds, duration.maxSeconds, 'maxSeconds', 'minSeconds'] as const)
          : ([duration.medianSeconds, duration.p99Seconds, 'p99Seconds', 'medianSeconds'] as const);
      if (high < low) {
        const path = at.pathOf(field, ...below, name);
        reject(at, path, 'OUT_OF_RANGE', `must not be below ${least}, ${low}`);
        return false;
      }
    }
    // A lognormal distribution whose 99th percentile is far above its median has an enormous mean.
    if (!(meanSeconds(duration) <= LONGEST_SECONDS)) {
      const message = `the mean must be at most ${LONGEST_SECONDS} seconds`;
      reject(at, at.pathOf(field, ...below), 'OUT_OF_RANGE', message);
    }
    return this.problems.length === before;
  }
}

function checkRequest(at: Flow, { method = 'GET', url }: ScenarioRequest): void {
  const request = at.at('request');
  try {
    const { requestInfo } = requestFromUrl(method, url, { name: '' });
    if (!isSubjectToApf(requestInfo)) {
      const message =
        'API Priority and Fairness ignores long-running requests; only watches can be simulated';
      reject(request, 'url', 'NOT_SUBJECT', message);
    }
  } catch {
    reject(request, 'url', 'INVALID_REQUEST', 'must be a path that the API server can read');
  }
}

function checkBursts(at: Flow, arrival: ArrivalProcess): void {
  if (arrival.process === 'closed-loop') {
    return;
  }
  const { onSeconds, offSeconds } = arrival;
  if (onSeconds !== undefined && offSeconds === undefined) {
    reject(at, at.pathOf('arrival', 'offSeconds'), 'REQUIRED', 'must be set with onSeconds');
  }
  if (offSeconds !== undefined && onSeconds === undefined) {
    reject(at, at.pathOf('arrival', 'onSeconds'), 'REQUIRED', 'must be set with offSeconds');
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
  const rules = new Rules();
  rules.checkScenario(scenario);
  return rules.problems;
}
