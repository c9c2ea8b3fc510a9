import type { AbortSignalLike } from '@kubesem/apf';

/**
 * A request that reached the server.
 *
 * @typeParam Request - request of the server or framework, which the hooks receive
 */
export interface Arrival<Request> {
  /** Request of the server or framework. */
  readonly request: Request;
  /** Method, in upper case. */
  readonly method: string;
  /** URL as in the request line: the path with its query, or a whole URL. */
  readonly url: string;
  /**
   * Time when the server received the request, in nanoseconds of {@link Gate.nowNs}; now by default. The time that the
   * request may wait counts from here.
   */
  readonly receivedNs?: number | undefined;
  /** Aborted when the client goes away; the request then no longer waits. It has no effect on a request that executes. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Headers of a response by name. */
export interface EntryHeaders {
  readonly [name: string]: string;
}

/** The request can execute. It occupies its seats until `release`. */
export interface Admission {
  /** Distinguishes an admission from a rejection. */
  readonly ok: true;
  /** Headers to add to the response. */
  readonly headers: EntryHeaders;
  /** Name of the FlowSchema that the request matched; undefined if the gate does not limit such requests. */
  readonly flowSchema: string | undefined;
  /** Name of its priority level; undefined if the gate does not limit such requests. */
  readonly priorityLevel: string | undefined;
  /**
   * Whether the request is a watch. A watch occupies its seats only until it is initialized: call `initialized` when the
   * headers of its response are sent.
   */
  readonly isWatch: boolean;
  /** Releases the seats of a watch; does nothing for other requests. Only the first call has an effect. */
  initialized(): void;
  /**
   * Releases the seats. Call it when the handler **and** the response have ended, also after errors. Only the first call
   * has an effect.
   */
  release(): void;
}

/**
 * Why a request does not execute.
 *
 * - `QUEUE_FULL`, `CONCURRENCY_LIMIT`, `TIME_OUT`, `CANCELLED`: see {@link @kubesem/apf!ApfRejectionCode | ApfRejectionCode};
 *   status 429
 * - `CLOSED`: the gate is drained or closed; status 503
 * - `INVALID_URL`: the URL of the request is broken; status 400
 * - `INVALID_TIMEOUT`: the parameter `timeout` of the URL is not a duration; status 400
 * - `MISSING_RESOURCE`: the path ends after the deprecated prefix `watch` or `proxy`; status 500
 * - `HOOK_FAILED`: a hook threw an error or took too long; status 500
 */
export type RefusalCode =
  | 'QUEUE_FULL'
  | 'CONCURRENCY_LIMIT'
  | 'TIME_OUT'
  | 'CANCELLED'
  | 'CLOSED'
  | 'INVALID_URL'
  | 'INVALID_TIMEOUT'
  | 'MISSING_RESOURCE'
  | 'HOOK_FAILED';

/** The request must not execute. Send the response. */
export interface Refusal {
  /** Distinguishes a rejection from an admission. */
  readonly ok: false;
  /** Why the request does not execute. */
  readonly code: RefusalCode;
  /** Status of the response. */
  readonly status: 400 | 429 | 500 | 503;
  /** All headers of the response. `Connection` is not for HTTP/2. */
  readonly headers: EntryHeaders;
  /** Body of the response, as the API server words it. */
  readonly body: string;
  /** Name of the FlowSchema that the request matched, if it was classified. */
  readonly flowSchema: string | undefined;
  /** Name of its priority level, if it was classified. */
  readonly priorityLevel: string | undefined;
}

/** Whether a request can execute. */
export type Entry = Admission | Refusal;
