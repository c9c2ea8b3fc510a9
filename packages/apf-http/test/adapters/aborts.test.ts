import { request as requestHttp1 } from 'node:http';
import { connect, constants } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { levelObjects } from '@kubesem/apf-http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ABORT_SERVERS } from './abort-servers.js';

/** For a long run: `KUBESEM_REQUESTS=20000 npm run test:watch -- --run packages/apf-http/test/adapters/aborts.test.ts`. */
const REQUESTS = Number(process.env['KUBESEM_REQUESTS'] ?? 120);
const SEED = Number(process.env['KUBESEM_SEED'] ?? 1);
const CLIENTS = 12;
const PATHS = ['/', '/stream', '/hijack', '/raw', '/nothing'];
const TYPES = ['application/json', 'text/slow', 'text/plain'];
const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = constants;
/** How a client leaves; undefined ends its connection. */
const RESET_CODES = [NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, undefined];
/** When a client leaves. */
const PHASES = ['never', 'begin', 'upload', 'any', 'any', 'response'] as const;

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A request of a client that may leave; `leave` does nothing later than the end. */
interface Sent {
  write(text: string): void;
  end(): void;
  leave(): void;
  readonly responded: Promise<void>;
  readonly ended: Promise<void>;
}

interface Head {
  readonly path: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
}

function sendHttp1(port: number, head: Head): Sent {
  const sent = requestHttp1({ host: '127.0.0.1', port, agent: false, ...head });
  const responded = new Promise<void>((resolve) => {
    sent.on('response', (response) => {
      response.on('error', () => undefined).resume();
      resolve();
    });
    sent.on('close', resolve);
  });
  const ended = new Promise<void>((resolve) => sent.on('close', resolve));
  sent.on('error', () => undefined);
  return {
    write: (text) => sent.write(text),
    end: () => sent.end(),
    leave: () => sent.destroy(),
    responded,
    ended,
  };
}

/**
 * Each request has a session of its own: with many streams that are reset in one session, Node 20 ends with "Assertion
 * failed: (current_nghttp2_memory_) >= (previous_size)".
 */
function sendHttp2(port: number, { path, method, headers }: Head, code: number | undefined): Sent {
  const session = connect(`http://127.0.0.1:${port}`).on('error', () => undefined);
  const sent = session.request(
    { ':path': path, ':method': method, ...headers },
    { endStream: false },
  );
  const responded = new Promise<void>((resolve) => {
    sent.on('response', () => {
      sent.resume();
      resolve();
    });
    sent.on('close', resolve);
  });
  const ended = new Promise<void>((resolve) => sent.on('close', resolve));
  sent.on('error', () => undefined).on('close', () => session.close());
  return {
    write: (text) => sent.write(text),
    end: () => sent.end(),
    leave: () => (code === undefined ? session.destroy() : sent.close(code)),
    responded,
    ended,
  };
}

for (const [name, isHttp2, start] of ABORT_SERVERS) {
  test(
    `no seat is lost if clients of ${name} leave at any time, over HTTP/${isHttp2 ? 2 : 1}`,
    async () => {
      const random = randomNumbers(SEED);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const report = vi.spyOn(console, 'error').mockReturnValue();
      onTestFinished(() => report.mockRestore());
      let late = 0;
      const { server, gate } = await start(
        {
          serverConcurrencyLimit: 6,
          ...levelObjects([{ name: 'others', queues: 4 }], 6),
          onError: () => undefined,
        },
        {
          pause: async () => {
            const ms = random() * 8 - 4;
            return ms < 0 ? undefined : after(ms);
          },
          began: ({ destroyed, stream }) => {
            late += (stream?.destroyed ?? destroyed) ? 1 : 0;
          },
        },
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      onTestFinished(() => {
        gate.close();
        server.close();
      });
      const send = (head: Head): Sent =>
        isHttp2 ? sendHttp2(port, head, pick(RESET_CODES)) : sendHttp1(port, head);
      const ask = async (): Promise<void> => {
        const method = pick(['GET', 'POST', 'HEAD']);
        const isUpload = method === 'POST';
        const length: { [name: string]: string } = random() < 0.5 ? { 'content-length': '8' } : {};
        const headers = isUpload ? { 'content-type': pick(TYPES), ...length } : {};
        const sent = send({ path: pick(PATHS), method, headers });
        const phase = pick(PHASES);
        if (phase === 'begin') {
          sent.leave();
        } else if (phase === 'any') {
          after(random() * 25).then(sent.leave, sent.leave);
        } else if (phase === 'response') {
          sent.responded.then(sent.leave, sent.leave);
        }
        if (isUpload && phase !== 'begin') {
          sent.write('"hel');
          await after(random() * 6);
          if (phase === 'upload') {
            sent.leave();
          } else {
            sent.write('lo"\n');
          }
        }
        sent.end();
        // A client that gets no answer does not wait for ever.
        await Promise.race([sent.ended, after(1000)]);
        sent.leave();
      };
      let started = 0;
      const client = async (): Promise<void> => {
        while (started++ < REQUESTS) {
          await ask();
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      const left = () => {
        const { executingRequests, waitingRequests } = gate.dump().priorityLevels['others'] ?? {};
        return [executingRequests, waitingRequests];
      };
      await expect.poll(left, { timeout: 3000 }).toEqual([0, 0]);
      expect(late).toBe(0);
    },
    20_000 + REQUESTS * 50,
  );
}
