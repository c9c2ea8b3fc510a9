// What clients can do to a server with the settings that the README names.
import { createServer, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { protect } from '@kubesem/apf-http';
import { afterEach, expect, test } from 'vitest';
import { get, type Handler, oneSeat, total, until } from './server.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
});

async function started(handler: Handler, options: ServerOptions = {}) {
  const errors: unknown[] = [];
  const listener = protect(handler, { ...oneSeat(), onError: (error) => errors.push(error) });
  const { gate } = listener;
  const server = createServer({ connectionsCheckingInterval: 20, ...options }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  ends.push(() => {
    gate.close();
    server.closeAllConnections();
    server.close();
  });
  return { gate, server, port, errors };
}

/** Opens a connection, and collects what it receives. */
function client(port: number): { socket: Socket; received: () => string; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  ends.push(() => socket.destroy());
  return { socket, received: () => text, closed };
}

const readBody: Handler = async (request, response) => {
  for await (const _ of request) {
    // The body does not matter.
  }
  response.end();
};

test.each([
  ['large headers', `GET / HTTP/1.1\r\nHost: x\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(100)}`],
  ['many headers', `GET / HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(50_000)}`],
  ['a long URL', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n`],
])('%s are rejected before the gate', async (_name, text) => {
  const { gate, port } = await started(readBody);
  const { socket, received, closed } = client(port);
  socket.write(`${text}\r\n`);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 431 /);
  expect(gate.dump().priorityLevels['one']?.dispatchedRequests).toBe(0);
  expect((await get(port, '/', {})).status).toBe(200);
});

test('headers that never end do not reach the gate', async () => {
  const { gate, port } = await started(readBody, { headersTimeout: 100, requestTimeout: 200 });
  const { socket, received, closed } = client(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(gate.dump().priorityLevels['one']?.dispatchedRequests).toBe(0);
});

test('a client that sends its body byte by byte loses its seat after the timeout of the server', async () => {
  const { gate, port, errors } = await started(readBody, {
    requestTimeout: 200,
    headersTimeout: 100,
  });
  const { socket, closed } = client(port);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
  const drip = setInterval(() => socket.write('a'), 10);
  ends.push(() => clearInterval(drip));
  await until(() => total(gate, 'executingRequests') === 1);
  await closed;
  await until(() => total(gate, 'seatsInUse') === 0);
  expect(errors).toHaveLength(1);
  expect((await get(port, '/', {})).status).toBe(200);
});

test('a client that does not read its response loses its seat after the timeout of the socket', async () => {
  const chunk = Buffer.alloc(1 << 20);
  const endless: Handler = async (_request, response) => {
    while (!response.destroyed) {
      if (!response.write(chunk)) {
        await new Promise<void>((resolve) => {
          response.once('drain', resolve).once('close', resolve);
        });
      }
    }
  };
  const { gate, server, port } = await started(endless);
  server.setTimeout(100);
  const { socket } = client(port);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => total(gate, 'executingRequests') === 1);
  await until(() => total(gate, 'seatsInUse') === 0);
});

test('the body of a rejected request is not waited for', async () => {
  const { gate, port } = await started(() => undefined);
  const first = client(port);
  first.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => total(gate, 'executingRequests') === 1);
  for (let waiting = 1; waiting <= 10; waiting++) {
    client(port).socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => total(gate, 'waitingRequests') === waiting);
  }
  const { socket, received } = client(port);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
  await until(() => received() !== '');
  expect(received()).toMatch(/^HTTP\/1\.1 429 /);
});
