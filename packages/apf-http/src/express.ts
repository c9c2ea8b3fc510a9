/**
 * API Priority and Fairness for express 4 and 5.
 *
 * @packageDocumentation
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Gate } from './gate/gate.js';
import { isPromiseLike } from './gate/hooks.js';
import type { GateOptions } from './gate/options.js';
import { hasEnded } from './node/connection.js';
import { Occupancy } from './node/occupancy.js';
import { enter, setHeaders } from './node/protect.js';

/** A middleware, and its gate. */
export interface ApfMiddleware extends RequestHandler {
  /** The gate that requests enter. */
  readonly gate: Gate<Request>;
}

/** The seats of a request that executes: a property, because a WeakMap costs more than the rest of the middleware. */
const OCCUPANCY: unique symbol = /* @__PURE__ */ Symbol('occupancy');

type AdmittedRequest = Request & { [OCCUPANCY]?: Occupancy };

/**
 * Creates an express middleware that lets requests wait or rejects them.
 *
 * A request occupies its seats until the response has ended. Express does not tell a middleware when the handler has ended,
 * so a client that goes away would free its seats while the handler still runs: wrap asynchronous handlers, and asynchronous
 * middleware before them, in {@link hold}.
 *
 * @param options - options of a new gate, or a gate
 * @returns the middleware; use it before the handlers
 *
 * @example
 * ```ts
 * import { levelObjects } from '@kubesem/apf-http';
 * import { apf, hold } from '@kubesem/apf-http/express';
 * import express from 'express';
 *
 * const seats = 20;
 * const middleware = apf({ serverConcurrencyLimit: seats, ...levelObjects([{ name: 'others' }], seats) });
 * const app = express();
 * app.use(middleware);
 * app.get('/', hold(async (request, response) => {
 *   response.send('hello');
 * }));
 * middleware.gate.dump().priorityLevels['others']?.executingRequests // => 0
 * await middleware.gate.drain();
 * ```
 */
export function apf(options: GateOptions<Request> | Gate<Request>): ApfMiddleware {
  const gate = 'enter' in options ? options : new Gate(options);
  const middleware = (request: Request, response: Response, next: NextFunction): void => {
    const { method, originalUrl: url } = request;
    enter(gate, { request, method, url }, response, (admission) => {
      (request as AdmittedRequest)[OCCUPANCY] = new Occupancy(response, admission);
      setHeaders(response, admission);
      next();
    });
  };
  return Object.assign(middleware, { gate });
}

/** A handler or middleware of express that may return a promise. */
export type HeldHandler = (request: Request, response: Response, next: NextFunction) => unknown;

/**
 * Makes a handler or middleware occupy the seats of its request until its promise is settled, even if the client goes away
 * before. If the client is already gone, the handler is not called.
 *
 * A rejection is passed to `next`, also in express 4.
 *
 * @param handler - the handler
 * @returns the same handler for a route after {@link apf}
 *
 * @example
 * ```ts
 * import type { AddressInfo } from 'node:net';
 * import { hold } from '@kubesem/apf-http/express';
 * import express from 'express';
 *
 * const app = express();
 * app.get('/report', hold(async (request, response) => {
 *   response.json(await Promise.resolve({ sold: 7 }));
 * }));
 * const server = app.listen(0);
 * const { port } = server.address() as AddressInfo;
 * const response = await fetch(`http://localhost:${port}/report`);
 * await response.json() // => { sold: 7 }
 * server.close();
 * ```
 */
export function hold(handler: HeldHandler): RequestHandler {
  return (request, response, next) => {
    const occupancy = (request as AdmittedRequest)[OCCUPANCY];
    if (occupancy === undefined) {
      pass(handler(request, response, next), next);
    } else if (!occupancy.isOver && !isGone(response)) {
      pass(
        occupancy.run(() => handler(request, response, next)),
        next,
      );
    }
  };
}

/** Whether the client left before it got all of the response. */
function isGone(response: Response): boolean {
  return hasEnded(response) && !response.writableFinished;
}

function pass(result: unknown, next: NextFunction): void {
  if (isPromiseLike(result)) {
    result.then(undefined, next);
  }
}

/**
 * Occupies the seats of a request until you release them, for work that no promise of a handler covers.
 *
 * @param request - a request after {@link apf}
 * @returns releases the seats; they are free when the response has also ended. Call it as often as you like
 *
 * @example
 * ```ts
 * import type { AddressInfo } from 'node:net';
 * import { holdSeats } from '@kubesem/apf-http/express';
 * import express from 'express';
 *
 * const app = express();
 * app.get('/report', (request, response) => {
 *   const release = holdSeats(request);
 *   setTimeout(() => {
 *     response.send('done');
 *     release();
 *   }, 10);
 * });
 * const server = app.listen(0);
 * const { port } = server.address() as AddressInfo;
 * const response = await fetch(`http://localhost:${port}/report`);
 * await response.text() // => 'done'
 * server.close();
 * ```
 */
export function holdSeats(request: Request): () => void {
  const occupancy = (request as AdmittedRequest)[OCCUPANCY];
  return occupancy === undefined ? () => undefined : occupancy.begin();
}
