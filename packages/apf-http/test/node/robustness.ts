import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Gate, GateMetrics, protect } from '@kubesem/apf-http';
import { level, schema, total } from './server.js';

const CLIENTS = 100;
const RECONFIGURE_EVERY = 500;
const MOST_SEATS = 12;
/** Seats that the rounding of the levels can add. */
const ROUNDING = 4;

/** What happened in a run. */
export interface Robustness {
  readonly requests: number;
  readonly answers: { readonly [status: string]: number };
  /** Largest number of handlers that ran at the same time. */
  readonly mostHandlers: number;
  /** How often more handlers ran than requests occupied seats. */
  readonly beyondSeats: number;
  readonly reconfigurations: number;
  /** What was left after the final drain. */
  readonly left: { readonly seats: number; readonly waiting: number; readonly executing: number };
  /** Bytes of the heap after a tenth of the requests and at the end, after collecting garbage. */
  readonly heap: readonly [number, number];
  readonly seconds: number;
}

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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The ways of a handler, by path. */
const HANDLERS: {
  readonly [path: string]: (request: IncomingMessage, response: ServerResponse) => unknown;
} = {
  '/now': (_request, response) => response.end('now'),
  '/soon': async (_request, response) => {
    await pause(1);
    response.end('soon');
  },
  '/throw': () => {
    throw new Error('thrown');
  },
  '/reject': async () => {
    await pause(0);
    throw new Error('rejected');
  },
  '/half': async (_request, response) => {
    response.write('half');
    await pause(0);
    throw new Error('rejected after the headers');
  },
  '/after': async (_request, response) => {
    response.end('done');
    await pause(2);
  },
  '/callback': (_request, response) => {
    setTimeout(() => response.end('later'), 1);
  },
  // The next two end when their clients go away.
  '/endless': async (_request, response) => {
    while (!response.destroyed) {
      response.write('more');
      await pause(1);
    }
  },
  '/never': () => undefined,
  '/upload': async (incoming, response) => {
    let bytes = 0;
    for await (const chunk of incoming) {
      bytes += (chunk as Buffer).length;
    }
    response.end(String(bytes));
  },
};
const PATHS = Object.keys(HANDLERS);

function configuration(random: () => number) {
  const names = random() < 0.2 ? ['one'] : ['one', 'two'];
  return {
    serverConcurrencyLimit: 1 + Math.floor(random() * MOST_SEATS),
    priorityLevels: names.map((name) => level(name, random() < 0.2 ? 0 : 20)),
    flowSchemas: names.map((name) => schema(name, name)),
  };
}

function collectGarbage(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/**
 * Sends requests that end in every way, while the configuration changes, and drains the gate.
 *
 * @param requests - how many
 * @param seed - decides about everything random
 */
export async function runRobustness(requests: number, seed: number): Promise<Robustness> {
  const random = randomNumbers(seed);
  const startMs = Date.now();
  const answers: { [status: string]: number } = {};
  let running = 0;
  let mostHandlers = 0;
  let beyondSeats = 0;
  let reconfigurations = 0;
  const gate = new Gate<IncomingMessage>({
    ...configuration(random),
    requestTimeoutMs: 2000,
    user: ({ headers }) => ({ name: String(headers['test-user']) }),
    onError: () => undefined,
  });
  const metrics = new GateMetrics(gate, { all: true });
  const handler = protect(async (incoming, response) => {
    running++;
    mostHandlers = Math.max(mostHandlers, running);
    if (running > total(gate, 'executingRequests')) {
      beyondSeats++;
    }
    try {
      await HANDLERS[(incoming.url ?? '').split('?', 1)[0] as string]?.(incoming, response);
    } finally {
      running--;
    }
  }, gate);
  const server = createServer({ keepAliveTimeout: 1000 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

  const send = (): Promise<string> =>
    new Promise((resolve) => {
      const path = PATHS[Math.floor(random() * PATHS.length)] as string;
      const method = path === '/upload' ? 'POST' : 'GET';
      const headers = {
        'test-user': random() < 0.1 ? '__proto__' : `u${Math.floor(random() * 20)}`,
      };
      const sent = request({ port, host: '127.0.0.1', path, method, headers, agent });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
        response.on('error', () => resolve('broken'));
      });
      sent.on('error', () => resolve('gone'));
      sent.on('close', () => resolve('gone'));
      if (method === 'POST') {
        sent.write('some');
        setTimeout(() => sent.end('more'), random() * 4);
      } else {
        sent.end();
      }
      const isEndless = path === '/endless' || path === '/never';
      if (isEndless || random() < 0.15) {
        setTimeout(() => sent.destroy(), random() * 6);
      }
    });

  let started = 0;
  let heap: number | undefined;
  const client = async (): Promise<void> => {
    while (started < requests) {
      started++;
      if (started % RECONFIGURE_EVERY === 0) {
        gate.reconfigure(configuration(random));
        reconfigurations++;
      }
      if (heap === undefined && started >= requests / 10) {
        heap = collectGarbage();
      }
      const answer = await send();
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await gate.drain();
  metrics.text();
  agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return {
    requests: started,
    answers,
    mostHandlers,
    beyondSeats,
    reconfigurations,
    left: {
      seats: total(gate, 'seatsInUse'),
      waiting: total(gate, 'waitingRequests'),
      executing: total(gate, 'executingRequests'),
    },
    heap: [heap ?? 0, collectGarbage()],
    seconds: (Date.now() - startMs) / 1000,
  };
}

/** The most handlers that may run at the same time. */
export const MOST_HANDLERS: number = MOST_SEATS + ROUNDING;
