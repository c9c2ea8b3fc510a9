import type { ConcurrencyLimits } from '@kubesem/apf';
import type { DurationSummary } from './log-histogram.js';

/** Why requests were not executed; what a client takes back is told apart from what waited for too long. */
export interface RejectionCounts {
  /** Its queue was full and no seat was free. */
  readonly 'queue-full': number;
  /** No seat was free, and requests of the level do not wait. */
  readonly 'concurrency-limit': number;
  /** It waited as long as it may. */
  readonly 'time-out': number;
  /** Its client took it back. */
  readonly cancelled: number;
}

/**
 * What became of some requests: `arrived` is the sum of `dispatched`, `waiting` and everything in `rejected`. A request
 * that comes again after a rejection is counted again.
 */
export interface RequestStatistics {
  /** How many came. */
  readonly arrived: number;
  /** How many of them had been rejected before. */
  readonly retried: number;
  /** How many began to execute. */
  readonly dispatched: number;
  /** How many of these still executed at the end. */
  readonly executing: number;
  /** How many waited at the end. */
  readonly waiting: number;
  /** How many were rejected, by reason. */
  readonly rejected: RejectionCounts;
  /** How long those that were dispatched had waited. */
  readonly wait: DurationSummary;
  /** How long those that finished had executed. */
  readonly execution: DurationSummary;
}

/** What became of one flow of the scenario. */
export interface SimulatedFlow extends RequestStatistics {
  /** Names of the flow schemas that its requests matched, sorted: more than one if the configuration changed. */
  readonly flowSchemas: readonly string[];
  /** Names of their priority levels, sorted. */
  readonly priorityLevels: readonly string[];
}

/** What became of the requests that matched one flow schema. */
export interface SimulatedFlowSchema extends RequestStatistics {
  /** Names of their priority levels, sorted: more than one if the configuration changed. */
  readonly priorityLevels: readonly string[];
}

/** A priority level over time: one number for each sample. */
export interface LevelSeries {
  /** The seats that were occupied, on average. */
  readonly seatsInUse: readonly number[];
  /** The seats that the level had, those that it borrowed among them and those that it lent not, on average. */
  readonly currentLimit: readonly number[];
  /** The number of requests that waited, on average. */
  readonly requestsWaiting: readonly number[];
  /** How long those had waited on average that were dispatched or gave up in that time, in seconds. */
  readonly waitSeconds: readonly number[];
  /** How many requests were rejected. */
  readonly rejected: readonly number[];
}

/** What became of one priority level. */
export interface SimulatedLevel extends RequestStatistics {
  /** Its seats by its configuration, at the end. */
  readonly limits: ConcurrencyLimits;
  /** How many flows it had as fair queuing tells them apart: by flow schema and distinguisher. */
  readonly flowCount: number;
  /** How fairly it served them, 0 to 1; see {@link fairnessIndex}. The work of a request that comes again counts once. */
  readonly fairnessIndex: number;
  /** What was when. */
  readonly series: LevelSeries;
}

/** What came of a simulation: plain data. The maps are by name. */
export interface SimulationResult {
  /** The seed that decided about all that is random. */
  readonly seed: number;
  /** How long it took, in virtual seconds. */
  readonly durationSeconds: number;
  /** How long each sample of the series is, in seconds. */
  readonly sampleSeconds: number;
  /** All requests. */
  readonly total: RequestStatistics;
  /** By the flows of the scenario, and those of recorded requests. */
  readonly flows: { readonly [name: string]: SimulatedFlow | undefined };
  /** By the flow schemas that requests matched. */
  readonly flowSchemas: { readonly [name: string]: SimulatedFlowSchema | undefined };
  /** By priority level: all that there were at any time. */
  readonly priorityLevels: { readonly [name: string]: SimulatedLevel | undefined };
}
