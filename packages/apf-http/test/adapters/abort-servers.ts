// Servers of every adapter, whose handlers, and the hooks and middleware before them, take their time.
import { createServer as createHttp1Server, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { Gate, type GateOptions, protect } from '@kubesem/apf-http';
import { apf as apfExpress, hold } from '@kubesem/apf-http/express';
import { apf as apfFastify } from '@kubesem/apf-http/fastify';
import { protectFetch } from '@kubesem/apf-http/fetch';
import { apf as apfHono } from '@kubesem/apf-http/hono';
import { apf as apfKoa } from '@kubesem/apf-http/koa';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

export interface Tools {
  /** Waits for a random time, which can be none. */
  pause(): Promise<void>;
  /** Called first by each handler that must not begin if the client is gone. */
  began(raw: {
    readonly destroyed?: boolean;
    readonly stream?: { readonly destroyed: boolean };
  }): void;
}

/** A server that does not listen yet, and its gate. */
export interface AbortServer {
  readonly server: Server;
  readonly gate: Gate<never>;
}

export type StartAbortServer = (options: GateOptions<never>, tools: Tools) => Promise<AbortServer>;

type Listener = Parameters<typeof createHttp1Server>[1] & {};

/** The servers have one type here: that of HTTP/2 has the same methods that a test calls. */
const serverOf = (isHttp2: boolean, listener: unknown): Server =>
  isHttp2
    ? (createHttp2Server(listener as never) as unknown as Server)
    : createHttp1Server(listener as Listener);

/** Reads a body until it ends, or its client is gone: Node does not always report that over HTTP/2, so this looks. */
async function read(
  body: IncomingMessage & { readonly stream?: ServerHttp2Stream },
): Promise<void> {
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
  };
  body.on('end', end).on('error', end).on('close', end).resume();
  while (!hasEnded && !body.destroyed && !body.stream?.closed) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function* parts({ pause }: Tools): AsyncGenerator<string> {
  for (let i = 0; i < 3; i++) {
    yield 'part'.repeat(5000);
    await pause();
  }
}

function startNode(isHttp2: boolean): StartAbortServer {
  return async (options, tools) => {
    const handler = protect(
      async (request: IncomingMessage, response) => {
        tools.began(response);
        if (request.method === 'POST') {
          await read(request);
        }
        await tools.pause();
        if (request.url === '/stream') {
          Readable.from(parts(tools))
            .on('error', () => undefined)
            .pipe(response);
        } else {
          response.end('done');
        }
      },
      options as GateOptions<IncomingMessage>,
    );
    return { server: serverOf(isHttp2, handler), gate: handler.gate as never };
  };
}

const startExpress: StartAbortServer = async (options, tools) => {
  const app = express();
  const middleware = apfExpress(options);
  app.use(middleware);
  app.use(
    hold(async (_request, _response, next) => {
      await tools.pause();
      next();
    }),
  );
  app.use(express.json());
  app.all(
    ['/', '/stream'],
    hold(async (request, response) => {
      tools.began(response);
      await tools.pause();
      if (request.url === '/stream') {
        Readable.from(parts(tools))
          .on('error', () => undefined)
          .pipe(response);
      } else {
        response.send('done');
      }
    }),
  );
  app.use((_error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(400).send('failed');
  });
  return { server: serverOf(false, app), gate: middleware.gate as never };
};

function startFastify(isHttp2: boolean): StartAbortServer {
  return async (options, tools) => {
    const app: FastifyInstance = isHttp2 ? (fastify({ http2: true }) as never) : fastify();
    const gate = apfFastify(app, options);
    const { pause } = tools;
    // A parser that does not notice that its client is gone.
    app.addContentTypeParser('text/slow', (_request, payload, done) => {
      payload.on('data', () => undefined).on('end', () => done(null, 'slow'));
    });
    app.addHook('onRequest', pause);
    app.addHook('preParsing', async (_request, _reply, payload) => {
      await pause();
      return payload;
    });
    app.addHook('preValidation', pause);
    app.addHook('preHandler', async (request, reply) => {
      await pause();
      if (request.url === '/hijack') {
        reply.hijack();
        reply.raw.end('mine');
      } else if (request.url === '/raw') {
        reply.raw.end('mine');
      }
    });
    app.all('/', async (_request, reply) => {
      tools.began(reply.raw);
      await pause();
      return 'done';
    });
    app.all('/hijack', async () => 'never');
    app.all('/raw', async () => 'never');
    app.all('/stream', async (_request, reply) => {
      tools.began(reply.raw);
      await pause();
      return reply.send(Readable.from(parts(tools)));
    });
    await app.ready();
    return { server: app.server as Server, gate: gate as never };
  };
}

function startKoa(isHttp2: boolean): StartAbortServer {
  return async (options, tools) => {
    const app = new Koa();
    app.silent = true;
    const middleware = apfKoa(options);
    app.use(middleware);
    app.use(async (context) => {
      tools.began(context.res);
      if (context.method === 'POST') {
        await read(context.req);
      }
      await tools.pause();
      context.body = context.path === '/stream' ? Readable.from(parts(tools)) : 'done';
    });
    return { server: serverOf(isHttp2, app.callback()), gate: middleware.gate as never };
  };
}

type Bindings = { Bindings: HttpBindings | Http2Bindings };

function routes(app: Hono<Bindings>, tools: Tools): Hono<Bindings> {
  return app
    .all('/', async (context) => {
      tools.began(context.env.outgoing);
      if (context.req.method === 'POST') {
        await context.req.text();
      }
      await tools.pause();
      return context.text('done');
    })
    .all('/stream', async (context) => {
      tools.began(context.env.outgoing);
      await tools.pause();
      return new Response(Readable.toWeb(Readable.from(parts(tools))) as ReadableStream);
    })
    .onError((_, context) => context.text('failed', 500));
}

function startHono(isHttp2: boolean): StartAbortServer {
  return async (options, tools) => {
    const middleware = apfHono(options);
    const app = new Hono<Bindings>();
    app.use(middleware);
    routes(app, tools);
    return {
      server: serverOf(isHttp2, getRequestListener(app.fetch)),
      gate: middleware.gate as never,
    };
  };
}

function startFetch(isHttp2: boolean): StartAbortServer {
  return async (options, tools) => {
    const app = routes(new Hono<Bindings>(), tools);
    const handler = protectFetch(
      (request, env: HttpBindings | Http2Bindings) => app.fetch(request, env),
      options as GateOptions<Request>,
    );
    return { server: serverOf(isHttp2, getRequestListener(handler)), gate: handler.gate as never };
  };
}

/** Express does not serve HTTP/2. */
export const ABORT_SERVERS: readonly (readonly [
  name: string,
  isHttp2: boolean,
  start: StartAbortServer,
])[] = [
  ['node', false, startNode(false)],
  ['node', true, startNode(true)],
  ['express', false, startExpress],
  ['fastify', false, startFastify(false)],
  ['fastify', true, startFastify(true)],
  ['Koa', false, startKoa(false)],
  ['Koa', true, startKoa(true)],
  ['hono', false, startHono(false)],
  ['hono', true, startHono(true)],
  ['fetch', false, startFetch(false)],
  ['fetch', true, startFetch(true)],
];
