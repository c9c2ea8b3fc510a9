import type { RequestUser, WorkEstimateContext } from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { ArrivalProcess } from './arrival-process.js';
import type { DurationDistribution } from './duration-distribution.js';

/**
 * The simulated server.
 *
 * It has the given objects, and the mandatory and suggested objects of Kubernetes 1.37, which an API server creates if
 * they are missing. A given object replaces the built-in object of the same name.
 */
export interface SimulatedServer {
  /**
   * The seats of the server: for the API server the sum of `--max-requests-inflight` and
   * `--max-mutating-requests-inflight`. A whole number from 1 to 1,000,000; 600 by default, as in Kubernetes.
   */
  readonly serverConcurrencyLimit?: number | undefined;
  /** PriorityLevelConfigurations, as stored or as in manifests. */
  readonly priorityLevels?: readonly PriorityLevelConfiguration[] | undefined;
  /** FlowSchemas, as stored or as in manifests. */
  readonly flowSchemas?: readonly FlowSchema[] | undefined;
  /**
   * Whether the server has the mandatory and suggested objects; true by default. If false, the mandatory ones are still
   * built in, but the server ignores a given FlowSchema that names one of their priority levels.
   */
  readonly suggestedObjects?: boolean | undefined;
}

/** A change of the configuration during the simulation. */
export interface ScenarioChange {
  /** Time of the change, in seconds from the start; from 0 to 10,000,000. */
  readonly atSeconds: number;
  /** PriorityLevelConfigurations to add, or to replace those with the same names. */
  readonly priorityLevels?: readonly PriorityLevelConfiguration[] | undefined;
  /** FlowSchemas to add, or to replace those with the same names. */
  readonly flowSchemas?: readonly FlowSchema[] | undefined;
}

/** What the requests of a flow are for, and who sends them. */
export interface ScenarioRequest {
  /** Method, as in the request line; `GET` by default. */
  readonly method?: string | undefined;
  /**
   * The path with its query, of at most 8,192 characters. `{client}` is replaced by the number of the client, from 1.
   * Long-running requests other than
   * watches are not allowed, because API Priority and Fairness ignores them.
   */
  readonly url: string;
  /**
   * The user; {@link @kubesem/apf!requestUser | requestUser} adds groups as the API server does. `{client}` in the name
   * is replaced, as in the URL.
   */
  readonly user: RequestUser;
}

/** The seats that a request occupies, instead of an estimate. */
export interface ScenarioWork {
  /** Seats while it executes, a whole number from 1 to 10,000; 1 by default. */
  readonly seats?: number | undefined;
  /** Seats after that, a whole number from 0 to 10,000; 0 by default. */
  readonly finalSeats?: number | undefined;
  /** How long it occupies the final seats, in seconds from 0 to 600; 0 by default. */
  readonly additionalLatencySeconds?: number | undefined;
}

/** Requests of one kind, from one client or many identical clients. */
export interface ScenarioFlow {
  /** Name in the result, of at most 8,192 characters; unique among the flows. */
  readonly name: string;
  /** The requests. */
  readonly request: ScenarioRequest;
  /**
   * Number of clients, a whole number from 1 to 100,000; 1 by default. A request of an open process comes from any of
   * them.
   */
  readonly clients?: number | undefined;
  /** When requests arrive. */
  readonly arrival: ArrivalProcess;
  /** How long each request executes, in seconds; means are at most 10,000,000. */
  readonly durationSeconds: DurationDistribution;
  /** The seats of each request; estimated as in the API server by default. */
  readonly work?: ScenarioWork | undefined;
  /** Input of the estimate: the objects that a list reads, the watches that a write notifies. */
  readonly estimate?: Omit<WorkEstimateContext, 'maxSeats'> | undefined;
  /** Earliest arrival, in seconds from the start; 0 by default. */
  readonly startSeconds?: number | undefined;
  /** Latest arrival, in seconds from the start; the end of the simulation by default. */
  readonly endSeconds?: number | undefined;
  /** Timeout of each request in seconds; 60 by default. A request waits for at most a quarter of it. */
  readonly timeoutSeconds?: number | undefined;
  /** How long a request waits until its client cancels it, in seconds; never by default. */
  readonly cancelAfterSeconds?: DurationDistribution | undefined;
  /**
   * How often a rejected request is retried, each time after the seconds in `Retry-After`; a whole number from 0 to 1000,
   * 0 by default. Clients of the Go library retry 10 times.
   */
  readonly retries?: number | undefined;
}

/**
 * A server, and the requests that it receives: plain data, as in a YAML or JSON file.
 *
 * Times are in seconds. Null counts as absent, and unknown fields are errors. A scenario has at most 10,000 flows,
 * 1,000,000 clients and about 100,000,000 requests. A client of a closed loop takes at least 10 microseconds for a
 * request and the pause before it.
 */
export interface Scenario {
  /** Version of the format, as in the manifests next to it: `kubesem/v1`. */
  readonly apiVersion?: string | undefined;
  /** Kind of the file, as in the manifests next to it: `ApfScenario`. */
  readonly kind?: string | undefined;
  /** Length of the simulation in seconds; above 0, at most 10,000,000. */
  readonly durationSeconds: number;
  /** Seed of all random numbers, a whole number from 0 to 2^32 - 1; 1 by default. */
  readonly seed?: number | undefined;
  /** The server. */
  readonly config?: SimulatedServer | undefined;
  /** The requests. */
  readonly flows: readonly ScenarioFlow[];
  /** Changes of the configuration. */
  readonly changes?: readonly ScenarioChange[] | undefined;
  /** Number of samples over time in the result, a whole number from 1 to 10,000; 60 by default. */
  readonly samples?: number | undefined;
}
