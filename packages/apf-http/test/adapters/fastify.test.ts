import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { levelObjects } from '@kubesem/apf-http';
import { apf } from '@kubesem/apf-http/fastify';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { describeAdapter, type Handlers } from './suite.js';

async function* twoParts({ rest }: Handlers): AsyncGenerator<string> {
  yield 'one';
  await rest();
  yield 'two';
}

describeAdapter('fastify', async (options, handlers) => {
  const app = fastify();
  const gate = apf(app, options);
  app.get('/', async () => 'hello');
  // Routes of plugins are also protected.
  await app.register(async (plugin) => {
    plugin.get('/slow', () => handlers.slow());
  });
  app.get('/stream', (_, reply) => reply.send(Readable.from(twoParts(handlers))));
  app.get('/fail', () => handlers.fail());
  await app.ready();
  return { server: app.server as Server, gate: gate as never };
});

describeAdapter('fastify with callbacks', async (options, handlers) => {
  const app = fastify();
  const gate = apf(app, options);
  app.get('/', (_, reply) => void reply.send('hello'));
  app.get('/slow', async (_, reply) => {
    await reply.send(await handlers.slow());
  });
  app.get('/stream', (_, reply) => {
    reply.hijack();
    reply.raw.write('one');
    handlers
      .rest()
      .then(() => reply.raw.end('two'))
      .catch((error) => reply.raw.destroy(error));
  });
  app.get('/fail', (_, reply) => void handlers.fail().catch((error) => reply.send(error)));
  await app.ready();
  return { server: app.server as Server, gate: gate as never };
});

describe('hooks of fastify', () => {
  const limited = {
    serverConcurrencyLimit: 1,
    ...levelObjects([{ name: 'others', queues: 0 }], 1),
  };

  test('a hook that answers before the handler frees the seat', async () => {
    const app = fastify();
    const gate = apf(app, limited);
    app.addHook('preHandler', async (_, reply) => reply.code(401).send('who?'));
    app.get('/', async () => 'hello');
    expect((await app.inject('/')).statusCode).toBe(401);
    expect((await app.inject('/')).statusCode).toBe(401);
    expect(gate.dump().priorityLevels['others']?.executingRequests).toBe(0);
    gate.close();
  });

  test('a hook that throws or takes over frees the seat', async () => {
    const app = fastify();
    const gate = apf(app, limited);
    app.addHook('preHandler', async (request, reply) => {
      if (request.url === '/throws') {
        throw new Error('no');
      }
      reply.hijack();
      reply.raw.end('mine');
    });
    app.get('/throws', async () => 'hello');
    app.get('/mine', async () => 'hello');
    for (let i = 0; i < 2; i++) {
      expect((await app.inject('/throws')).statusCode).toBe(500);
      expect((await app.inject('/mine')).body).toBe('mine');
    }
    gate.close();
  });

  test('a seat is occupied while hooks run, and the handler does not begin after its client has left', async () => {
    const calls: string[] = [];
    let goOn: () => void = () => undefined;
    const may = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const app = fastify();
    const gate = apf(app, limited);
    app.addHook('preHandler', async () => {
      calls.push('hook');
      await may;
    });
    app.get('/', async () => calls.push('handler'));
    const address = await app.listen({ port: 0 });
    const abort = new AbortController();
    const asked = fetch(address, { signal: abort.signal }).catch(() => undefined);
    await expect.poll(() => calls).toEqual(['hook']);
    abort.abort();
    await asked;
    const seats = () => gate.dump().priorityLevels['others']?.executingRequests;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(seats()).toBe(1);
    goOn();
    await expect.poll(seats).toBe(0);
    expect(calls).toEqual(['hook']);
    await app.close();
    gate.close();
  });

  test('the flow can be the route', async () => {
    const flows: unknown[] = [];
    const app = fastify();
    const gate = apf(app, {
      ...limited,
      flow: ({ routeOptions }) => {
        flows.push(routeOptions.url);
        return routeOptions.url;
      },
    });
    app.get('/users/:id', async () => 'hello');
    await app.inject('/users/7');
    expect(flows).toEqual(['/users/:id']);
    gate.close();
  });
});
