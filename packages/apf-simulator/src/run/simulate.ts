import type { RequestDigest } from '@kubesem/apf';
import {
  type ApfConfiguration,
  checkedConfiguration,
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import { fields, THROW } from '@kubesem/core/internal';
import type { RecordedArrival } from '../audit/recorded-arrival.js';
import {
  arrivalTimes,
  type ClosedLoopArrivals,
  type OpenArrivals,
} from '../scenario/arrival-process.js';
import { durationSampler } from '../scenario/duration-distribution.js';
import { ScenarioError } from '../scenario/error.js';
import { parseScenario } from '../scenario/parse.js';
import { Random } from '../scenario/random.js';
import type { Scenario, ScenarioFlow } from '../scenario/scenario.js';
import { LONGEST_SECONDS, parseWith, RECORDED_ARRIVAL } from '../scenario/schema.js';
import { clientsOf, type SimulatedClient, simulatedClient } from './client.js';
import { mergeConfiguration } from './merge-configuration.js';
import type { SimulationResult } from './result.js';
import { type SimulatedRequest, Simulation } from './simulation.js';

const NANOSECONDS_PER_SECOND = 1e9;
const DEFAULT_SAMPLES = 60;
const DEFAULT_SERVER_CONCURRENCY_LIMIT = 600;

/** What to simulate: a {@link Scenario}, recorded requests, or both. */
export interface SimulationOptions extends Omit<Scenario, 'durationSeconds' | 'flows'> {
  /** Length of the simulation in seconds; by default until the last recorded request can have finished. */
  readonly durationSeconds?: number | undefined;
  /** The flows of requests; empty by default. */
  readonly flows?: readonly ScenarioFlow[] | undefined;
  /** Recorded requests in any order; see {@link arrivalsFromAuditLog}. */
  readonly arrivals?: Iterable<RecordedArrival> | undefined;
  /** Called after each sample with the fraction of the time that has passed, up to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

const NOTHING: ApfConfiguration = { priorityLevels: [], flowSchemas: [] };
/** The objects that a server creates. Without them it still has the mandatory ones built in. */
const created = (): ApfConfiguration => ({
  priorityLevels: [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS],
  flowSchemas: [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS],
});

function newRequest(
  client: SimulatedClient,
  durationNs: number,
  patienceNs: number,
  retriesLeft: number,
  onAnswer?: (pauseNs: number) => void,
): SimulatedRequest {
  return {
    client,
    durationNs,
    patienceNs,
    retriesLeft,
    isRetry: false,
    onAnswer,
    seatSeconds: 0,
    ticket: undefined,
    account: undefined,
  };
}

/** Draws the requests of a flow: the same for the same random numbers, whatever the outcome of earlier requests. */
function requestSampler(
  flow: ScenarioFlow,
): (
  client: SimulatedClient,
  random: Random,
  onAnswer?: (pauseNs: number) => void,
) => SimulatedRequest {
  const duration = durationSampler(flow.durationSeconds);
  const { cancelAfterSeconds, retries } = flow;
  const patience =
    cancelAfterSeconds === undefined ? () => Infinity : durationSampler(cancelAfterSeconds);
  return (client, random, onAnswer) =>
    newRequest(client, duration(random), patience(random), retries ?? 0, onAnswer);
}

/** The time in which a flow may send, in seconds. */
function windowOf(flow: ScenarioFlow, durationSeconds: number): { start: number; end: number } {
  return {
    start: flow.startSeconds ?? 0,
    end: Math.min(flow.endSeconds ?? Infinity, durationSeconds),
  };
}

function startOpenFlow(
  simulation: Simulation,
  flow: ScenarioFlow,
  arrivals: OpenArrivals,
  durationSeconds: number,
  seed: number,
): void {
  const { clock } = simulation;
  const { start, end } = windowOf(flow, durationSeconds);
  const random = new Random(seed, flow.name);
  const next = arrivalTimes(arrivals, end - start, random);
  const draw = requestSampler(flow);
  const clients = clientsOf(flow);
  const scheduleNext = (): void => {
    const seconds = next();
    if (seconds !== Infinity) {
      const atNs = Math.round((start + seconds) * NANOSECONDS_PER_SECOND);
      clock.schedule(atNs - clock.nowNs(), arrive);
    }
  };
  const arrive = (): void => {
    const index = clients.length === 1 ? 0 : Math.floor(random.next() * clients.length);
    const request = draw(clients[index] as SimulatedClient, random);
    scheduleNext();
    simulation.arrive(request);
  };
  scheduleNext();
}

function startClosedLoop(
  simulation: Simulation,
  flow: ScenarioFlow,
  { thinkSeconds }: ClosedLoopArrivals,
  durationSeconds: number,
  seed: number,
): void {
  const { clock } = simulation;
  const { start, end } = windowOf(flow, durationSeconds);
  const endNs = end * NANOSECONDS_PER_SECOND;
  const think = durationSampler(thinkSeconds);
  const draw = requestSampler(flow);
  clientsOf(flow).forEach((client, index) => {
    const random = new Random(seed, `${flow.name}\0${index}`);
    const askAfter = (pauseNs: number): void => {
      const delayNs = pauseNs + think(random);
      if (clock.nowNs() + delayNs >= endNs) {
        return;
      }
      clock.schedule(delayNs, () => simulation.arrive(draw(client, random, askAfter)));
    };
    askAfter(start * NANOSECONDS_PER_SECOND);
  });
}

const isTime = (seconds: number): boolean => seconds >= 0 && seconds <= LONGEST_SECONDS;

/** Sorts recorded requests by their times. */
function sorted(arrivals: Iterable<RecordedArrival> = []): RecordedArrival[] {
  const list = [...arrivals];
  const wrong = list.findIndex((each) => !isTime(each.atSeconds) || !isTime(each.durationSeconds));
  if (wrong >= 0) {
    // Millions may be wrong: the first one says enough.
    const path = fields({ arrivals: list }, THROW).pathOf('arrivals', wrong);
    throw new ScenarioError(parseWith(RECORDED_ARRIVAL, list[wrong], path).problems ?? []);
  }
  return list.sort((a, b) => a.atSeconds - b.atSeconds);
}

function startRecorded(simulation: Simulation, arrivals: readonly RecordedArrival[]): void {
  const { clock } = simulation;
  const clients = new Map<RequestDigest, SimulatedClient>();
  const clientOf = ({ flow, request, url }: RecordedArrival): SimulatedClient => {
    let client = clients.get(request);
    if (client === undefined || client.flow !== flow) {
      client = simulatedClient(flow, request, url, {});
      clients.set(request, client);
    }
    return client;
  };
  let index = 0;
  const scheduleNext = (): void => {
    const arrival = arrivals[index++];
    if (arrival === undefined) {
      return;
    }
    const atNs = Math.round(arrival.atSeconds * NANOSECONDS_PER_SECOND);
    clock.schedule(atNs - clock.nowNs(), () => {
      const durationNs = Math.round(arrival.durationSeconds * NANOSECONDS_PER_SECOND);
      scheduleNext();
      simulation.arrive(newRequest(clientOf(arrival), durationNs, Infinity, 0));
    });
  };
  scheduleNext();
}

/** Runs the simulation, sample by sample. */
function run(
  { clock, recorder }: Simulation,
  durationSeconds: number,
  samples: number,
  onProgress: ((part: number) => void) | undefined,
): void {
  const durationNs = durationSeconds * NANOSECONDS_PER_SECOND;
  for (let sample = 1; sample <= samples; sample++) {
    const untilNs = Math.round((durationNs * sample) / samples);
    clock.run(untilNs);
    recorder.sample(untilNs, durationNs / samples);
    onProgress?.(sample / samples);
  }
}

/**
 * Simulates a server with API Priority and Fairness in virtual time: the real controller, with requests whose execution
 * times come from the scenario.
 *
 * The same options give the same result in the same JavaScript engine. The random numbers of a flow depend only on the
 * seed and the flow. Another configuration therefore receives the same requests, and you can compare the two. Clients
 * of a closed loop draw the same durations, and send a request after each response.
 *
 * @param options - the scenario, recorded requests, or both
 * @returns the outcome of the requests by flow, by FlowSchema and by priority level
 * @throws {@link ScenarioError} with code `INVALID_SCENARIO` and all problems if the scenario cannot be simulated, or
 *   with the problems of the first recorded request with invalid times
 * @throws {@link @kubesem/apf!ApfConfigurationError | ApfConfigurationError} with code `INVALID_CONFIGURATION` if the API
 *   server would reject one of the objects
 *
 * @example
 * ```ts
 * import { simulateServer } from '@kubesem/apf-simulator';
 *
 * const options = {
 *   durationSeconds: 20,
 *   config: { serverConcurrencyLimit: 60 },
 *   flows: [
 *     {
 *       name: 'flood',
 *       request: { url: '/api/v1/pods', user: { name: 'scraper' } },
 *       arrival: { process: 'poisson', perSecond: 300 },
 *       durationSeconds: 0.3,
 *     },
 *     {
 *       name: 'people',
 *       clients: 20,
 *       request: { url: '/api/v1/nodes', user: { name: 'jane-{client}' } },
 *       arrival: { process: 'closed-loop', thinkSeconds: 1 },
 *       durationSeconds: { distribution: 'exponential', meanSeconds: 0.01 },
 *     },
 *   ],
 * } as const;
 * const { flows, priorityLevels } = simulateServer(options);
 * flows['flood']?.priorityLevels // => ['global-default']
 * const { rejected } = flows['flood'] ?? {};
 * (rejected?.['queue-full'] ?? 0) > 0 // => true
 * flows['people']?.rejected // => { 'queue-full': 0, 'concurrency-limit': 0, 'time-out': 0, cancelled: 0 }
 * priorityLevels['global-default']?.flowCount // => 21
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, which an {@link @kubesem/apf!ApfController | ApfController} follows.
 */
export function simulateServer(options: SimulationOptions): SimulationResult {
  const arrivals = sorted(options.arrivals);
  const { onProgress, arrivals: _, ...given } = options;
  const last = arrivals.reduce(
    (end, each) => Math.max(end, each.atSeconds + each.durationSeconds),
    0,
  );
  const isRecorded = options.durationSeconds === undefined && arrivals.length > 0;
  const scenario = parseScenario({
    ...given,
    durationSeconds: isRecorded ? Math.max(last, 1e-3) : options.durationSeconds,
    flows: options.flows ?? [],
  });
  const { config, durationSeconds } = scenario;
  const seed = scenario.seed ?? 1;
  const base = config?.suggestedObjects === false ? NOTHING : created();
  let configuration: ApfConfiguration = mergeConfiguration(base, config);
  const simulation = new Simulation(
    config?.serverConcurrencyLimit ?? DEFAULT_SERVER_CONCURRENCY_LIMIT,
    configuration,
  );
  const changes = [...(scenario.changes ?? [])].sort((a, b) => a.atSeconds - b.atSeconds);
  for (const change of changes) {
    const changed = checkedConfiguration(mergeConfiguration(configuration, change));
    configuration = changed;
    simulation.clock.schedule(change.atSeconds * NANOSECONDS_PER_SECOND, () =>
      simulation.configure(changed),
    );
  }
  startRecorded(simulation, arrivals);
  for (const flow of scenario.flows) {
    const { arrival } = flow;
    if (arrival.process === 'closed-loop') {
      startClosedLoop(simulation, flow, arrival, durationSeconds, seed);
    } else {
      startOpenFlow(simulation, flow, arrival, durationSeconds, seed);
    }
  }
  const samples = scenario.samples ?? DEFAULT_SAMPLES;
  run(simulation, durationSeconds, samples, onProgress);
  return simulation.recorder.result(seed, durationSeconds);
}
