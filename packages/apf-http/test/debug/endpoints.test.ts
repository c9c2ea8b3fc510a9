import { createServer, type IncomingMessage, type RequestOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Entry, Gate } from '@kubesem/apf-http';
import { type DebugOptions, debugEndpoints, dumpText } from '@kubesem/apf-http/debug';
import { afterEach, describe, expect, test } from 'vitest';
import { get, oneSeat } from '../node/server.js';

const PATH = '/debug/api_priority_and_fairness';
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
});

/** A gate with a request that executes and one that waits, and a server with its endpoints. */
async function started(user: string, options?: DebugOptions) {
  const gate = new Gate<IncomingMessage>({ ...oneSeat(), user: () => ({ name: user }) });
  const arrival = { request: {} as IncomingMessage, method: 'GET', url: '/<b>?x' };
  const first = gate.enter(arrival);
  const second = gate.enter(arrival);
  const debug = debugEndpoints(gate, options);
  const server = createServer((request, response) => {
    if (!debug(request, response)) {
      response.end('not ours');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    gate.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    gate,
    first: first as Entry,
    second,
    port,
    read: (path: string, request: RequestOptions = {}) => get(port, path, request),
  };
}

test('show the levels, the queues and the requests as the API server does', async () => {
  const { read } = await started('jane');
  const levels = await read(`${PATH}/dump_priority_levels`);
  expect(levels.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(levels.body.split('\n').slice(0, 4)).toEqual([
    'PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, WaitingRequests, ExecutingRequests, DispatchedRequests, RejectedRequests, TimedoutRequests, CancelledRequests',
    'catch-all,         0,            true,   false,       0,               0,                 0,                  0,                0,                0',
    'exempt,            0,            true,   false,       0,               0,                 0,                  0,                0,                0',
    'one,               1,            false,  false,       1,               1,                 1,                  0,                0,                0',
  ]);
  const queues = (await read(`${PATH}/dump_queues`)).body.split('\n');
  expect(queues[1]).toMatch(/^one, +0, +1, +1, +1, +\d+\.\d{8}ss, +1, +1, +0\.00300000ss$/);
  const requests = (await read(`${PATH}/dump_requests?includeRequestDetails=1`)).body.split('\n');
  expect(requests[0]).toMatch(/^PriorityLevelName, FlowSchemaName, .+ UserName, Verb, +APIPath, /);
  expect(requests[1]).toMatch(
    /^one, +all, +0, +0, +, +20[\d:.T-]+Z, +1, +0, +0s, +0001-01-01T00:00:00Z, +jane, +get, +\/<b>, /,
  );
  expect(requests[2]).toMatch(/^one, +all, +0, +-1, /);
  expect((await read(`${PATH}/dump_requests`)).body).not.toContain('jane');
});

describe('the page', () => {
  test('shows the levels and who waits, without scripts', async () => {
    const { read } = await started('jane');
    const { body, headers } = await read(PATH);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<td class="text">jane</td>');
    expect(body).not.toContain('<script');
  });

  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '&amp;', "'"])(
    'escapes the user %j',
    async (user) => {
      const { read } = await started(user);
      const { body } = await read(PATH);
      expect(body).not.toContain(`>${user}<`);
      expect(body).not.toContain('<img');
      expect(body).not.toContain('<script');
      expect(body).toContain('get /&lt;b&gt;');
    },
  );
});

test('times of a dump have nanoseconds', async () => {
  const { gate } = await started('jane');
  const { priorityLevels } = gate.dump();
  const request = priorityLevels['one']?.requests[0];
  const one = {
    ...priorityLevels['one'],
    requests: [
      {
        ...request,
        arrivalNs: 1_000_000_001,
        startNs: 60e9,
        additionalLatencyNs: 3_723_000_000_001,
      },
    ],
  };
  const text = dumpText('dump_requests', { priorityLevels: { one } } as never, { startMs: 1e12 });
  const [, line] = text.split('\n');
  expect(line?.split(/, +/).slice(5)).toEqual([
    ...['2001-09-09T01:46:41.000000001Z', '1', '0', '1h2m3.000000001s', '2001-09-09T01:47:40Z'],
  ]);
});

test('a name cannot add lines to a text', async () => {
  const { read } = await started('a\nb,\tc');
  const { body } = await read(`${PATH}/dump_requests?includeRequestDetails=1`);
  expect(body.trimEnd().split('\n')).toHaveLength(3);
});

describe('are protected', () => {
  const host = (name: string) => ({ headers: { host: name } });
  test.each<[string, RequestOptions, number]>([
    ['on this machine', {}, 200],
    ['under another name', host('evil.example'), 403],
    ['under a name that begins like a local one', host('localhost.evil.example'), 403],
    ['as localhost', host('localhost:8080'), 200],
    ['as ::1', host('[::1]:8080'), 200],
    ['through a proxy', { headers: { 'x-forwarded-for': '10.0.0.1' } }, 403],
    ['through another proxy', { headers: { forwarded: 'for=10.0.0.1' } }, 403],
    [
      'through a proxy that names the client otherwise',
      { headers: { 'x-real-ip': '1.2.3.4' } },
      403,
    ],
    ['through a proxy that names itself', { headers: { via: '1.1 proxy' } }, 403],
    ['with another method', { method: 'POST' }, 405],
  ])('%s', async (_name, request, status) => {
    const { read } = await started('jane');
    expect((await read(PATH, request)).status).toBe(status);
  });

  test('against nginx without settings, which speaks HTTP/1.0', async () => {
    const { port } = await started('jane');
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${PATH} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
    }
    expect(received).toMatch(/^HTTP\/1\.1 403 /);
  });

  test.each([
    ['Bearer secret', 200],
    ['Bearer secre', 403],
    ['secret', 403],
    ['', 403],
  ])('by a token: %j', async (authorization, status) => {
    const { read } = await started('jane', { token: 'secret' });
    expect((await read(`${PATH}/dump_queues`, { headers: { authorization } })).status).toBe(status);
  });

  test.each<[string, DebugOptions['authorize'], number]>([
    ['allows', () => true, 200],
    ['promises to allow', async () => true, 200],
    ['denies', () => false, 403],
    ['throws', () => JSON.parse('{'), 403],
    ['rejects', () => Promise.reject(new Error('no')), 403],
  ])('by a hook that %s', async (_name, authorize, status) => {
    const { read } = await started('jane', { authorize: authorize as () => boolean });
    expect((await read(PATH)).status).toBe(status);
  });
});

test('leave all other paths alone', async () => {
  const { read } = await started('jane');
  expect((await read(`${PATH}/other`)).body).toBe('not ours');
  expect((await read('/')).body).toBe('not ours');
  expect((await read('/%zz')).body).toBe('not ours');
});
