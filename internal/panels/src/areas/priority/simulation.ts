import {
  applyPriorityLevelDefaults,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import {
  type RequestStatistics,
  type Scenario,
  type ScenarioFlow,
  type SimulatedLevel,
  safeParseScenario,
  simulateServer,
} from '@kubesem/apf-simulator';
import type { PriorityLevelConfiguration } from '@kubesem/core';
import type { Case } from '../../case/case.js';
import { DEFAULT_FLOWS } from './default-flows.js';
import { SCENARIO_TYPE } from './types.js';

/** What the panel of priority and fairness shows. */
export interface PriorityModel {
  readonly durationSeconds: number;
  readonly sampleSeconds: number;
  /** Seats of the server. */
  readonly serverSeats: number;
  /** Whether the flows are those of a scenario of the input. */
  readonly hasScenario: boolean;
  readonly flows: readonly FlowRow[];
  /** The levels that received requests. */
  readonly levels: readonly LevelRow[];
  /** What is wrong with the scenario, or why it cannot run. */
  readonly failures: readonly string[];
}

/** Options of the panel: what the sliders change. */
export interface PriorityOptions {
  readonly serverSeats?: number | undefined;
  readonly durationSeconds?: number | undefined;
  /** Requests per second by flow. */
  readonly rates?: { readonly [flow: string]: number } | undefined;
  /** Concurrency shares by priority level. */
  readonly shares?: { readonly [level: string]: number } | undefined;
}

/** The outcome of some requests. */
export interface Outcome {
  readonly arrived: number;
  readonly dispatched: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly queueFull: number;
  readonly timedOut: number;
  readonly p50Seconds: number;
  readonly p99Seconds: number;
}

/** The requests of one flow. */
export interface FlowRow extends Outcome {
  readonly name: string;
  /** Requests per second; absent for clients that wait for their answers. */
  readonly perSecond?: number | undefined;
  readonly levels: readonly string[];
}

/** A priority level over time. */
export interface LevelRow extends Outcome {
  readonly name: string;
  /** Concurrency shares; absent for exempt levels. */
  readonly shares?: number | undefined;
  readonly nominalLimit: number;
  readonly upperLimit: number;
  readonly fairness: number;
  readonly seats: readonly number[];
  readonly limit: readonly number[];
  readonly queued: readonly number[];
  readonly waits: readonly number[];
  readonly rejections: readonly number[];
}

/** A simulation of more requests than this takes longer than people wait for an answer. */
const MAX_REQUESTS = 400_000;
const DEFAULT_SECONDS = 30;
const DEFAULT_SEATS = 60;
const SAMPLES = 60;

/** Simulates requests with the objects of the input. */
export function priorityModel(input: Case, options: PriorityOptions): PriorityModel {
  const { scenario, failures, hasScenario } = scenarioOf(input);
  const changed = withOptions(scenario, input, options);
  const { durationSeconds } = changed;
  const common = {
    ...{ durationSeconds, hasScenario },
    serverSeats: changed.config?.serverConcurrencyLimit ?? DEFAULT_SEATS,
    sampleSeconds: durationSeconds / SAMPLES,
  };
  const none = { ...common, flows: changed.flows.map(unanswered), levels: [] };
  if (failures.length > 0) {
    return { ...none, failures };
  }
  const requests = expectedRequests(changed);
  if (requests > MAX_REQUESTS) {
    const text = `${Math.round(requests)} requests are too many here; lower the rates or the duration`;
    return { ...none, failures: [text] };
  }
  return { ...common, ...resultOf(changed), failures: [] };
}

interface FoundScenario {
  readonly scenario: Scenario;
  readonly failures: readonly string[];
  readonly hasScenario: boolean;
}

/** The scenario of the input, or one of ours. */
function scenarioOf(input: Case): FoundScenario {
  const fallback = { durationSeconds: DEFAULT_SECONDS, flows: DEFAULT_FLOWS };
  const [written] = input.list<unknown>(SCENARIO_TYPE);
  if (written === undefined) {
    return { scenario: fallback, failures: [], hasScenario: false };
  }
  const { value, error } = safeParseScenario(written);
  const failures = (error?.problems ?? []).map(({ path, message }) => `${path}: ${message}`);
  return { scenario: value ?? fallback, failures, hasScenario: true };
}

/** Adds the objects of the input, and what the sliders change. */
function withOptions(scenario: Scenario, input: Case, options: PriorityOptions): Scenario {
  const { rates = {}, shares = {} } = options;
  const config = scenario.config ?? {};
  const written = [
    ...(config.priorityLevels ?? []),
    ...(input.cluster.priorityLevelConfigurations ?? []),
  ];
  const names = new Set(written.map(({ metadata }) => metadata?.name));
  const builtIn = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS].filter(
    ({ metadata }) => !names.has(metadata?.name) && own(shares, metadata?.name) !== undefined,
  );
  const flows = scenario.flows.map((flow): ScenarioFlow => {
    const perSecond = own(rates, flow.name);
    const { arrival } = flow;
    return perSecond === undefined || arrival.process === 'closed-loop'
      ? flow
      : { ...flow, arrival: { ...arrival, perSecond } };
  });
  return {
    ...scenario,
    durationSeconds: options.durationSeconds ?? scenario.durationSeconds,
    samples: SAMPLES,
    flows,
    config: {
      ...config,
      serverConcurrencyLimit: options.serverSeats ?? config.serverConcurrencyLimit ?? DEFAULT_SEATS,
      priorityLevels: [...written, ...builtIn].map((level) => withShares(level, shares)),
      flowSchemas: [...(config.flowSchemas ?? []), ...(input.cluster.flowSchemas ?? [])],
    },
  };
}

function withShares(
  level: PriorityLevelConfiguration,
  shares: { readonly [level: string]: number },
): PriorityLevelConfiguration {
  const changed = own(shares, level.metadata?.name);
  const { limited } = level.spec ?? {};
  return changed === undefined || limited == null
    ? level
    : {
        ...level,
        spec: { ...level.spec, limited: { ...limited, nominalConcurrencyShares: changed } },
      };
}

function own(
  map: { readonly [name: string]: number },
  name: string | null | undefined,
): number | undefined {
  return name != null && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** How many requests open processes send; those of closed loops are limited by their answers. */
function expectedRequests({ flows, durationSeconds }: Scenario): number {
  return flows.reduce((sum, { arrival, clients = 1 }) => {
    const perSecond = arrival.process === 'closed-loop' ? clients * 5 : arrival.perSecond;
    return sum + perSecond * durationSeconds;
  }, 0);
}

function resultOf(scenario: Scenario): Pick<PriorityModel, 'flows' | 'levels'> {
  const { flows, priorityLevels } = simulateServer(scenario);
  const levels = Object.entries(priorityLevels).flatMap(([name, level]) =>
    level === undefined || level.arrived === 0 ? [] : [levelRow(name, level, scenario)],
  );
  return {
    levels,
    flows: scenario.flows.map((flow) => {
      const found = flows[flow.name];
      return found === undefined
        ? unanswered(flow)
        : { ...unanswered(flow), ...outcomeOf(found), levels: found.priorityLevels };
    }),
  };
}

function unanswered({ name, arrival }: ScenarioFlow): FlowRow {
  const perSecond = arrival.process === 'closed-loop' ? undefined : arrival.perSecond;
  const none = { arrived: 0, dispatched: 0, waiting: 0, rejected: 0, queueFull: 0, timedOut: 0 };
  return { name, perSecond, levels: [], ...none, p50Seconds: 0, p99Seconds: 0 };
}

function outcomeOf({ arrived, dispatched, waiting, rejected, wait }: RequestStatistics): Outcome {
  return {
    ...{ arrived, dispatched, waiting },
    rejected: Object.values(rejected).reduce((sum, count) => sum + count, 0),
    queueFull: rejected['queue-full'] + rejected['concurrency-limit'],
    timedOut: rejected['time-out'],
    p50Seconds: wait.p50Seconds,
    p99Seconds: wait.p99Seconds,
  };
}

function levelRow(name: string, level: SimulatedLevel, { config }: Scenario): LevelRow {
  const all = [
    ...(config?.priorityLevels ?? []),
    ...MANDATORY_PRIORITY_LEVELS,
    ...SUGGESTED_PRIORITY_LEVELS,
  ];
  const found = all.find(({ metadata }) => metadata?.name === name);
  const { limited } = applyPriorityLevelDefaults(found ?? {}).spec ?? {};
  const { series, limits, fairnessIndex } = level;
  return {
    name,
    ...outcomeOf(level),
    shares: limited?.nominalConcurrencyShares ?? undefined,
    nominalLimit: limits.nominalLimit,
    upperLimit: limits.upperLimit,
    fairness: fairnessIndex,
    seats: series.seatsInUse,
    limit: series.currentLimit,
    queued: series.requestsWaiting,
    waits: series.waitSeconds,
    rejections: series.rejected,
  };
}
