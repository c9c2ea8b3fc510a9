// The scenarios of the tests of the released filter: `k8s.io/apiserver/pkg/server/filters` v0.37.1,
// `priority-and-fairness_test.go`, and `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `apf_filter_test.go`. Those of the
// timeout filter are not ours: a gate does not limit the execution.
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { VirtualClock } from '@kubesem/apf';
import { type Arrival, type Entry, Gate, GateMetrics, protect } from '@kubesem/apf-http';
import { describe, expect, test } from 'vitest';
import {
  Deferred,
  type Handler,
  level,
  oneSeat,
  schema,
  serve as serveAny,
  type TestServer,
  total,
  until,
} from './server.js';

/** A server of the Kubernetes API with some seats, and a queue of the given length. */
function serve(handler: Handler, seats: number, queueLength = 0): Promise<TestServer> {
  const options = { ...oneSeat(queueLength), serverConcurrencyLimit: seats, kubernetes: {} };
  // The exempt and the mandatory level take seats of their own.
  return serveAny(handler, { ...options, onError: () => undefined });
}

const NAMESPACE = '/api/v1/namespaces/default';
const WATCH = `${NAMESPACE}/pods?watch=true`;

describe('WithPriorityAndFairness', () => {
  test('skips a long-running request', async () => {
    const server = await serve((_request, response) => response.end(), 0);
    const { status, headers } = await server.get('/api/v1/foos/foo/proxy');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-kubernetes-pf-flowschema-uid');
  });

  test('rejects a request', async () => {
    const server = await serve(() => undefined, 1);
    server.get(NAMESPACE).catch(() => undefined);
    await until(() => total(server.gate, 'seatsInUse') === 1);
    expect(await server.get(NAMESPACE)).toMatchObject({
      status: 429,
      body: 'Too many requests, please try again later.\n',
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'retry-after': '1',
        'x-kubernetes-pf-flowschema-uid': 'schema-all',
        'x-kubernetes-pf-prioritylevel-uid': 'level-one',
      },
    });
  });

  test('executes an exempt request', async () => {
    const server = await serveAny((_request, response) => response.end(), {
      ...oneSeat(),
      serverConcurrencyLimit: 0,
      kubernetes: {},
      user: () => ({ name: 'root', groups: ['system:masters'] }),
      flowSchemas: [],
    });
    expect((await server.get(NAMESPACE)).status).toBe(200);
  });

  test('executes a request that waited', async () => {
    const finish = new Deferred();
    const server = await serve(
      async (_request, response) => {
        await finish.promise;
        response.end();
      },
      1,
      10,
    );
    const answers = [server.get(NAMESPACE), server.get(NAMESPACE)];
    await until(() => total(server.gate, 'waitingRequests') === 1);
    expect(total(server.gate, 'executingRequests')).toBe(1);
    finish.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    await server.gate.idle();
    expect(total(server.gate, 'executingRequests')).toBe(0);
  });

  test('executes several requests at the same time', async () => {
    const finish = new Deferred();
    const server = await serve(async (_request, response) => {
      await finish.promise;
      response.end();
    }, 6);
    const answers = Array.from({ length: 5 }, () => server.get(NAMESPACE));
    await until(() => total(server.gate, 'executingRequests') === 5);
    finish.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  test('rejects a request that is cancelled while it waits', async () => {
    const gate = new Gate(oneSeat() as never);
    const arrival = { request: undefined, method: 'GET', url: NAMESPACE };
    await gate.enter(arrival);
    const abort = new AbortController();
    const entry = gate.enter({ ...arrival, signal: abort.signal });
    expect(total(gate, 'waitingRequests')).toBe(1);
    abort.abort();
    expect(await entry).toMatchObject({ status: 429, code: 'CANCELLED' });
    expect(total(gate, 'waitingRequests')).toBe(0);
    gate.close();
  });

  test('executes more watches when the first ones are initialized', async () => {
    const finish = new Deferred();
    let running = 0;
    const server = await serve(async (_request, response) => {
      running++;
      await until(() => running === 5 || running === 10);
      response.writeHead(200);
      await finish.promise;
      response.end();
    }, 6);
    const first = Array.from({ length: 5 }, () => server.get(WATCH));
    await until(() => running === 5 && total(server.gate, 'seatsInUse') === 0);
    const second = Array.from({ length: 5 }, () => server.get(WATCH));
    await until(() => running === 10);
    finish.resolve();
    const statuses = (await Promise.all([...first, ...second])).map(({ status }) => status);
    expect(statuses).toEqual(Array(10).fill(200));
  });

  test.each<[string, Handler]>([
    ['writes', (_request, response) => response.write('{}')],
    ['flushes its headers', (_request, response) => response.flushHeaders()],
    ['ends', (_request, response) => response.end()],
    ['returns without a response', () => undefined],
  ])('releases the seat of a watch whose handler %s', async (how, handler) => {
    const server = await serve(handler, 1);
    const socket = server.socket(`GET ${WATCH} HTTP/1.1\r\nHost: x\r\n\r\n`);
    if (how.startsWith('returns')) {
      await until(() => total(server.gate, 'seatsInUse') === 1);
      socket.destroy();
    }
    const dispatched = () => server.gate.dump().priorityLevels.one?.dispatchedRequests;
    await until(() => dispatched() === 1 && total(server.gate, 'seatsInUse') === 0);
    socket.destroy();
  });

  test('rejects a watch', async () => {
    const server = await serve(() => undefined, 1);
    server.get(NAMESPACE).catch(() => undefined);
    await until(() => total(server.gate, 'seatsInUse') === 1);
    expect((await server.get(WATCH)).status).toBe(429);
  });

  test('counts a watch for writes until it ends', async () => {
    const server = await serve((request, response) => {
      if (request.method === 'GET') {
        response.flushHeaders();
      } else {
        response.end();
      }
    }, 100);
    const sockets = Array.from({ length: 20 }, () =>
      server.socket(`GET ${WATCH} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    const dispatched = () => server.gate.dump().priorityLevels.one?.dispatchedRequests;
    await until(() => dispatched() === 20 && total(server.gate, 'seatsInUse') === 0);
    const metrics = new GateMetrics(server.gate);
    const counted = () => /watch_count_samples_sum\{.+\} (\d+)/.exec(metrics.text())?.[1];
    await server.get(`${NAMESPACE}/pods`, { method: 'POST' });
    expect(counted()).toBe('20');
    for (const socket of sockets) {
      socket.destroy();
    }
    await until(() => server.gate.dump().priorityLevels.one?.isIdle === true);
    // The connections end one after the other.
    for (let last = '20'; ; ) {
      await server.get(`${NAMESPACE}/pods`, { method: 'POST' });
      const sum = counted() as string;
      if (sum === last) {
        break;
      }
      last = sum;
    }
  });

  test('survives a watch whose handler fails', async () => {
    const server = await serve((request, response) => {
      if (request.url === WATCH) {
        throw new Error('test panic');
      }
      response.end();
    }, 1);
    await expect(server.get(WATCH)).rejects.toThrow('socket hang up');
    await server.gate.idle();
    expect((await server.get(NAMESPACE)).status).toBe(200);
  });

  test('forgets the signal of a request that is admitted or rejected', async () => {
    const gate = new Gate(oneSeat(1) as never);
    let listeners = 0;
    const signal = {
      aborted: false,
      addEventListener: () => listeners++,
      removeEventListener: () => listeners--,
    };
    const arrival: Arrival<unknown> = { request: undefined, method: 'GET', url: '/', signal };
    const first = (await gate.enter(arrival)) as Entry;
    const second = gate.enter(arrival);
    expect(listeners).toBe(1);
    expect(await gate.enter(arrival)).toMatchObject({ code: 'QUEUE_FULL' });
    if (first.ok) {
      first.release();
    }
    await second;
    expect(listeners).toBe(0);
    gate.close();
  });

  test('passes on what a request is for, and its work', async () => {
    const gate = new Gate<string>({
      ...(oneSeat() as object),
      serverConcurrencyLimit: 100,
      priorityLevels: [level('one', 10)],
      flowSchemas: [schema('all', 'one')],
      user: (name) => ({ name }),
      request: () => ({ isResourceRequest: false, path: '/bar', verb: 'get' }),
      work: () => ({ initialSeats: 5, finalSeats: 7, additionalLatencyNs: 3e9 }),
    });
    const entry = await gate.enter({ request: 'foo', method: 'GET', url: '/bar' });
    const dump = gate.dump({ includeRequestDetails: true });
    expect(dump.priorityLevels.one?.requests).toMatchObject([
      {
        userName: 'foo',
        requestInfo: { verb: 'get', path: '/bar' },
        initialSeats: 5,
        finalSeats: 7,
        additionalLatencyNs: 3e9,
      },
    ]);
    expect(entry.ok).toBe(true);
    gate.close();
  });
});

describe('with one seat, over HTTP/2', () => {
  test('the request after one whose handler fails is served', async () => {
    const handler = protect(
      (request, response) => {
        if (request.url === '/request/panic-as-designed') {
          throw new Error('as designed');
        }
        response.end('ok');
      },
      { ...oneSeat(0), onError: () => undefined },
    );
    const server = createHttp2Server(handler as never);
    const sessions: ServerHttp2Session[] = [];
    server.on('session', (session) => sessions.push(session));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = connectHttp2(`http://127.0.0.1:${port}`);
    const status = (path: string) =>
      new Promise((resolve) => {
        const stream = client.request({ ':path': path });
        stream.on('response', (headers) => resolve(headers[':status']));
        stream.resume();
      });
    expect(await status('/request/panic-as-designed')).toBe(500);
    await handler.gate.idle();
    expect(await status('/request/should-succeed-as-expected')).toBe(200);
    await handler.gate.drain();
    client.close();
    server.close();
  });

  test('a request that waits is rejected in time, while the first one executes on', async () => {
    const finish = new Deferred();
    const server = await serveAny(
      async (_request, response) => {
        await finish.promise;
        response.end();
      },
      { ...oneSeat(1), requestTimeoutMs: 200 },
    );
    const first = server.get('/request/first');
    await until(() => total(server.gate, 'executingRequests') === 1);
    expect((await server.get('/request/second')).status).toBe(429);
    expect(total(server.gate, 'executingRequests')).toBe(1);
    finish.resolve();
    expect((await first).status).toBe(200);
  });
});

describe('getRequestWaitContext', () => {
  const S = 1e9;
  test.each<[string, { requestTimeoutMs?: number; url?: string; receivedNs?: number }, number]>([
    ['a quarter of the timeout', { requestTimeoutMs: 60_000 }, 15],
    ['a quarter of the timeout of the URL', { url: '/a?timeout=20s' }, 5],
    ['counts from the receipt', { requestTimeoutMs: 60_000, receivedNs: 0 }, 5],
    ['at most a minute', { requestTimeoutMs: 480_000 }, 60],
    ['a watch has no timeout of its own', { url: '/api/v1/pods?watch=1&timeout=4s' }, 15],
    ['no time is left', { requestTimeoutMs: 20_000, receivedNs: 0 }, 0],
  ])('%s', async (_name, { url = '/a', receivedNs, ...options }, seconds) => {
    const clock = new VirtualClock();
    clock.run(10 * S);
    const gate = new Gate({ ...(oneSeat() as object), ...options, kubernetes: {}, clock } as never);
    const arrival = { request: undefined, method: 'GET' };
    await gate.enter({ ...arrival, url: '/first' });
    const entry = gate.enter({ ...arrival, url, receivedNs });
    clock.run((10 + seconds) * S - 1);
    expect(total(gate, 'waitingRequests')).toBe(1);
    clock.run((10 + seconds) * S);
    expect(await entry).toMatchObject({ status: 429, code: 'TIME_OUT' });
    gate.close();
  });
});

test('the time that a request waited is measured', async () => {
  const clock = new VirtualClock();
  const gate = new Gate({ ...(oneSeat() as object), clock } as never);
  const metrics = new GateMetrics(gate);
  const arrival = { request: undefined, method: 'GET', url: '/foobar' };
  const first = (await gate.enter(arrival)) as Entry;
  const second = gate.enter(arrival);
  clock.run(1e9);
  if (first.ok) {
    first.release();
  }
  expect((await second).ok).toBe(true);
  expect(metrics.text()).toMatch(/request_wait_duration_seconds_sum\{.+execute="true"\} 1\n/);
  gate.close();
});
