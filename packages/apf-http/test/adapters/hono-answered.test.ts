// Somebody further out answers a request of hono or fetch, or nobody reads its response.
import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { type Gate, levelObjects } from '@kubesem/apf-http';
import { protectFetch } from '@kubesem/apf-http/fetch';
import { apf } from '@kubesem/apf-http/hono';
import { Hono, type MiddlewareHandler } from 'hono';
import { timeout } from 'hono/timeout';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Deferred, get, total } from '../node/server.js';

const OPTIONS = { serverConcurrencyLimit: 1, ...levelObjects([{ name: 'others', queues: 1 }], 1) };
const URL = 'http://localhost/';

const seats = (gate: Pick<Gate, 'dump'>) => () => total(gate, 'executingRequests');
const waiting = (gate: Pick<Gate, 'dump'>) => () => total(gate, 'waitingRequests');

/** A stream of `too ` and, when the promise is settled, `late`. */
function tooLate(rest: Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(encoder.encode('too '));
      await rest;
      controller.enqueue(encoder.encode('late'));
      controller.close();
    },
  });
}

/** An application whose handler waits for `may`, behind a middleware that stops waiting at `late`. */
function appWith(respond: () => Response) {
  const late = new Deferred();
  const began = new Deferred();
  const may = new Deferred();
  const calls: string[] = [];
  const middleware = apf(OPTIONS);
  const outer: MiddlewareHandler = async (context, next) => {
    if (context.req.path === '/first') {
      return next();
    }
    const first = await Promise.race([next(), late.promise.then(() => 'late')]);
    if (first === 'late') {
      context.res = respond();
    }
    return undefined;
  };
  const app = new Hono().use(outer, middleware).get('*', async (context) => {
    calls.push(context.req.path);
    began.resolve();
    await may.promise;
    return context.text('handler');
  });
  return { app, gate: middleware.gate, late, began, may, calls };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as { port: number }).port;
}

/** How a client reaches an application, and what it answers. */
type Ask = (path: string) => Promise<[status: number, body: string]>;
const WAYS: [string, (app: Hono) => Promise<Ask>][] = [
  [
    'directly',
    async (app) => async (path) => {
      const response = await app.request(path);
      return [response.status, await response.text()];
    },
  ],
  [
    'behind Node',
    async (app) => {
      const port = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);
      return async (path) => {
        const { status, body } = await get(port, path, {});
        return [status, body];
      };
    },
  ],
];

describe.each(WAYS)('an outer middleware of hono answers first, %s', (_, reach) => {
  test('while a request waits: its handler is not called', async () => {
    const { app, gate, late, began, may, calls } = appWith(() => new Response('too late'));
    const ask = await reach(app);
    const first = ask('/first');
    await began.promise;
    const second = ask('/second');
    await expect.poll(waiting(gate)).toBe(1);
    late.resolve();
    expect(await second).toEqual([200, 'too late']);
    may.resolve();
    expect(await first).toEqual([200, 'handler']);
    await expect.poll(seats(gate)).toBe(0);
    expect(calls).toEqual(['/first']);
  });

  test('while the handler runs: its seat is free when that has ended', async () => {
    const { app, gate, late, began, may } = appWith(() => new Response('too late'));
    const ask = await reach(app);
    const answer = ask('/second');
    await began.promise;
    late.resolve();
    expect(await answer).toEqual([200, 'too late']);
    expect(seats(gate)()).toBe(1);
    may.resolve();
    await expect.poll(seats(gate)).toBe(0);
  });

  test('with a stream, and the handler ends before that is read: all of it is sent', async () => {
    const rest = new Deferred();
    const { app, gate, late, began, may } = appWith(() => new Response(tooLate(rest.promise)));
    const ask = await reach(app);
    const answer = ask('/second');
    await began.promise;
    late.resolve();
    await Promise.resolve();
    may.resolve();
    await new Promise((resolve) => setTimeout(resolve, 30));
    rest.resolve();
    expect(await answer).toEqual([200, 'too late']);
    await expect.poll(seats(gate)).toBe(0);
  });
});

test('hono/timeout behind Node loses no seat', async () => {
  const middleware = apf(OPTIONS);
  const ended: Deferred[] = [];
  const app = new Hono().use(timeout(20), middleware).get('*', async (context) => {
    const end = new Deferred();
    ended.push(end);
    await end.promise;
    return context.text('handler');
  });
  const port = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);
  const answers = await Promise.all([1, 2, 3].map(() => get(port, '/', {})));
  expect(answers.map(({ status }) => status)).toEqual([504, 504, 504]);
  expect(seats(middleware.gate)()).toBe(1);
  ended[0]?.resolve();
  await expect.poll(seats(middleware.gate)).toBe(0);
  expect(ended).toHaveLength(1);
});

test('a middleware that an answered handler returns to can still replace the response', async () => {
  const began = new Deferred();
  const may = new Deferred();
  const inner: MiddlewareHandler = async (context, next) => {
    await next();
    context.res = new Response('nobody reads this');
  };
  const middleware = apf(OPTIONS);
  const app = new Hono().use(timeout(20), middleware, inner).get('*', async (context) => {
    began.resolve();
    await may.promise;
    return context.text('handler');
  });
  const port = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);
  expect((await get(port, '/', {})).status).toBe(504);
  may.resolve();
  await expect.poll(seats(middleware.gate)).toBe(0);
});

test('a response that one middleware reads and another replaces keeps its seat until the last is read', async () => {
  const middleware = apf(OPTIONS);
  const rest = new Deferred();
  const inner: MiddlewareHandler = async (context, next) => {
    await next();
    await context.res.text();
    context.res = new Response(tooLate(rest.promise));
  };
  const app = new Hono().use(middleware, inner).get('*', (context) => context.text('handler'));
  const response = await app.request(URL);
  expect(seats(middleware.gate)()).toBe(1);
  rest.resolve();
  expect(await response.text()).toBe('too late');
  expect(seats(middleware.gate)()).toBe(0);
});

test('two gates each see the response', async () => {
  const gates = [apf(OPTIONS), apf(OPTIONS)] as const;
  const app = new Hono().use(...gates).get('*', (context) => context.text('handler'));
  const response = await app.request(URL);
  expect(gates.map(({ gate }) => seats(gate)())).toEqual([1, 1]);
  expect(await response.text()).toBe('handler');
  expect(gates.map(({ gate }) => seats(gate)())).toEqual([0, 0]);
});

describe('a response that nobody reads', () => {
  const endless = () => new Response(new ReadableStream({ pull: () => undefined }));

  test.each<[string, () => [Gate<never>, Hono['fetch']]]>([
    [
      'hono',
      () => {
        const middleware = apf(OPTIONS);
        const app = new Hono().use(middleware).get('*', endless);
        return [middleware.gate as never, app.fetch];
      },
    ],
    [
      'fetch',
      () => {
        const handler = protectFetch((_: Request, __: unknown) => endless(), OPTIONS);
        return [handler.gate as never, handler as Hono['fetch']];
      },
    ],
  ])('of %s frees its seat when Node has answered', async (_, start) => {
    const [gate, inner] = start();
    const fetch = async (request: Request, env: unknown) => {
      await inner(request, env as object);
      return new Response('other');
    };
    const port = await listen(createAdaptorServer({ fetch }) as Server);
    expect((await get(port, '/', {})).body).toBe('other');
    await expect.poll(seats(gate)).toBe(0);
  });

  test('frees its seat when it is garbage', async () => {
    const handler = protectFetch(endless, OPTIONS);
    await handler(new Request(URL));
    expect(seats(handler.gate)()).toBe(1);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    await expect
      .poll(() => {
        collectGarbage();
        return seats(handler.gate)();
      })
      .toBe(0);
  });
});

test('an application that asks itself with its environment frees these seats with their bodies', async () => {
  const middleware = apf({
    serverConcurrencyLimit: 2,
    ...levelObjects([{ name: 'others', queues: 0 }], 2),
  });
  const listeners: number[] = [];
  const later = new Deferred<string>();
  const ask = async (env: HttpBindings) => (await app.request('/inner', {}, env)).text();
  const app: Hono<{ Bindings: HttpBindings }> = new Hono<{ Bindings: HttpBindings }>()
    .use(middleware)
    .get('/inner', (context) => context.text('inner'))
    .get('/', async (context) => {
      const { env } = context;
      const askLater = () => {
        ask(env).then(later.resolve, later.reject);
      };
      env.outgoing.on('close', () => setTimeout(askLater, 5));
      listeners.push(env.outgoing.listenerCount('close'));
      for (let i = 0; i < 20; i++) {
        expect(await ask(env)).toBe('inner');
      }
      listeners.push(env.outgoing.listenerCount('close'));
      return context.text('outer');
    });
  const port = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);
  expect((await get(port, '/', {})).body).toBe('outer');
  expect(listeners[1]).toBe(listeners[0]);
  expect(await later.promise).toBe('inner');
  await expect.poll(seats(middleware.gate)).toBe(0);
});
