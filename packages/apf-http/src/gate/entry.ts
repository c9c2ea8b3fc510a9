/** Headers of a response by name. */
export interface EntryHeaders {
  readonly [name: string]: string;
}

/** The request can execute. It occupies its seats until `release`. */
export interface Admission {
  /** Distinguishes an admission from a refusal. */
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
  /** Releases the seats of a watch; does nothing for other requests. Call it as often as you like. */
  initialized(): void;
  /**
   * Releases the seats. Call it when the handler **and** the response have ended, also after errors. Call it as often as
   * you like.
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
  /** Distinguishes a refusal from an admission. */
  readonly ok: false;
  /** Why the request does not execute. */
  readonly code: RefusalCode;
  /** Status of the response. */
  readonly status: 400 | 429 | 500 | 503;
  /** All headers of the response. */
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

/**
 * Creates a refusal with the headers that Go's `http.Error` sets.
 *
 * @param code - why the request does not execute
 * @param status - status of the response
 * @param message - body without its line break
 * @param headers - more headers
 * @param classified - FlowSchema and priority level, if the request was classified
 * @returns the refusal
 */
export function refuse(
  code: RefusalCode,
  status: Refusal['status'],
  message: string,
  headers: EntryHeaders = {},
  classified: { readonly flowSchema?: string; readonly priorityLevel?: string } = {},
): Refusal {
  const { flowSchema, priorityLevel } = classified;
  return {
    ok: false,
    code,
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
    body: `${message}\n`,
    flowSchema,
    priorityLevel,
  };
}
