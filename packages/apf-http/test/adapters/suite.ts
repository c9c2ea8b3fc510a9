// What every adapter must do, asked over HTTP.
import {
  type ClientRequest,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gate, type GateOptions, levelObjects } from '@kubesem/apf-http';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

/** What the handlers of the routes do. Each waits for the test. */
export interface Handlers {
  /** Called by the handler of `/slow`; it responds with the text. */
  slow(): Promise<string>;
  /** Called by the handler of `/stream` after it has sent `one`; then it sends `two`. */
  rest(): Promise<void>;
  /** Called by the handler of `/fail`; throws. */
  fail(): Promise<never>;
}

/** Starts a server with the adapter and the routes `/`, `/slow`, `/stream` and `/fail`. */
export type StartServer = (
  options: GateOptions<never>,
  handlers: Handlers,
) => Promise<StartedServer>;

/** A server that listens. */
export interface StartedServer {
  readonly server: Server;
  readonly gate: Gate<never>;
}

/** A promise that a test settles. */
class Signal {
  readonly promise: Promise<void>;
  resolve: () => void = () => undefined;
  constructor() {
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

type OtherAnswer = (response: ServerResponse, next: () => void) => unknown;

/** Ways in which another middleware, such as one with a timeout, answers a request; `next` makes a seat free. */
const OTHER_ANSWERS: [name: string, answer: OtherAnswer, body: string][] = [
  ['answers', (response) => response.writeHead(503).end('too late'), 'too late'],
  [
    'answers in the turn in which a seat becomes free',
    (response, next) => {
      next();
      response.writeHead(503).end('too late');
    },
    'too late',
  ],
  [
    'begins to answer',
    async (response, next) => {
      response.writeHead(503).write('too ');
      next();
      await new Promise((resolve) => setTimeout(resolve, 30));
      response.end('late');
    },
    'too late',
  ],
];

/** One seat, and no queues unless the test wants to wait. */
function optionsWith(queues: number): GateOptions<never> {
  return { serverConcurrencyLimit: 1, ...levelObjects([{ name: 'others', queues }], 1) };
}

/**
 * Tests an adapter.
 *
 * @param name - name of the framework
 * @param start - starts a server
 */
export function describeAdapter(name: string, start: StartServer): void {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function serve(queues = 0) {
    const began = new Signal();
    const may = new Signal();
    const calls: string[] = [];
    const handlers: Handlers = {
      slow: async () => {
        calls.push('slow');
        began.resolve();
        await may.promise;
        calls.push('end');
        return 'slow';
      },
      rest: () => {
        began.resolve();
        return may.promise;
      },
      fail: async () => {
        await Promise.resolve();
        throw new Error('failed on purpose');
      },
    };
    const { server, gate } = await start(optionsWith(queues), handlers);
    servers.push(server);
    const responses: ServerResponse[] = [];
    server.prependListener('request', (_, response) => responses.push(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const seats = () => gate.dump().priorityLevels['others']?.executingRequests ?? 0;
    const waiting = () => gate.dump().priorityLevels['others']?.waitingRequests ?? 0;
    return { base, gate, began, may, calls, seats, waiting, responses };
  }

  function ask(url: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      get(url, { agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
        );
        response.on('error', reject);
      }).on('error', reject);
    });
  }

  function begin(url: string): ClientRequest {
    return get(url, { agent: false }).on('error', () => undefined);
  }

  describe(name, () => {
    test('passes requests on, and frees their seats', async () => {
      const { base, seats } = await serve();
      for (let i = 0; i < 3; i++) {
        expect(await ask(`${base}/?x=1`)).toMatchObject({ status: 200, body: 'hello' });
        await expect.poll(seats).toBe(0);
      }
    });

    test('rejects what exceeds the seats', async () => {
      const { base, began, may, seats } = await serve();
      const first = ask(`${base}/slow`);
      await began.promise;
      const second = await ask(`${base}/`);
      expect(second).toMatchObject({
        status: 429,
        body: 'Too many requests, please try again later.\n',
      });
      expect(second.headers).toMatchObject({
        'retry-after': '1',
        'content-type': expect.stringMatching(/^text\/plain; charset=utf-8$/i),
      });
      may.resolve();
      expect(await first).toMatchObject({ status: 200, body: 'slow' });
      await expect.poll(seats).toBe(0);
    });

    test('lets requests wait', async () => {
      const { base, began, may, waiting } = await serve(1);
      const first = ask(`${base}/slow`);
      await began.promise;
      const second = ask(`${base}/`);
      await expect.poll(waiting).toBe(1);
      may.resolve();
      expect([(await first).status, (await second).status]).toEqual([200, 200]);
    });

    test('a client that goes away does not free the seat of a handler that runs', async () => {
      const { base, began, may, seats, calls } = await serve();
      const client = begin(`${base}/slow`);
      await began.promise;
      client.destroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await ask(`${base}/`)).status).toBe(429);
      expect(seats()).toBe(1);
      may.resolve();
      await expect.poll(seats).toBe(0);
      expect(calls).toEqual(['slow', 'end']);
      expect((await ask(`${base}/`)).status).toBe(200);
    });

    test('a response that is still sent keeps its seat', async () => {
      const { base, began, may, seats } = await serve();
      const first = ask(`${base}/stream`);
      await began.promise;
      expect((await ask(`${base}/`)).status).toBe(429);
      may.resolve();
      expect(await first).toMatchObject({ status: 200, body: 'onetwo' });
      await expect.poll(seats).toBe(0);
    });

    test('a client that leaves in the middle of a response frees the seat', async () => {
      const { base, began, may, seats } = await serve();
      const client = begin(`${base}/stream`);
      await began.promise;
      client.destroy();
      may.resolve();
      await expect.poll(seats).toBe(0);
    });

    test('the handler of a client that leaves while it waits is not called', async () => {
      const { base, began, may, calls, waiting } = await serve(1);
      const first = ask(`${base}/slow`);
      await began.promise;
      const client = begin(`${base}/slow`);
      await expect.poll(waiting).toBe(1);
      client.destroy();
      await expect.poll(waiting).toBe(0);
      may.resolve();
      await first;
      expect(calls).toEqual(['slow', 'end']);
    });

    test.each(OTHER_ANSWERS)(
      'somebody else %s while a request waits: only that is sent, and the handler is not called',
      async (_, answer, body) => {
        const { base, began, may, calls, seats, waiting, responses } = await serve(1);
        const first = ask(`${base}/slow`);
        await began.promise;
        const second = ask(`${base}/slow`);
        await expect.poll(waiting).toBe(1);
        await answer(responses[1] as ServerResponse, may.resolve);
        expect(await second).toMatchObject({ status: 503, body });
        may.resolve();
        expect(await first).toMatchObject({ status: 200, body: 'slow' });
        await expect.poll(seats).toBe(0);
        expect([waiting(), ...calls]).toEqual([0, 'slow', 'end']);
      },
    );

    test('somebody else answers while the handler runs: its seat is free when it has ended', async () => {
      // Adaptors and frameworks report that the handler answers a second time.
      const report = vi.spyOn(console, 'error').mockReturnValue();
      onTestFinished(() => report.mockRestore());
      const { base, began, may, calls, seats, responses } = await serve();
      const first = ask(`${base}/slow`);
      await began.promise;
      responses[0]?.writeHead(503).end('too late');
      expect(await first).toMatchObject({ status: 503, body: 'too late' });
      expect(seats()).toBe(1);
      may.resolve();
      await expect.poll(seats).toBe(0);
      expect(calls).toEqual(['slow', 'end']);
    });

    test('a handler that fails frees its seat, and the framework responds', async () => {
      const { base, seats } = await serve();
      expect((await ask(`${base}/fail`)).status).toBe(500);
      await expect.poll(seats).toBe(0);
    });

    test('a path without a handler frees its seat', async () => {
      const { base, seats } = await serve();
      expect((await ask(`${base}/nothing`)).status).toBe(404);
      await expect.poll(seats).toBe(0);
    });

    test('a broken URL is 400', async () => {
      const { base } = await serve();
      expect((await ask(`${base}/%`)).status).toBe(400);
    });

    test('a closed gate responds with 503', async () => {
      const { base, gate } = await serve();
      await gate.drain();
      expect((await ask(`${base}/`)).status).toBe(503);
    });
  });
}
