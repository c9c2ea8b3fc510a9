import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { levelObjects } from '@kubesem/apf-http';
import { protectFetch } from '@kubesem/apf-http/fetch';
import { apf } from '@kubesem/apf-http/hono';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { describe, expect, test } from 'vitest';
import { describeAdapter, type Handlers, type StartServer } from './suite.js';

function twoParts({ rest }: Handlers): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(encoder.encode('one'));
      await rest();
      try {
        controller.enqueue(encoder.encode('two'));
        controller.close();
      } catch {
        // The client is gone.
      }
    },
  });
}

function routes(app: Hono, handlers: Handlers): Hono {
  return app
    .get('/', (context) => context.text('hello'))
    .get('/slow', async (context) => context.text(await handlers.slow()))
    .get('/stream', () => new Response(twoParts(handlers)))
    .get('/fail', () => handlers.fail())
    .onError((_, context) => context.text('failed', 500));
}

const startHono: StartServer = async (options, handlers) => {
  const middleware = apf(options);
  const app = new Hono();
  app.use(middleware);
  routes(app, handlers);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  return { server, gate: middleware.gate as never };
};
describeAdapter('hono', startHono);

const startFetch: StartServer = async (options, handlers) => {
  const app = routes(new Hono(), handlers);
  const handler = protectFetch(app.fetch, options);
  const server = createAdaptorServer({ fetch: handler }) as Server;
  return { server, gate: handler.gate as never };
};
describeAdapter('fetch', startFetch);

describe('a response of hono that is not sent', () => {
  const limited = { serverConcurrencyLimit: 1, ...levelObjects([{ name: 'others' }], 1) };
  const url = 'http://localhost/';

  /** An application with a middleware around that of the gate. */
  function appWith(
    outer: MiddlewareHandler,
    handler: (context: Context) => Response | Promise<Response>,
  ) {
    const middleware = apf(limited);
    const app = new Hono();
    app.use(outer, middleware);
    app.get('/', handler).onError((_, context) => context.text('failed', 500));
    const seats = () => middleware.gate.dump().priorityLevels['others']?.executingRequests;
    return { app, seats };
  }

  const outers: [string, MiddlewareHandler, number, string][] = [
    [
      'replaces it',
      async (context, next) => {
        await next();
        context.res = new Response('other', { status: 418 });
      },
      418,
      'other',
    ],
    [
      'removes and replaces it',
      async (context, next) => {
        await next();
        context.res = undefined;
        context.res = new Response('other', { status: 418 });
      },
      418,
      'other',
    ],
    [
      'throws',
      async (_, next) => {
        await next();
        throw new Error('outer');
      },
      500,
      'failed',
    ],
    [
      'keeps its body',
      async (context, next) => {
        await next();
        const { body } = context.res;
        context.res = undefined;
        context.res = new Response(body, { status: 201 });
      },
      201,
      'hello',
    ],
    [
      'transforms its body',
      async (context, next) => {
        await next();
        context.res = new Response(context.res.body?.pipeThrough(new TransformStream()));
      },
      200,
      'hello',
    ],
  ];
  test.each(outers)(
    'an outer middleware that %s frees the seat',
    async (_, outer, status, text) => {
      const { app, seats } = appWith(outer, (context) => context.text('hello'));
      for (let i = 0; i < 3; i++) {
        const response = await app.request(url);
        expect([response.status, await response.text()]).toEqual([status, text]);
        await expect.poll(seats).toBe(0);
      }
    },
  );

  test.each<[string, () => Response | Promise<Response>]>([
    [
      'is locked',
      () => {
        const response = new Response('hello');
        response.body?.getReader();
        return response;
      },
    ],
    [
      'was read',
      async () => {
        const response = new Response('hello');
        await response.text();
        return response;
      },
    ],
    ['is that of an error', () => Response.error()],
  ])('a body that %s frees the seat', async (_, handler) => {
    const { app, seats } = appWith((__, next) => next(), handler);
    await Promise.resolve(app.request(url)).catch(() => undefined);
    expect(seats()).toBe(0);
  });
});

describe('bodies', () => {
  const options = {
    serverConcurrencyLimit: 1,
    ...levelObjects([{ name: 'others', queues: 0 }], 1),
  };

  function served(respond: () => Response | Promise<Response>) {
    const handler = protectFetch(respond, options);
    const seats = () => handler.gate.dump().priorityLevels['others']?.executingRequests;
    return { handler, seats };
  }

  const url = 'http://localhost/';

  test.each<[string, RequestInit, () => Response]>([
    ['no body', {}, () => new Response(null, { status: 204 })],
    ['HEAD', { method: 'HEAD' }, () => new Response('never read')],
    ['a redirect', {}, () => Response.redirect('http://localhost/other')],
  ])('%s frees the seat at once', async (_, init, respond) => {
    const { handler, seats } = served(respond);
    const response = await handler(new Request(url, init));
    expect(seats()).toBe(0);
    expect(response.status).toBe(respond().status);
    handler.gate.close();
  });

  test('a body that is cancelled, fails or loses its client frees the seat', async () => {
    const endless = () => new Response(new ReadableStream({ pull: () => undefined }));
    const cancelled = served(endless);
    await (await cancelled.handler(new Request(url))).body?.cancel();
    expect(cancelled.seats()).toBe(0);

    const broken = new ReadableStream({ pull: () => Promise.reject(new Error('broken')) });
    const failing = served(() => new Response(broken));
    const response = await failing.handler(new Request(url));
    expect(failing.seats()).toBe(1);
    await expect(response.text()).rejects.toThrow('broken');
    expect(failing.seats()).toBe(0);

    const abort = new AbortController();
    const left = served(endless);
    await left.handler(new Request(url, { signal: abort.signal }));
    expect(left.seats()).toBe(1);
    abort.abort();
    expect(left.seats()).toBe(0);
    for (const { handler } of [cancelled, failing, left]) {
      handler.gate.close();
    }
  });

  test('a handler that throws frees the seat, and its error is passed on', async () => {
    const { handler, seats } = served(() => {
      throw new Error('failed on purpose');
    });
    await expect(handler(new Request(url))).rejects.toThrow('failed on purpose');
    expect(seats()).toBe(0);
    handler.gate.close();
  });

  test('status, headers and bytes stay as they are', async () => {
    const bytes = new Uint8Array(100_000).map((_, i) => i % 251);
    const { handler } = served(
      () => new Response(bytes, { status: 206, statusText: 'Part', headers: { 'X-A': 'b' } }),
    );
    const response = await handler(new Request(url));
    expect([response.status, response.statusText, response.headers.get('x-a')]).toEqual([
      206,
      'Part',
      'b',
    ]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    handler.gate.close();
  });
});
