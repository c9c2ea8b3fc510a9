// What the fields of a scenario mean together. The scenario has the structure of `schema.ts`.
import { isSubjectToApf, requestFromUrl } from '@kubesem/apf';
import { childPath, type FieldErrorType, type FieldPath, fieldProblem } from '@kubesem/core';
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

/** Collects the problems of a scenario. */
class Rules {
  readonly problems: ScenarioProblem[] = [];

  checkScenario({ flows, durationSeconds }: Scenario): void {
    const path = childPath(undefined, 'flows');
    const names = new Set<string>();
    let requests = 0;
    let clients = 0;
    flows.forEach((flow, index) => {
      const flowPath = childPath(path, index);
      const before = this.problems.length;
      this.checkFlow(flow, flowPath);
      if (names.has(flow.name)) {
        this.report('DUPLICATE', childPath(flowPath, 'name'), 'another flow has this name');
      }
      names.add(flow.name);
      clients += flow.clients ?? 1;
      requests += this.problems.length > before ? 0 : requestsOf(flow, durationSeconds);
    });
    if (clients > MOST_CLIENTS) {
      this.report('OUT_OF_RANGE', path, `must have at most ${MOST_CLIENTS} clients in all flows`);
    }
    if (requests > MOST_REQUESTS) {
      const message = `about ${Math.round(requests)} requests are too many; at most ${MOST_REQUESTS} can be simulated`;
      this.report('TOO_MANY_REQUESTS', path, message);
    }
  }

  private report(code: ScenarioProblemCode, path: FieldPath, message: string): void {
    const type = TYPES[code] ?? 'FieldValueInvalid';
    this.problems.push(fieldProblem({ type, code, path, message }));
  }

  private checkFlow(flow: ScenarioFlow, path: FieldPath): void {
    const { arrival, cancelAfterSeconds } = flow;
    this.checkRequest(flow.request, childPath(path, 'request'));
    const arrivalPath = childPath(path, 'arrival');
    const thinkPath = childPath(arrivalPath, 'thinkSeconds');
    const areSound = [
      this.checkDuration(flow.durationSeconds, childPath(path, 'durationSeconds')),
      this.checkDuration(cancelAfterSeconds ?? 0, childPath(path, 'cancelAfterSeconds')),
      arrival.process !== 'closed-loop' || this.checkDuration(arrival.thinkSeconds, thinkPath),
    ];
    this.checkBursts(arrival, arrivalPath);
    if (arrival.process === 'closed-loop' && areSound.every(Boolean)) {
      if (cycleSeconds(arrival.thinkSeconds, flow) < SHORTEST_CYCLE_SECONDS) {
        const message = `think time and execution must take at least ${SHORTEST_CYCLE_SECONDS} seconds together`;
        this.report('OUT_OF_RANGE', thinkPath, message);
      }
    }
  }

  private checkRequest({ method = 'GET', url }: ScenarioRequest, path: FieldPath): void {
    const urlPath = childPath(path, 'url');
    try {
      const { requestInfo } = requestFromUrl(method, url, { name: '' });
      if (!isSubjectToApf(requestInfo)) {
        const message =
          'API Priority and Fairness ignores long-running requests; only watches can be simulated';
        this.report('NOT_SUBJECT', urlPath, message);
      }
    } catch {
      this.report('INVALID_REQUEST', urlPath, 'must be a path that the API server can read');
    }
  }

  private checkDuration(duration: DurationDistribution, path: FieldPath): boolean {
    const before = this.problems.length;
    if (typeof duration === 'object' && duration.distribution !== 'exponential') {
      const [low, high, name, least] =
        duration.distribution === 'uniform'
          ? [duration.minSeconds, duration.maxSeconds, 'maxSeconds', 'minSeconds']
          : [duration.medianSeconds, duration.p99Seconds, 'p99Seconds', 'medianSeconds'];
      if (high < low) {
        this.report('OUT_OF_RANGE', childPath(path, name), `must not be below ${least}, ${low}`);
        return false;
      }
    }
    // A lognormal distribution whose 99th percentile is far above its median has an enormous mean.
    if (!(meanSeconds(duration) <= LONGEST_SECONDS)) {
      this.report('OUT_OF_RANGE', path, `the mean must be at most ${LONGEST_SECONDS} seconds`);
    }
    return this.problems.length === before;
  }

  private checkBursts(arrival: ArrivalProcess, path: FieldPath): void {
    if (arrival.process === 'closed-loop') {
      return;
    }
    const { onSeconds, offSeconds } = arrival;
    if (onSeconds !== undefined && offSeconds === undefined) {
      this.report('REQUIRED', childPath(path, 'offSeconds'), 'must be set with onSeconds');
    }
    if (offSeconds !== undefined && onSeconds === undefined) {
      this.report('REQUIRED', childPath(path, 'onSeconds'), 'must be set with offSeconds');
    }
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
