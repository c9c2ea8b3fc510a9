/**
 * API Priority and Fairness for fastify.
 *
 * @packageDocumentation
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Occupancy } from './adapters/occupancy.js';
import { Gate } from './gate/gate.js';
import type { GateOptions } from './gate/options.js';
import { ResponseSignal } from './node/connection.js';
import { releaseIfAnswered, setHeaders } from './node/protect.js';

/** The seats of a request, and what ends the part before its handler. */
interface Progress {
  readonly occupancy: Occupancy;
  readonly arrived: () => void;
}

/**
 * Lets the requests of a fastify application wait, or rejects them.
 *
 * Call it before you define routes or register plugins. A request enters in the hook `onRequest`, before its body is read,
 * and occupies its seats until the promise of the handler is settled **and** the response has ended. If the client goes away
 * before the handler begins, the handler is not called.
 *
 * @param app - the application
 * @param options - options of a new gate, or a gate; hooks receive the request of fastify, also with its route in
 *   `routeOptions.url`
 * @returns the gate
 *
 * @example
 * ```ts
 * import { levelObjects } from '@kubesem/apf-http';
 * import { apf } from '@kubesem/apf-http/fastify';
 * import fastify from 'fastify';
 *
 * const seats = 20;
 * const app = fastify();
 * const gate = apf(app, { serverConcurrencyLimit: seats, ...levelObjects([{ name: 'others' }], seats) });
 * app.get('/', async () => 'hello');
 * const { body } = await app.inject('/');
 * body // => 'hello'
 * await gate.drain();
 * (await app.inject('/')).statusCode // => 503
 * ```
 */
export function apf(
  app: FastifyInstance,
  options: GateOptions<FastifyRequest> | Gate<FastifyRequest>,
): Gate<FastifyRequest> {
  const gate = 'enter' in options ? options : new Gate(options);
  // A property of the request is found faster than an entry of a WeakMap.
  const progress: unique symbol = Symbol('progress');
  const progressOf = (request: FastifyRequest & { [progress]?: Progress }): Progress | undefined =>
    request[progress];
  app.decorateRequest(progress);

  app.addHook('onRequest', async (request, reply) => {
    const { raw: response } = reply;
    const { method, originalUrl: url } = request;
    const signal = new ResponseSignal(response);
    const entry = await gate.enter({ request, method, url, signal });
    if (releaseIfAnswered(signal, entry)) {
      return reply.hijack();
    }
    if (!entry.ok) {
      const { Connection: _, ...headers } = entry.headers;
      const isHttp1 = request.raw.httpVersionMajor < 2;
      return reply
        .code(entry.status)
        .headers(isHttp1 ? entry.headers : headers)
        .send(entry.body);
    }
    setHeaders(response, entry);
    const occupancy = new Occupancy(response, entry);
    (request as { [progress]?: Progress })[progress] = { occupancy, arrived: occupancy.begin() };
    // A hook that takes over the response sends it without `onSend`.
    response.once('close', () => {
      if (reply.sent) {
        progressOf(request)?.arrived();
      }
    });
    return undefined;
  });
  // The handler, a hook before it or the error handler has answered.
  app.addHook('onSend', async (request) => progressOf(request)?.arrived());
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    const held: RouteHandlerMethod = function (request, reply) {
      const found = progressOf(request);
      if (found === undefined) {
        return handler.call(this, request, reply);
      }
      if (isGone(reply)) {
        found.arrived();
        return reply.hijack();
      }
      const result = found.occupancy.run(() => handler.call(this, request, reply));
      found.arrived();
      return result;
    };
    route.handler = held;
  });
  return gate;
}

function isGone({ raw }: FastifyReply): boolean {
  return raw.destroyed || raw.closed;
}
