import type { RequestUser, WorkEstimateContext } from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { ArrivalProcess } from './arrival-process.js';
import type { DurationDistribution } from './duration-distribution.js';

/**
 * The server of a simulation.
 *
 * The mandatory and suggested objects of the release are there beside those that are given, as in a cluster, whose API
 * server makes those that are missing. A given object takes the place of the one with its name.
 */
export interface SimulatedServer {
  /**
   * The seats of the server: for the API server the sum of `--max-requests-inflight` and
   * `--max-mutating-requests-inflight`; 600 if this is left out, as there. At most 1,000,000.
   */
  readonly serverConcurrencyLimit?: number | undefined;
  /** Priority levels, as stored or as in manifests. */
  readonly priorityLevels?: readonly PriorityLevelConfiguration[] | undefined;
  /** Flow schemas, as stored or as in manifests. */
  readonly flowSchemas?: readonly FlowSchema[] | undefined;
  /**
   * `false` leaves them out; the mandatory ones count as there all the same, but a flow schema that leads to one of
   * their levels is not used then.
   */
  readonly suggestedObjects?: boolean | undefined;
}

/** A change of the configuration while requests come. */
export interface ScenarioChange {
  /** When, in seconds from the beginning. */
  readonly atSeconds: number;
  /** Priority levels that are new, or take the place of those with the same names. */
  readonly priorityLevels?: readonly PriorityLevelConfiguration[] | undefined;
  /** Flow schemas that are new, or take the place of those with the same names. */
  readonly flowSchemas?: readonly FlowSchema[] | undefined;
}

/** What the requests of a flow ask for. */
export interface ScenarioRequest {
  /** As in the request line; `GET` if this is left out. */
  readonly method?: string | undefined;
  /** The path with its query. `{client}` stands for the number of the client, from 1. */
  readonly url: string;
  /** Who asks; {@link requestUser} adds groups as the API server does. `{client}` may stand in the name. */
  readonly user: RequestUser;
}

/** How many seats a request occupies, if that is not to be estimated. */
export interface ScenarioWork {
  /** While it executes; 1 if this is left out, at most 10,000. */
  readonly seats?: number | undefined;
  /** After that; 0 if this is left out, at most 10,000. */
  readonly finalSeats?: number | undefined;
  /** For how long it occupies the final seats, in seconds; 0 if this is left out, at most 600. */
  readonly additionalLatencySeconds?: number | undefined;
}

/** Requests of one kind, which come from one client or from many alike. */
export interface ScenarioFlow {
  /** What it is called in the result. No other flow has that name. */
  readonly name: string;
  /** What is asked. */
  readonly request: ScenarioRequest;
  /** The number of clients, at most 100,000; 1 if this is left out. Each request of an open process is of any of them. */
  readonly clients?: number | undefined;
  /** When the requests come. */
  readonly arrival: ArrivalProcess;
  /** How long each executes, in seconds. */
  readonly durationSeconds: DurationDistribution;
  /** How many seats each occupies; estimated as the API server does it, if this is left out. */
  readonly work?: ScenarioWork | undefined;
  /** What the server knows for its estimate: the objects that a list reads, the watches that see a write. */
  readonly estimate?: Omit<WorkEstimateContext, 'maxSeats'> | undefined;
  /** When the first request may come, in seconds; 0 if this is left out. */
  readonly startSeconds?: number | undefined;
  /** When the last request may come, in seconds; the end, if this is left out. */
  readonly endSeconds?: number | undefined;
  /** The time that each request has; 60 if this is left out. A request waits for at most a quarter of it. */
  readonly timeoutSeconds?: number | undefined;
  /** After how much waiting the client takes its request back; never, if this is left out. */
  readonly cancelAfterSeconds?: DurationDistribution | undefined;
  /**
   * How often a request that was rejected comes again after the seconds that `Retry-After` said; never, if this is left
   * out. The clients of the Go library try 10 times.
   */
  readonly retries?: number | undefined;
}

/**
 * Who sends which requests to which server: plain data, as it may stand in a file.
 *
 * Times are in seconds. A scenario may send 100,000,000 requests at most, and have 1,000,000 clients.
 */
export interface Scenario {
  /** How long it takes; at most 10,000,000. What waits or executes at the end is counted as that. */
  readonly durationSeconds: number;
  /** Decides about all that is random: a whole number from 0 to 2^32 - 1; 1 if this is left out. */
  readonly seed?: number | undefined;
  /** The server. */
  readonly config?: SimulatedServer | undefined;
  /** Who sends requests. */
  readonly flows: readonly ScenarioFlow[];
  /** How the configuration changes on the way. */
  readonly changes?: readonly ScenarioChange[] | undefined;
  /** Into how many parts the time is divided for what is reported over time: 1 to 10,000; 60 if this is left out. */
  readonly samples?: number | undefined;
}
