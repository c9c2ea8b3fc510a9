// Somebody else, such as a middleware with a timeout, answers a request before the gate has decided.
import { createServer, type ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  connect as connectHttp2,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Gate, protect } from '@kubesem/apf-http';
import { apf } from '@kubesem/apf-http/express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Deferred, get, oneSeat, serve, total, until } from './server.js';

/** A server over HTTP/2 with one seat, and a client. */
async function serveHttp2(
  handle: (request: Http2ServerRequest, response: Http2ServerResponse) => unknown,
) {
  const responses: Http2ServerResponse[] = [];
  const { priorityLevels, flowSchemas } = oneSeat();
  const gate = new Gate<Http2ServerRequest>({
    serverConcurrencyLimit: 1,
    priorityLevels,
    flowSchemas,
    uidHeaders: true,
  });
  const handler = protect<Http2ServerRequest, Http2ServerResponse>(handle, gate);
  const server = createHttp2Server((request, response) => {
    responses.push(response);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client: ClientHttp2Session = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    gate.close();
    client.destroy();
    server.close();
  });
  return { gate, client, responses };
}

describe('over HTTP/1', () => {
  test('with the headers of the gate and in the mode kubernetes, nothing is sent a second time', async () => {
    const finish = new Deferred();
    const errors: unknown[] = [];
    const responses: ServerResponse[] = [];
    const calls: (string | undefined)[] = [];
    const handler = protect(
      async (request, response) => {
        calls.push(request.url);
        await finish.promise;
        response.end('handler');
      },
      { ...oneSeat(), kubernetes: {}, onError: (error) => void errors.push(error) },
    );
    const server = createServer((request, response) => {
      responses.push(response);
      handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const first = get(port, '/first', {});
    await until(() => total(handler.gate, 'executingRequests') === 1);
    const second = get(port, '/second', {});
    await until(() => total(handler.gate, 'waitingRequests') === 1);
    responses[1]?.writeHead(503).end('too late');
    expect(await second).toMatchObject({ status: 503, body: 'too late' });
    await until(() => total(handler.gate, 'waitingRequests') === 0);
    finish.resolve();
    expect((await first).body).toBe('handler');
    await handler.gate.drain();
    expect([calls, errors]).toEqual([['/first'], []]);
  });

  test('while the hooks are asked: the handler is not called', async () => {
    const answered = new Deferred();
    const calls: unknown[] = [];
    const server = await serve((request) => calls.push(request.url), {
      ...oneSeat(),
      user: async () => {
        await answered.promise;
        return { name: 'somebody' };
      },
    });
    const socket = server.socket('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    answered.resolve();
    await server.gate.idle();
    expect(calls).toEqual([]);
  });

  test('headers that were sent before the gate leave the body to the handler, or end the connection', async () => {
    const handler = protect((_request, response) => response.end('body'), {
      ...oneSeat(0),
      uidHeaders: true,
    });
    const server = createServer((request, response) => {
      response.flushHeaders();
      handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await get(port, '/', {})).toMatchObject({ status: 200, body: 'body' });
    await handler.gate.drain();
    await expect(get(port, '/', {})).rejects.toThrow();
  });
});

test('an error of the next middleware of express, after a request has waited, is reported', async () => {
  const errors: unknown[] = [];
  const { priorityLevels, flowSchemas } = oneSeat();
  const middleware = apf({
    serverConcurrencyLimit: 1,
    priorityLevels,
    flowSchemas,
    user: () => Promise.resolve({ name: 'somebody' }),
    onError: (error) => void errors.push(error),
  });
  const server = createServer((request, response) =>
    middleware(Object.assign(request, { originalUrl: '/' }) as never, response as never, () => {
      throw new Error('next failed');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect((await get(port, '/', {})).status).toBe(500);
  expect(errors).toEqual([new Error('next failed')]);
  await middleware.gate.drain();
});

describe('over HTTP/2', () => {
  test('a request that is answered while it waits is forgotten, although its client keeps it open', async () => {
    const finish = new Deferred();
    const calls: unknown[] = [];
    const { gate, client, responses } = await serveHttp2(async (request, response) => {
      calls.push(request.url);
      await finish.promise;
      response.end('handler');
    });
    const first = client.request({ ':path': '/first' });
    await until(() => total(gate, 'executingRequests') === 1);
    const second = client.request({ ':path': '/second', ':method': 'POST' }, { endStream: false });
    second.resume();
    await until(() => total(gate, 'waitingRequests') === 1);
    responses[1]?.writeHead(503).end('too late');
    await until(() => total(gate, 'waitingRequests') === 0);
    finish.resolve();
    first.resume();
    await gate.drain();
    expect(calls).toEqual(['/first']);
    second.destroy();
  });

  test.each(['POST', 'HEAD'])(
    'the seat of a %s request is free when the response has ended, although its client keeps it open',
    async (method) => {
      const { gate, client } = await serveHttp2((request, response) => {
        // A request that is read stays open for the client.
        request.on('data', () => undefined);
        setTimeout(() => response.end('done'), 10);
      });
      const stream = client.request({ ':path': '/', ':method': method }, { endStream: false });
      stream.write('part');
      stream.resume();
      await until(() => total(gate, 'executingRequests') === 1);
      await until(() => total(gate, 'executingRequests') === 0);
      expect(stream.destroyed).toBe(false);
      stream.destroy();
    },
  );

  test.each<[string, (response: Http2ServerResponse) => unknown]>([
    ['ended', (response) => response.end(Buffer.alloc(10_000_000))],
    ['not ended', (response) => response.write(Buffer.alloc(10_000_000))],
  ])(
    'a client that resets its stream without an error frees the seat of a response that is %s',
    async (_, respond) => {
      const { gate, client } = await serveHttp2((_request, response) => void respond(response));
      const stream = client.request({ ':path': '/' });
      await until(() => total(gate, 'executingRequests') === 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      stream.close(0); // NO_ERROR
      await expect.poll(() => total(gate, 'executingRequests')).toBe(0);
    },
  );

  test('a response that its client does not read keeps its seat', async () => {
    const { gate, client } = await serveHttp2((_request, response) => {
      response.end(Buffer.alloc(10_000_000));
    });
    const stream = client.request({ ':path': '/' });
    await until(() => total(gate, 'executingRequests') === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(total(gate, 'executingRequests')).toBe(1);
    stream.resume();
    await gate.idle();
    expect(total(gate, 'seatsInUse')).toBe(0);
  });
});
