import type {
  ApfConfiguration,
  EventClock,
  ObjectStats,
  RequestInfo,
  RequestUser,
  WorkEstimate,
} from '@kubesem/apf';

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/** How the API server treats requests beyond classifying them. All fields are optional: pass `{}` for the defaults. */
export interface KubernetesOptions {
  /** Returns the stored objects of the resource of a list or watch, which decide its width; unknown by default. */
  objects?(info: RequestInfo): ObjectStats | undefined;
  /** Whether etcd reports the progress of watches, so a cache serves consistent lists; on by default. */
  readonly supportsConsistentReads?: boolean | undefined;
}

/**
 * Options of a {@link Gate}.
 *
 * @typeParam Request - request of the server or framework, which the hooks receive
 */
export interface GateOptions<Request = unknown> extends ApfConfiguration {
  /** Number of seats: how many requests execute at the same time, if each occupies one. */
  readonly serverConcurrencyLimit: number;
  /**
   * Treats requests as requests to the Kubernetes API: their paths name resources, long-running requests are exempt,
   * watches occupy seats until they are initialized, and lists and writes can occupy several. Without it, every path is an
   * application's own.
   */
  readonly kubernetes?: KubernetesOptions | undefined;
  /**
   * Returns who sends a request; `system:anonymous` if absent or if it returns nothing. Like the API server, the gate
   * adds the group `system:authenticated` or `system:unauthenticated`.
   */
  user?(request: Request): Awaitable<RequestUser | null | undefined>;
  /** Returns what a request is for. If absent, or if it returns undefined, the method and the URL decide. */
  request?(request: Request): Awaitable<RequestInfo | undefined>;
  /**
   * Returns the flow of a request, such as the name of a tenant. If absent, or if it returns undefined, the FlowSchema
   * decides: by user, by namespace, or one flow for all.
   */
  flow?(request: Request): Awaitable<string | undefined>;
  /**
   * Reports whether a request is long-running, such as a stream of events. The gate does not limit long-running requests.
   * By default it limits all requests; in the mode `kubernetes`, those that kube-apiserver limits.
   */
  isLongRunning?(info: RequestInfo): boolean;
  /** Returns the work of a request; one seat by default, and in the mode `kubernetes` as the API server estimates it. */
  work?(request: Request): Awaitable<WorkEstimate | undefined>;
  /**
   * Time that each request may take, in milliseconds; 60 seconds by default, as `--request-timeout`. A request waits for
   * at most a quarter of it, and for at most one minute. It does not limit the execution.
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Time that the hooks of one request may take together, in milliseconds; 10 seconds by default. */
  readonly hookTimeoutMs?: number | undefined;
  /**
   * Whether responses have the headers `X-Kubernetes-PF-FlowSchema-UID` and `X-Kubernetes-PF-PriorityLevel-UID`; by
   * default only in the mode `kubernetes`.
   */
  readonly uidHeaders?: boolean | undefined;
  /**
   * Maximum execution time in milliseconds, after which the seats count as free; no limit by default, because the gate
   * knows when handlers and responses end.
   */
  readonly executionLimitMs?: number | undefined;
  /** Receives errors of hooks and handlers, with the request; by default they become warnings of the process. */
  onError?(error: unknown, request: Request): void;
  /** Clock of the gate; by default that of the runtime. */
  readonly clock?: EventClock | undefined;
}

/** What changes while a gate runs; all else remains as it is. */
export interface GateUpdate extends Partial<ApfConfiguration> {
  /** Number of seats. */
  readonly serverConcurrencyLimit?: number | undefined;
}
