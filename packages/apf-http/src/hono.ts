/**
 * API Priority and Fairness for hono.
 *
 * @packageDocumentation
 */
import type { Context, MiddlewareHandler } from 'hono';
import { Gate } from './gate/gate.js';
import type { GateOptions } from './gate/options.js';
import {
  alreadySent,
  FetchOccupancy,
  FetchSignals,
  refusalResponse,
} from './node/fetch-response.js';
import { releaseIfAnswered } from './node/protect.js';

/** A middleware, and its gate. */
export interface ApfMiddleware extends MiddlewareHandler {
  /** The gate that requests enter. */
  readonly gate: Gate<Context>;
}

/** Watches every response that the context gets, because a middleware or the handler of its error can replace it. */
function watchResponses(context: Context, occupancy: FetchOccupancy): void {
  // Another gate may have defined its own.
  const accessor =
    Object.getOwnPropertyDescriptor(context, 'res') ??
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'res');
  Object.defineProperty(context, 'res', {
    configurable: true,
    enumerable: true,
    get: () => accessor?.get?.call(context),
    set: (response: Response | undefined) => {
      accessor?.set?.call(context, response && occupancy.watch(response));
    },
  });
}

/**
 * Creates a hono middleware that lets requests wait or rejects them.
 *
 * A request occupies its seats until the promises of the handlers that follow are settled **and** the body of the response
 * has ended, or the signal of the request is aborted. With `@hono/node-server`, the seats are also free when somebody else
 * has answered the request. Elsewhere, a response that nobody reads keeps its seats until it is collected as garbage.
 *
 * @param options - options of a new gate, or a gate; hooks receive the context of hono
 * @returns the middleware; use it before the handlers
 *
 * @example
 * ```ts
 * import { levelObjects } from '@kubesem/apf-http';
 * import { apf } from '@kubesem/apf-http/hono';
 * import { Hono } from 'hono';
 *
 * const seats = 20;
 * const middleware = apf({ serverConcurrencyLimit: seats, ...levelObjects([{ name: 'others' }], seats) });
 * const app = new Hono();
 * app.use(middleware);
 * app.get('/', (context) => context.text('hello'));
 * const response = await app.request('/');
 * await response.text() // => 'hello'
 * await middleware.gate.drain();
 * (await app.request('/')).status // => 503
 * ```
 */
export function apf(options: GateOptions<Context> | Gate<Context>): ApfMiddleware {
  const gate = 'enter' in options ? options : new Gate(options);
  const signals = new FetchSignals();
  const middleware: MiddlewareHandler = async (context, next) => {
    const { raw } = context.req;
    const { method, url } = raw;
    const signal = signals.of(raw, context.env);
    const wasFinalized = context.finalized;
    const entry = await gate.enter({ request: context, method, url, signal });
    // A middleware further out, such as one with a timeout, does not wait for this one.
    const isAnswered = (context.finalized && !wasFinalized) || signal.isAnswered;
    if (releaseIfAnswered({ isAnswered }, entry)) {
      return alreadySent();
    }
    if (!entry.ok) {
      return refusalResponse(entry);
    }
    try {
      const occupancy = new FetchOccupancy(entry, method);
      watchResponses(context, occupancy);
      await next();
      occupancy.handlerEnded(signal);
    } catch (error) {
      entry.release();
      throw error;
    }
    return undefined;
  };
  return Object.assign(middleware, { gate });
}
