/**
 * API Priority and Fairness for fastify.
 *
 * @packageDocumentation
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Gate } from './gate/gate.js';
import type { GateOptions } from './gate/options.js';
import { hasEnded, ResponseSignal, whenEnded } from './node/connection.js';
import { Occupancy } from './node/occupancy.js';
import { releaseIfAnswered, setHeaders } from './node/protect.js';

/** The part of a request before its handler: its hooks and the parser of its body. It occupies seats of its own. */
class Progress {
  readonly occupancy: Occupancy;
  /** Ends the part. */
  readonly arrived: () => void;
  private readonly reply: FastifyReply;
  private isReading = false;

  constructor(reply: FastifyReply, occupancy: Occupancy) {
    this.reply = reply;
    this.occupancy = occupancy;
    this.arrived = occupancy.begin();
    whenEnded(reply.raw, () => this.responseEnded());
  }

  /**
   * Ends the part if the client is gone: nothing that follows is called.
   *
   * @param isReading - whether the body is read next
   * @returns whether the client is gone
   */
  stopIfGone(isReading: boolean): boolean {
    const isGone = hasEnded(this.reply.raw);
    if (isGone) {
      this.arrived();
      // Nobody waits for the reply, which is thenable.
      (this.reply as { hijack(): unknown }).hijack();
    }
    this.isReading = isReading;
    return isGone;
  }

  private responseEnded(): void {
    const { reply, arrived } = this;
    // A parser may wait for ever for the rest of a body. A hook that takes over the response sends it without `onSend`.
    if (this.isReading || reply.sent) {
      arrived();
      return;
    }
    // No event reports that a hook takes it over now.
    const { hijack, raw } = reply;
    const { end } = raw;
    reply.hijack = () => {
      arrived();
      return hijack.call(reply);
    };
    raw.end = ((...args: unknown[]) => {
      arrived();
      return end.apply(raw, args as never);
    }) as typeof end;
  }
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
    const isHttp1 = request.raw.httpVersionMajor < 2;
    const entry = await gate.enter({ request, method, url, signal });
    if (releaseIfAnswered(signal, entry)) {
      return reply.hijack();
    }
    if (!entry.ok) {
      const { Connection: _, ...headers } = entry.headers;
      return reply
        .code(entry.status)
        .headers(isHttp1 ? entry.headers : headers)
        .send(entry.body);
    }
    setHeaders(response, entry);
    if (!isHttp1) {
      settleAtEnd(reply);
    }
    (request as { [progress]?: Progress })[progress] = new Progress(
      reply,
      new Occupancy(response, entry),
    );
    return undefined;
  });
  app.addHook('preParsing', (request, _, payload, done) => {
    progressOf(request)?.stopIfGone(true);
    done(null, payload);
  });
  app.addHook('preValidation', (request, _, done) => {
    progressOf(request)?.stopIfGone(false);
    done();
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
      if (found.stopIfGone(false)) {
        return reply;
      }
      const result = found.occupancy.run(() => handler.call(this, request, reply));
      found.arrived();
      return result;
    };
    route.handler = held;
  });
  return gate;
}

/** A handler that returns its reply waits for an event of the response, which HTTP/2 does not always emit. */
function settleAtEnd(reply: FastifyReply): void {
  const { then } = reply;
  // oxlint-disable-next-line unicorn/no-thenable -- fastify has made it one
  reply.then = (fulfilled, rejected) => {
    let isPending = true;
    const settle = (): void => {
      if (isPending) {
        isPending = false;
        fulfilled();
      }
    };
    then.call(reply, settle, rejected);
    whenEnded(reply.raw, settle);
  };
}
