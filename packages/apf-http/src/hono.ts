/**
 * API Priority and Fairness for hono.
 *
 * @packageDocumentation
 */
import type { Context, MiddlewareHandler } from 'hono';
import { refusalResponse, releaseWithBody } from './adapters/fetch-response.js';
import type { Admission } from './gate/entry.js';
import { Gate } from './gate/gate.js';
import type { GateOptions } from './gate/options.js';

/** A middleware, and its gate. */
export interface ApfMiddleware extends MiddlewareHandler {
  /** The gate that requests enter. */
  readonly gate: Gate<Context>;
}

/** A middleware further out, or the handler of its error, can replace a response whose body nobody reads then. */
function releaseIfReplaced(context: Context, { body }: Response, admission: Admission): void {
  const accessor = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'res');
  Object.defineProperty(context, 'res', {
    configurable: true,
    enumerable: true,
    get: () => accessor?.get?.call(context),
    set: (response: Response | undefined) => {
      accessor?.set?.call(context, response);
      if (response !== undefined && response.body !== body) {
        // A body that the new one reads is locked by then.
        setTimeout(() => (body?.locked === true ? undefined : admission.release()), 0);
      }
    },
  });
}

/**
 * Creates a hono middleware that lets requests wait or rejects them.
 *
 * A request occupies its seats until the promises of the handlers that follow are settled **and** the body of the response
 * has ended, or the signal of the request is aborted after that.
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
  const middleware: MiddlewareHandler = async (context, next) => {
    const { raw } = context.req;
    const { method, url, signal } = raw;
    const entry = await gate.enter({ request: context, method, url, signal });
    if (!entry.ok) {
      return refusalResponse(entry);
    }
    try {
      await next();
      const before = context.res;
      const response = releaseWithBody(before, entry, raw);
      if (response !== before) {
        // Otherwise hono merges the headers of both.
        context.res = undefined;
        context.res = response;
        releaseIfReplaced(context, response, entry);
      }
    } catch (error) {
      entry.release();
      throw error;
    }
    return undefined;
  };
  return Object.assign(middleware, { gate });
}
