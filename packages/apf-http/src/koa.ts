/**
 * API Priority and Fairness for Koa.
 *
 * @packageDocumentation
 */
import type { Context, Middleware } from 'koa';
import { Gate } from './gate/gate.js';
import type { GateOptions } from './gate/options.js';
import { ResponseSignal } from './node/connection.js';
import { Occupancy } from './node/occupancy.js';
import { releaseIfAnswered, setHeaders } from './node/protect.js';

/** A middleware, and its gate. */
export interface ApfMiddleware extends Middleware {
  /** The gate that requests enter. */
  readonly gate: Gate<Context>;
}

/**
 * Creates a Koa middleware that lets requests wait or rejects them.
 *
 * A request occupies its seats until the promise of the middleware that follows is settled **and** the response has ended,
 * even if the client goes away before.
 *
 * @param options - options of a new gate, or a gate; hooks receive the context of Koa
 * @returns the middleware; use it first
 *
 * @example
 * ```ts
 * import { levelObjects } from '@kubesem/apf-http';
 * import { apf } from '@kubesem/apf-http/koa';
 * import Koa from 'koa';
 *
 * const seats = 20;
 * const middleware = apf({ serverConcurrencyLimit: seats, ...levelObjects([{ name: 'others' }], seats) });
 * const app = new Koa();
 * app.use(middleware);
 * app.use((context) => {
 *   context.body = 'hello';
 * });
 * middleware.gate.dump().priorityLevels['others']?.executingRequests // => 0
 * await middleware.gate.drain();
 * ```
 */
export function apf(options: GateOptions<Context> | Gate<Context>): ApfMiddleware {
  const gate = 'enter' in options ? options : new Gate(options);
  const middleware: Middleware = async (context, next) => {
    const { res: response, method, originalUrl: url } = context;
    const signal = new ResponseSignal(response);
    const entry = await gate.enter({ request: context, method, url, signal });
    if (releaseIfAnswered(signal, entry)) {
      context.respond = false;
      return;
    }
    if (!entry.ok) {
      const { Connection: connection, ...headers } = entry.headers;
      context.status = entry.status;
      context.set(headers);
      if (connection !== undefined && context.req.httpVersionMajor < 2) {
        context.set('Connection', connection);
      }
      context.body = entry.body;
      return;
    }
    const occupancy = new Occupancy(response, entry);
    setHeaders(response, entry);
    await occupancy.run(next);
  };
  return Object.assign(middleware, { gate });
}
