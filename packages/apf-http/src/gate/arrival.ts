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
