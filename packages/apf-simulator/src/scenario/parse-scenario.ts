import { isLongRunning, requestFromUrl } from '@kubesem/apf';
import type { Result } from '@kubesem/core';
import { type ArrivalProcess, expectedRequests } from './arrival-process.js';
import { type DurationDistribution, meanSeconds } from './duration-distribution.js';
import type { Scenario, ScenarioFlow } from './scenario.js';
import { type Fields, own, ScenarioChecks, type Segments } from './scenario-checks.js';
import { ScenarioError } from './scenario-error.js';

const LONGEST_SECONDS = 1e7;
const HIGHEST_RATE = 1e6;
const MOST_CLIENTS = 1e5;
const MOST_FLOWS = 10_000;
const MOST_REQUESTS = 1e8;
const MOST_SEATS = 1e6;
/** Of one request. With the longest latency, its work is a number that the queues can still count with. */
const WIDEST = 10_000;
const LONGEST_LATENCY_SECONDS = 600;
const MOST_WATCHES = 1e6;
/** Of all flows together: each takes some memory. */
const MOST_CLIENTS_OF_ALL = 1e6;
const MOST_SAMPLES = 10_000;
/** A client that gets its answers any sooner would send more requests than can be simulated. */
const SHORTEST_CYCLE_SECONDS = 1e-5;

const TIME = { min: 0, max: LONGEST_SECONDS };
// Written out: a bundler does not know that a spread has no effect.
const OPTIONAL_TIME = { min: 0, max: LONGEST_SECONDS, isOptional: true };
const POSITIVE_TIME = { min: 0, max: LONGEST_SECONDS, isAbove: true };
const RATE = { min: 0, max: HIGHEST_RATE };
const SEATS = { min: 0, max: MOST_SEATS, isWhole: true, isOptional: true };

const DISTRIBUTIONS: { readonly [name: string]: readonly string[] } = {
  exponential: ['meanSeconds'],
  uniform: ['minSeconds', 'maxSeconds'],
  lognormal: ['medianSeconds', 'p99Seconds'],
};

/** A duration; undefined if it is wrong. */
function checkDuration(
  checks: ScenarioChecks,
  fields: Fields,
  name: string,
  segments: Segments,
): DurationDistribution | undefined {
  const value = own(fields, name);
  const path = [...segments, name];
  if (typeof value !== 'object' || value === null) {
    return checks.numberItself(value, path, TIME);
  }
  const kind = own(value as Fields, 'distribution');
  const names = typeof kind === 'string' ? own(DISTRIBUTIONS, kind) : undefined;
  if (!Array.isArray(names)) {
    const words = Object.keys(DISTRIBUTIONS).join(', ');
    checks.report('NOT_SUPPORTED', [...path, 'distribution'], `one of ${words}`);
    return undefined;
  }
  const object = checks.object(value, path, ['distribution', ...names]);
  if (object === undefined) {
    return undefined;
  }
  const bounds = kind === 'uniform' ? TIME : POSITIVE_TIME;
  const [low, high] = names.map((each: string) => checks.number(object, each, path, bounds));
  if (low === undefined || (names.length === 2 && high === undefined)) {
    return undefined;
  }
  if (high !== undefined && high < low) {
    checks.report('OUT_OF_RANGE', [...path, names[1]], `at least ${names[0]}, found ${high}`);
    return undefined;
  }
  const distribution = object as DurationDistribution;
  // A lognormal distribution whose 99th percentile is far beyond its median has a mean beyond all bounds.
  if (!(meanSeconds(distribution) <= LONGEST_SECONDS)) {
    checks.report('OUT_OF_RANGE', path, `a mean of at most ${LONGEST_SECONDS} seconds`);
    return undefined;
  }
  return distribution;
}

function checkArrival(
  checks: ScenarioChecks,
  flow: Fields,
  segments: Segments,
): ArrivalProcess | undefined {
  const path = [...segments, 'arrival'];
  const value = own(flow, 'arrival');
  const process = typeof value === 'object' && value !== null ? own(value as Fields, 'process') : 0;
  if (process === 'closed-loop') {
    const object = checks.object(value, path, ['process', 'thinkSeconds']);
    if (object === undefined) {
      return undefined;
    }
    const think = checkDuration(checks, object, 'thinkSeconds', path);
    return think === undefined ? undefined : { process, thinkSeconds: think };
  }
  const names = ['process', 'perSecond', 'untilPerSecond', 'onSeconds', 'offSeconds'];
  const object = checks.object(value, path, names);
  if (object === undefined) {
    return undefined;
  }
  if (process !== 'poisson' && process !== 'constant') {
    checks.report('NOT_SUPPORTED', [...path, 'process'], 'one of poisson, constant, closed-loop');
    return undefined;
  }
  const before = checks.problems.length;
  checks.number(object, 'perSecond', path, RATE);
  checks.number(object, 'untilPerSecond', path, { ...RATE, isOptional: true });
  const isOptional = own(object, 'onSeconds') == null && own(object, 'offSeconds') == null;
  checks.number(object, 'onSeconds', path, { min: 0.001, max: LONGEST_SECONDS, isOptional });
  checks.number(object, 'offSeconds', path, { ...TIME, isOptional });
  const isRight = checks.problems.length === before;
  return isRight ? (object as unknown as ArrivalProcess) : undefined;
}

function checkRequest(checks: ScenarioChecks, flow: Fields, segments: Segments): void {
  const path = [...segments, 'request'];
  const request = checks.object(own(flow, 'request'), path, ['method', 'url', 'user']);
  if (request === undefined) {
    return;
  }
  const method = own(request, 'method') == null ? 'GET' : checks.text(request, 'method', path);
  const url = checks.text(request, 'url', path);
  const user = checks.object(own(request, 'user'), [...path, 'user'], ['name', 'groups']);
  if (user !== undefined) {
    checks.text(user, 'name', [...path, 'user']);
    checks.list(user, 'groups', [...path, 'user'], true).forEach((group, index) => {
      if (typeof group !== 'string') {
        checks.report('WRONG_TYPE', [...path, 'user', 'groups', index], 'a text');
      }
    });
  }
  if (url === undefined || method === undefined) {
    return;
  }
  try {
    const { requestInfo } = requestFromUrl(method, url, { name: '' });
    if (requestInfo.verb !== 'watch' && isLongRunning(requestInfo)) {
      const expected = 'a request that does not run for long, or a watch: others do not wait';
      checks.report('NOT_SUBJECT', [...path, 'url'], expected);
    }
  } catch {
    checks.report('INVALID_REQUEST', [...path, 'url'], 'a path that the API server can read');
  }
}

function checkWork(checks: ScenarioChecks, flow: Fields, segments: Segments): void {
  if (own(flow, 'work') != null) {
    const path = [...segments, 'work'];
    const names = ['seats', 'finalSeats', 'additionalLatencySeconds'];
    const work = checks.object(own(flow, 'work'), path, names) ?? {};
    checks.number(work, 'seats', path, { ...SEATS, min: 1, max: WIDEST });
    checks.number(work, 'finalSeats', path, { ...SEATS, max: WIDEST });
    const latency = { ...OPTIONAL_TIME, max: LONGEST_LATENCY_SECONDS };
    checks.number(work, 'additionalLatencySeconds', path, latency);
  }
  if (own(flow, 'estimate') == null) {
    return;
  }
  const path = [...segments, 'estimate'];
  const flags = ['supportsConsistentReads', 'sizeBasedListCostEstimate', 'watchList'];
  const estimate = checks.object(own(flow, 'estimate'), path, ['objects', 'watches', ...flags]);
  if (estimate === undefined) {
    return;
  }
  const amount = { min: 0, max: 1e12, isOptional: true };
  checks.number(estimate, 'watches', path, { ...amount, max: MOST_WATCHES, isWhole: true });
  for (const name of flags) {
    checks.flag(estimate, name, path);
  }
  if (own(estimate, 'objects') == null) {
    return;
  }
  const names = ['objectCount', 'averageObjectBytes', 'isStale'];
  const inObjects = [...path, 'objects'];
  const objects = checks.object(own(estimate, 'objects'), inObjects, names);
  if (objects === undefined) {
    return;
  }
  checks.number(objects, 'objectCount', inObjects, { ...amount, isWhole: true, isOptional: false });
  checks.number(objects, 'averageObjectBytes', inObjects, amount);
  checks.flag(objects, 'isStale', inObjects);
}

const FLOW_FIELDS = [
  'name',
  'request',
  'clients',
  'arrival',
  'durationSeconds',
  'work',
  'estimate',
  'startSeconds',
  'endSeconds',
  'timeoutSeconds',
  'cancelAfterSeconds',
  'retries',
];

/** Checks a flow; answers about how many requests it will send. */
function checkFlow(
  checks: ScenarioChecks,
  value: unknown,
  segments: Segments,
  longest: number,
): number {
  const flow = checks.object(value, segments, FLOW_FIELDS);
  if (flow === undefined) {
    return 0;
  }
  checks.text(flow, 'name', segments);
  checkRequest(checks, flow, segments);
  checkWork(checks, flow, segments);
  const arrival = checkArrival(checks, flow, segments);
  const duration = checkDuration(checks, flow, 'durationSeconds', segments);
  const few = { min: 1, max: MOST_CLIENTS, isWhole: true, isOptional: true };
  const clients = checks.number(flow, 'clients', segments, few) ?? 1;
  checks.number(flow, 'retries', segments, { ...few, min: 0, max: 1000 });
  checks.number(flow, 'timeoutSeconds', segments, OPTIONAL_TIME);
  const start = checks.number(flow, 'startSeconds', segments, OPTIONAL_TIME) ?? 0;
  const end = checks.number(flow, 'endSeconds', segments, OPTIONAL_TIME) ?? longest;
  const isCancelled = own(flow, 'cancelAfterSeconds') != null;
  const patience = isCancelled
    ? checkDuration(checks, flow, 'cancelAfterSeconds', segments)
    : undefined;
  const length = Math.max(0, Math.min(end, longest) - start);
  if (arrival === undefined || duration === undefined) {
    return 0;
  }
  if (arrival.process !== 'closed-loop') {
    return expectedRequests(arrival, length);
  }
  const answer = Math.min(
    meanSeconds(duration),
    patience === undefined ? Infinity : meanSeconds(patience),
  );
  const cycle = meanSeconds(arrival.thinkSeconds) + answer;
  if (cycle < SHORTEST_CYCLE_SECONDS) {
    const expected = `thinking and executing to take ${SHORTEST_CYCLE_SECONDS} seconds at least`;
    checks.report('OUT_OF_RANGE', [...segments, 'arrival', 'thinkSeconds'], expected);
    return 0;
  }
  return (clients * length) / cycle;
}

/** Kubernetes objects are validated when the controller gets them; here it is seen to that they are objects. */
function checkObjects(checks: ScenarioChecks, owner: Fields, segments: Segments): void {
  for (const name of ['priorityLevels', 'flowSchemas']) {
    checks.list(owner, name, segments, true).forEach((object, index) => {
      if (typeof object === 'object' && object !== null && !Array.isArray(object)) {
        return;
      }
      checks.report('WRONG_TYPE', [...segments, name, index], 'an object of Kubernetes');
    });
  }
}

function checkServer(checks: ScenarioChecks, scenario: Fields): void {
  if (own(scenario, 'config') == null) {
    return;
  }
  const path = ['config'];
  const names = ['serverConcurrencyLimit', 'priorityLevels', 'flowSchemas', 'suggestedObjects'];
  const config = checks.object(own(scenario, 'config'), path, names);
  if (config === undefined) {
    return;
  }
  checks.number(config, 'serverConcurrencyLimit', path, { ...SEATS, min: 1 });
  checks.flag(config, 'suggestedObjects', path);
  checkObjects(checks, config, path);
}

function checkFlows(checks: ScenarioChecks, scenario: Fields, longest: number): void {
  const flows = checks.list(scenario, 'flows', [], false);
  if (flows.length > MOST_FLOWS) {
    checks.report('OUT_OF_RANGE', ['flows'], `at most ${MOST_FLOWS} flows`);
    return;
  }
  const names = new Set<unknown>();
  let requests = 0;
  let clients = 0;
  flows.forEach((flow, index) => {
    requests += checkFlow(checks, flow, ['flows', index], longest);
    const { name, clients: own } = (flow ?? {}) as Partial<ScenarioFlow>;
    clients += typeof own === 'number' ? own : 1;
    if (names.has(name) && typeof name === 'string') {
      checks.report('DUPLICATE', ['flows', index, 'name'], 'a name that no other flow has');
    }
    names.add(name);
  });
  if (clients > MOST_CLIENTS_OF_ALL) {
    checks.report('OUT_OF_RANGE', ['flows'], `at most ${MOST_CLIENTS_OF_ALL} clients in all flows`);
  }
  if (requests > MOST_REQUESTS) {
    const expected = `at most ${MOST_REQUESTS} requests, found about ${Math.round(requests)}`;
    checks.report('TOO_MANY_REQUESTS', ['flows'], expected);
  }
}

/**
 * Checks a scenario that may be anything.
 *
 * @param value - as it comes from a file
 * @returns the same value if it can be simulated, or an error with all that is wrong
 *
 * The objects of Kubernetes in it are validated when they are used: `simulate` throws an {@link ApfConfigurationError}
 * for what the API server would refuse.
 *
 * @example
 * ```ts
 * import { safeParseScenario } from '@kubesem/apf-simulator';
 *
 * const { error } = safeParseScenario({ durationSeconds: 60, flows: [{ name: 'ci' }] });
 * error?.problems.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'flows[0].request REQUIRED',
 * //   'flows[0].arrival REQUIRED',
 * //   'flows[0].durationSeconds REQUIRED',
 * // ]
 * ```
 */
export function safeParseScenario(value: unknown): Result<Scenario, ScenarioError> {
  const checks = new ScenarioChecks();
  const names = ['durationSeconds', 'seed', 'config', 'flows', 'changes', 'samples'];
  const scenario = checks.object(value, [], names);
  if (scenario !== undefined) {
    const longest = checks.number(scenario, 'durationSeconds', [], POSITIVE_TIME) ?? 0;
    checks.number(scenario, 'seed', [], { ...SEATS, max: 4_294_967_295 });
    checks.number(scenario, 'samples', [], { ...SEATS, min: 1, max: MOST_SAMPLES });
    checkServer(checks, scenario);
    checkFlows(checks, scenario, longest);
    checks.list(scenario, 'changes', [], true).forEach((change, index) => {
      const path = ['changes', index];
      const fields = checks.object(change, path, ['atSeconds', 'priorityLevels', 'flowSchemas']);
      if (fields === undefined) {
        return;
      }
      checks.number(fields, 'atSeconds', path, TIME);
      checkObjects(checks, fields, path);
    });
  }
  if (checks.problems.length > 0) {
    return { ok: false, error: new ScenarioError(checks.problems) };
  }
  return { ok: true, value: value as Scenario };
}

/**
 * Checks a scenario that may be anything.
 *
 * @param value - as it comes from a file
 * @returns the same value
 * @throws {@link ScenarioError} `INVALID_SCENARIO` with all that is wrong
 *
 * @example
 * ```ts
 * import { parseScenario } from '@kubesem/apf-simulator';
 *
 * parseScenario({ durationSeconds: 60, flows: [] }).durationSeconds // => 60
 * parseScenario({ durationSeconds: Number.NaN, flows: [] }) // throws INVALID_SCENARIO
 * ```
 */
export function parseScenario(value: unknown): Scenario {
  const { error, value: scenario } = safeParseScenario(value);
  if (error !== undefined) {
    throw error;
  }
  return scenario;
}
