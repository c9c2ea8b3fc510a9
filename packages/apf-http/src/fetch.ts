/**
 * API Priority and Fairness for handlers in the style of fetch, which turn a `Request` into a `Response`.
 *
 * @packageDocumentation
 */

import { Gate } from './gate/gate.js';
import type { Awaitable, GateOptions } from './gate/options.js';
import {
  alreadySent,
  FetchOccupancy,
  FetchSignals,
  refusalResponse,
} from './node/fetch-response.js';
import { releaseIfAnswered } from './node/protect.js';

/** A handler in the style of fetch, such as `app.fetch` of hono. */
export type FetchHandler<Rest extends unknown[]> = (
  request: Request,
  ...rest: Rest
) => Awaitable<Response>;

/** A protected handler in the style of fetch. */
export interface ProtectedFetchHandler<Rest extends unknown[]> {
  /**
   * Handles a request. The `rest` is passed to the handler.
   *
   * @param request - the request
   */
  (request: Request, ...rest: Rest): Promise<Response>;
  /** The gate that requests enter. */
  readonly gate: Gate<Request>;
}

/**
 * Protects a handler in the style of fetch.
 *
 * A request occupies its seats until the promise of the handler is settled **and** the body of the response has ended, or
 * the signal of the request is aborted. `@hono/node-server` passes the response of Node as `outgoing` of the second
 * argument: pass it on, and the seats are also free when somebody else has answered the request. Elsewhere, a response that
 * nobody reads keeps its seats until it is collected as garbage.
 *
 * @param handler - handles the requests that are admitted
 * @param options - options of a new gate, or a gate
 * @returns the protected handler
 *
 * @example
 * ```ts
 * import { levelObjects } from '@kubesem/apf-http';
 * import { protectFetch } from '@kubesem/apf-http/fetch';
 *
 * const seats = 20;
 * const handler = protectFetch(() => new Response('hello'), {
 *   serverConcurrencyLimit: seats,
 *   ...levelObjects([{ name: 'others' }], seats),
 * });
 * const response = await handler(new Request('http://localhost/'));
 * await response.text() // => 'hello'
 * await handler.gate.drain();
 * (await handler(new Request('http://localhost/'))).status // => 503
 * ```
 */
export function protectFetch<Rest extends unknown[]>(
  handler: FetchHandler<Rest>,
  options: GateOptions<Request> | Gate<Request>,
): ProtectedFetchHandler<Rest> {
  const gate = 'enter' in options ? options : new Gate(options);
  const signals = new FetchSignals();
  const protectedHandler = async (request: Request, ...rest: Rest): Promise<Response> => {
    const { method, url } = request;
    const signal = signals.of(request, rest[0]);
    const entry = await gate.enter({ request, method, url, signal });
    if (releaseIfAnswered(signal, entry)) {
      return alreadySent();
    }
    if (!entry.ok) {
      return refusalResponse(entry);
    }
    try {
      const occupancy = new FetchOccupancy(entry, method);
      const response = occupancy.watch(await handler(request, ...rest));
      occupancy.handlerEnded(signal);
      return response;
    } catch (error) {
      entry.release();
      throw error;
    }
  };
  return Object.assign(protectedHandler, { gate });
}
