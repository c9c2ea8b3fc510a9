import type { ConcurrencyLimits } from '@kubesem/apf';
import type { DurationSummary } from './log-histogram.js';

/** Number of requests that did not execute, by reason. Unlike in the metrics, cancelled requests count separately. */
export interface RejectionCounts {
  /** The queue was full and no seat was free. */
  readonly 'queue-full': number;
  /** No seat was free, and the level has no queues. */
  readonly 'concurrency-limit': number;
  /** No seat became free in time. */
  readonly 'time-out': number;
  /** The client cancelled the request. */
  readonly cancelled: number;
}

/**
 * The outcome of some requests. `arrived` is the sum of `dispatched`, `waiting` and all of `rejected`. A retry counts as
 * another request.
 */
export interface RequestStatistics {
  /** Requests that arrived. */
  readonly arrived: number;
  /** Retries among them. */
  readonly retried: number;
  /** Requests that started to execute. */
  readonly dispatched: number;
  /** Requests that were still executing at the end. */
  readonly executing: number;
  /** Requests that were still waiting at the end. */
  readonly waiting: number;
  /** Rejected requests by reason. */
  readonly rejected: RejectionCounts;
  /** How long the dispatched requests waited. */
  readonly wait: DurationSummary;
  /** How long the finished requests executed. */
  readonly execution: DurationSummary;
}

/** The outcome of one flow of the scenario. */
export interface SimulatedFlow extends RequestStatistics {
  /** Names of the FlowSchemas that its requests matched, sorted; several if the configuration changed. */
  readonly flowSchemas: readonly string[];
  /** Names of their priority levels, sorted. */
  readonly priorityLevels: readonly string[];
}

/** The outcome of the requests that matched one FlowSchema. */
export interface SimulatedFlowSchema extends RequestStatistics {
  /** Names of their priority levels, sorted; several if the configuration changed. */
  readonly priorityLevels: readonly string[];
}

/** A priority level over time, with one number for each sample. */
export interface LevelSeries {
  /** Average number of occupied seats. */
  readonly seatsInUse: readonly number[];
  /** Average number of seats of the level, including borrowed ones and without lent ones. */
  readonly currentLimit: readonly number[];
  /** Average number of waiting requests. */
  readonly requestsWaiting: readonly number[];
  /** Average wait of the requests that were dispatched or gave up in the sample, in seconds. */
  readonly waitSeconds: readonly number[];
  /** Number of rejected requests. */
  readonly rejected: readonly number[];
}

/** The outcome of one priority level. */
export interface SimulatedLevel extends RequestStatistics {
  /** Its seats according to its configuration at the end. */
  readonly limits: ConcurrencyLimits;
  /** Number of its flows as fair queuing distinguishes them: by FlowSchema and distinguisher. */
  readonly flowCount: number;
  /** How fairly it served its flows, from 0 to 1; see {@link fairnessIndex}. The work of a retried request counts once. */
  readonly fairnessIndex: number;
  /** The level over time. */
  readonly series: LevelSeries;
}

/** The result of a simulation: plain data, with maps by name. */
export interface SimulationResult {
  /** Seed of all random numbers. */
  readonly seed: number;
  /** Length of the simulation in virtual seconds. */
  readonly durationSeconds: number;
  /** Length of each sample in seconds. */
  readonly sampleSeconds: number;
  /** All requests. */
  readonly total: RequestStatistics;
  /** By flow of the scenario or of the recorded requests. */
  readonly flows: { readonly [name: string]: SimulatedFlow | undefined };
  /** By FlowSchema. */
  readonly flowSchemas: { readonly [name: string]: SimulatedFlowSchema | undefined };
  /** By priority level, including removed ones. */
  readonly priorityLevels: { readonly [name: string]: SimulatedLevel | undefined };
}
