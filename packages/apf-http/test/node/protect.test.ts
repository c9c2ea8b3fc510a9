import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { protect } from '@kubesem/apf-http';
import { describe, expect, test } from 'vitest';
import {
  Deferred,
  type Handler,
  oneSeat,
  serve as serveAny,
  type TestServer,
  total,
  until,
} from './server.js';

const serve = (handler: Handler, options = oneSeat()): Promise<TestServer> =>
  serveAny(handler, options);

describe('a seat is occupied', () => {
  test('until the response has ended, if the handler is done before', async () => {
    const finish = new Deferred();
    const server = await serve((_request, response) => {
      finish.promise.then(() => response.end('late')).catch((error) => response.destroy(error));
    });
    const answer = server.get('/a');
    await until(() => total(server.gate, 'executingRequests') === 1);
    finish.resolve();
    expect((await answer).body).toBe('late');
    await server.gate.idle();
    expect(total(server.gate, 'seatsInUse')).toBe(0);
  });

  test('until the promise of the handler is settled, if the response has ended before', async () => {
    const finish = new Deferred();
    const server = await serve(async (_request, response) => {
      response.end('early');
      await finish.promise;
    });
    expect((await server.get('/a')).body).toBe('early');
    expect(total(server.gate, 'executingRequests')).toBe(1);
    finish.resolve();
    await server.gate.idle();
    expect(total(server.gate, 'executingRequests')).toBe(0);
  });

  test('until the handler is done, although its client is gone', async () => {
    const finish = new Deferred();
    const server = await serve(() => finish.promise);
    const socket = server.socket('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => total(server.gate, 'executingRequests') === 1);
    socket.destroy();
    const second = server.get('/b', { timeout: 5000 });
    await until(() => total(server.gate, 'waitingRequests') === 1);
    expect(total(server.gate, 'executingRequests')).toBe(1);
    finish.resolve();
    await until(() => total(server.gate, 'waitingRequests') === 0);
    second.catch(() => undefined);
  });

  test('until the connection ends, if the handler never ends the response', async () => {
    const server = await serve(() => undefined);
    const socket = server.socket('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => total(server.gate, 'executingRequests') === 1);
    socket.destroy();
    await server.gate.idle();
    expect(total(server.gate, 'seatsInUse')).toBe(0);
  });

  test('and is free again if the client of a pipelined request goes away', async () => {
    const server = await serve(() => undefined, { ...oneSeat(), serverConcurrencyLimit: 3 });
    const socket = server.socket('GET /a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    await until(() => total(server.gate, 'executingRequests') >= 2);
    socket.destroy();
    await server.gate.idle();
    expect(total(server.gate, 'seatsInUse')).toBe(0);
  });
});

test('many pipelined requests can wait on one connection', async () => {
  const warnings: string[] = [];
  const listener = ({ name }: Error) => void warnings.push(name);
  process.on('warning', listener);
  const finish = new Deferred();
  const server = await serve(async (_request, response) => {
    await finish.promise;
    response.end();
  }, oneSeat(50));
  const left = server.socket('GET /a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await until(() => total(server.gate, 'waitingRequests') === 19);
  const kept = server.socket('GET /b HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await until(() => total(server.gate, 'waitingRequests') === 39);
  left.destroy();
  await until(() => total(server.gate, 'waitingRequests') === 20);
  let received = '';
  kept.on('data', (data) => {
    received += data;
  });
  finish.resolve();
  await until(() => received.split('HTTP/1.1 200 OK').length === 21);
  await server.gate.idle();
  process.off('warning', listener);
  expect(warnings).toEqual([]);
});

test('a UID with characters that no header can have does not end the process', async () => {
  const { priorityLevels, ...options } = oneSeat(0);
  const renamed = [...priorityLevels].map((each) => ({
    ...each,
    metadata: { ...each.metadata, uid: 'a\r\nb: \u{1f600}' },
  }));
  const server = await serve(() => undefined, {
    ...options,
    priorityLevels: renamed,
    uidHeaders: true,
  });
  const socket = server.socket('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => total(server.gate, 'executingRequests') === 1);
  const { status, headers } = await server.get('/b');
  expect(status).toBe(429);
  expect(headers['x-kubernetes-pf-prioritylevel-uid']).toBe('a  b:');
  socket.destroy();
});

test('a client that goes away while it waits is forgotten, and its handler is not called', async () => {
  const finish = new Deferred();
  const urls: (string | undefined)[] = [];
  const server = await serve(async ({ url }, response) => {
    urls.push(url);
    await finish.promise;
    response.end();
  });
  const first = server.get('/first');
  await until(() => total(server.gate, 'executingRequests') === 1);
  const socket = server.socket('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => total(server.gate, 'waitingRequests') === 1);
  socket.destroy();
  await until(() => total(server.gate, 'waitingRequests') === 0);
  finish.resolve();
  await first;
  expect(urls).toEqual(['/first']);
});

describe('a handler that fails', () => {
  const fails: [string, Handler][] = [
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'throws something else',
      () => {
        throw undefined;
      },
    ],
  ];
  test.each(fails)('%s: status 500, and the seat is free', async (_name, handler) => {
    const errors: unknown[] = [];
    const server = await serve(handler, {
      ...oneSeat(),
      onError: (error) => void errors.push(error),
    });
    expect(await server.get('/a')).toMatchObject({ status: 500, body: 'Internal Server Error\n' });
    expect(errors).toHaveLength(1);
    await server.gate.idle();
    expect(total(server.gate, 'seatsInUse')).toBe(0);
  });

  test.each(fails)('%s in the mode kubernetes: the connection ends', async (_name, handler) => {
    const errors: unknown[] = [];
    const server = await serve(handler, {
      ...oneSeat(),
      kubernetes: {},
      onError: (error) => void errors.push(error),
    });
    await expect(server.get('/a')).rejects.toThrow('socket hang up');
    expect(errors).toHaveLength(1);
    await server.gate.idle();
    expect(total(server.gate, 'seatsInUse')).toBe(0);
  });

  test('after it began its response: the connection ends', async () => {
    const server = await serve(
      async (_request, response) => {
        response.writeHead(200, { 'Content-Length': 10 });
        response.write('half');
        throw new Error('broken');
      },
      { ...oneSeat(), onError: () => undefined },
    );
    await expect(server.get('/a')).rejects.toThrow();
    await server.gate.idle();
  });

  test('after it set headers for another body: the client receives all of the error', async () => {
    const server = await serve(
      (_request, response) => {
        response.setHeader('Content-Length', 3);
        response.setHeader('Content-Encoding', 'gzip');
        throw new Error('broken');
      },
      { ...oneSeat(), onError: () => undefined },
    );
    const { body, headers } = await server.get('/a');
    expect(body).toBe('Internal Server Error\n');
    expect(headers['content-encoding']).toBeUndefined();
  });

  test.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('second');
      },
    ],
    ['rejects', () => Promise.reject(new Error('second'))],
  ])('and an onError that %s: the process warns', async (_name, onError) => {
    const warnings: string[] = [];
    const listener = ({ message }: Error) => void warnings.push(message);
    process.on('warning', listener);
    const server = await serve(() => Promise.reject(new Error('first')), {
      ...oneSeat(),
      onError,
    });
    expect((await server.get('/a')).status).toBe(500);
    await until(() => warnings.includes('second'));
    process.off('warning', listener);
  });
});

test.each([
  ['/%zz', 400],
  ['/%', 400],
  ['/%E0%A4%A', 400],
  ['/caf%C3%A9?a=%', 200],
  ['/__proto__/constructor', 200],
  ['//a//b', 200],
])('the URL %s: status %d', async (url, status) => {
  const server = await serve((_request, response) => response.end());
  expect((await server.get(url)).status).toBe(status);
});

test('works with the compatibility API of HTTP/2', async () => {
  const handler = protect((request, response) => response.end(`hello ${request.url}`), oneSeat());
  const server = createHttp2Server(handler as never);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answers = [1, 2, 3].map(
    (id) =>
      new Promise<string>((resolve) => {
        let body = '';
        const stream = session.request({ ':path': `/${id}` });
        stream.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        stream.on('close', () => resolve(body));
      }),
  );
  expect(await Promise.all(answers)).toEqual(['hello /1', 'hello /2', 'hello /3']);
  await handler.gate.drain();
  const late = session.request({ ':path': '/late' });
  const status = await new Promise((resolve) =>
    late.on('response', (headers) => resolve(headers[':status'])),
  );
  expect(status).toBe(503);
  session.close();
  server.close();
});

test.each(['GET', 'HEAD', 'POST'])(
  'the client of a %s request over HTTP/2 that goes away while it waits is forgotten',
  async (method) => {
    const finish = new Deferred();
    const urls: string[] = [];
    const handler = protect(async (request, response) => {
      urls.push(request.url as string);
      await finish.promise;
      response.end();
    }, oneSeat());
    const server = createHttp2Server(handler as never);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const send = (path: string) => {
      const stream = session.request({ ':path': path, ':method': method });
      return stream.on('error', () => undefined).end();
    };
    const first = send('/first');
    await until(() => total(handler.gate, 'executingRequests') === 1);
    const second = send('/second');
    await until(() => total(handler.gate, 'waitingRequests') === 1);
    second.close(8); // CANCEL
    await until(() => total(handler.gate, 'waitingRequests') === 0);
    // A client that leaves a handler that runs changes nothing.
    first.close(8);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(total(handler.gate, 'executingRequests')).toBe(1);
    finish.resolve();
    await handler.gate.drain();
    expect(urls).toEqual(['/first']);
    session.close();
    server.close();
  },
);

test('a gate can protect several servers', async () => {
  const first = await serve((_request, response) => response.end('first'));
  const second = await serveAny((_request, response) => response.end('second'), first.gate);
  expect((await first.get('/')).body + (await second.get('/')).body).toBe('firstsecond');
  await first.gate.drain();
  expect((await second.get('/')).status).toBe(503);
});
