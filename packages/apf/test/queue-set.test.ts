import {
  type FlowHash,
  type QueuedRequest,
  QueueSet,
  type QueueSetObserver,
  type QueuingConfig,
  VirtualClock,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from './configuration.js';

const ms = 1e6;
const oneSeat = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

/** A queue set whose requests execute for five milliseconds; notes who starts when. */
class Server {
  readonly clock: VirtualClock = new VirtualClock();
  readonly started: string[] = [];
  readonly set: QueueSet;

  constructor(queuing: QueuingConfig, concurrencyLimit: number, observer?: QueueSetObserver) {
    this.set = new QueueSet({ clock: this.clock, queuing, concurrencyLimit, observer });
  }

  arrive(name: string, flow = 0, work: object = {}, durationNs: number = 5 * ms) {
    const hash: FlowHash = { high: 0, low: flow };
    return this.set.start({
      workEstimate: { ...oneSeat, ...work },
      hash,
      flowSchema: name,
      onDispatch: (request) => {
        this.started.push(`${name} ${this.clock.nowNs() / ms}`);
        this.clock.schedule(durationNs, () => this.set.finish(request));
      },
    });
  }
}

const oneQueue = { desiredNumQueues: 1, queueLengthLimit: 2, handSize: 1 };

describe('a queue', () => {
  test('is full only while every seat is taken', () => {
    const { set, arrive } = bound(new Server(oneQueue, 2));
    arrive('a');
    arrive('wide', 0, { initialSeats: 2 });
    const states = ['b', 'c', 'd'].map((name) => stateOf(arrive(name)));
    // One seat is free, but the request that is the next needs two.
    expect(states).toEqual(['waiting', 'waiting', 'waiting']);
    expect([set.requestsWaiting, set.totalSeatsInUse, set.totalSeatsWaiting]).toEqual([4, 1, 5]);
  });

  test('rejects what is beyond its length', () => {
    const { arrive } = bound(new Server(oneQueue, 1));
    expect(['a', 'b', 'c', 'd'].map((name) => stateOf(arrive(name)))).toEqual([
      'executing',
      'waiting',
      'waiting',
      'queue-full',
    ]);
  });

  test('of a hand is the one in which the least work waits', () => {
    const queuing = { desiredNumQueues: 2, queueLengthLimit: 10, handSize: 2 };
    const { set, arrive } = bound(new Server(queuing, 1));
    arrive('a');
    for (const name of ['b', 'c', 'd', 'e']) arrive(name);
    expect(set.currentQueues.map(({ waiting }) => waiting)).toEqual([2, 2]);
  });
});

describe('fairness', () => {
  const queuing = { desiredNumQueues: 3, queueLengthLimit: 20, handSize: 1 };

  test('gives each flow the same work, whatever the others send', () => {
    const server = new Server(queuing, 1);
    for (let i = 0; i < 4; i++) server.arrive('elephant', 0);
    server.arrive('slow', 1, {}, 20 * ms);
    for (let i = 0; i < 2; i++) server.arrive('slow', 1, {}, 20 * ms);
    server.arrive('mouse', 2);
    server.clock.run(60 * ms);
    expect(server.started).toEqual([
      'elephant 0',
      'slow 5',
      'mouse 25',
      'elephant 30',
      'elephant 35',
      'elephant 40',
      'slow 45',
    ]);
  });

  test('a tie goes round the queues', () => {
    const server = new Server(queuing, 1);
    for (const flow of [0, 0, 0, 2, 2, 1, 1]) server.arrive(`${flow}`, flow);
    server.clock.run();
    expect(server.started.map((line) => line[0]).join('')).toBe('0120120');
  });
});

describe('final seats', () => {
  test('are occupied after the end, and let go later', () => {
    const server = new Server(oneQueue, 3);
    const work = { initialSeats: 1, finalSeats: 3, additionalLatencyNs: 7 * ms };
    server.arrive('write', 0, work);
    server.arrive('read');
    server.clock.run(5 * ms);
    expect([server.set.requestsExecuting, server.set.totalSeatsInUse]).toEqual([0, 3]);
    server.clock.run();
    expect(server.started).toEqual(['write 0', 'read 12']);
  });

  test('beyond the limit are fewer for longer, and the seats that wait add up', () => {
    const server = new Server(oneQueue, 4);
    const seats: number[] = [];
    server.set.configure(oneQueue, 4);
    const request = server.arrive('write', 0, { finalSeats: 6, additionalLatencyNs: 4 * ms });
    seats.push(server.set.totalSeatsInUse, server.set.totalSeatsWaiting);
    server.clock.run(5 * ms);
    expect([seats, stateOf(request)]).toEqual([[4, 0], 'lingering']);
    server.clock.run(11 * ms - 1);
    expect(stateOf(request)).toBe('lingering');
    server.clock.run(11 * ms);
    expect([stateOf(request), server.set.totalSeatsInUse]).toEqual(['finished', 0]);
  });
});

describe('a change of the configuration', () => {
  const queuing = { desiredNumQueues: 4, queueLengthLimit: 5, handSize: 1 };

  test('lets more requests go at once', () => {
    const server = new Server(queuing, 1);
    for (const flow of [0, 1, 2, 3]) server.arrive(`${flow}`, flow);
    server.set.configure(queuing, 3);
    expect(server.set.requestsExecuting).toBe(3);
  });

  test('drains the queues that are too many, and takes them away when they are empty', () => {
    const server = new Server(queuing, 1);
    for (const flow of [0, 1, 2, 3, 3]) server.arrive(`${flow}`, flow);
    server.set.configure({ ...queuing, desiredNumQueues: 1 }, 1);
    server.arrive('new', 3);
    expect(server.set.currentQueues.map(({ waiting }) => waiting)).toEqual([1, 1, 1, 2]);
    server.clock.run();
    expect(server.started).toHaveLength(6);
    expect(server.set.currentQueues.map(({ index }) => index)).toEqual([0]);
  });

  test('that is refused changes nothing', () => {
    const server = new Server(queuing, 1);
    const refused = () => server.set.configure({ ...queuing, handSize: 9 }, 7);
    expect(refused).toThrow(expect.objectContaining({ code: 'HAND_BEYOND_DECK' }));
    expect(server.set.queuing).toEqual(queuing);
  });

  test('to no queues keeps what waits, and rejects what comes and finds no seat', () => {
    const server = new Server(queuing, 1);
    server.arrive('a');
    server.arrive('b');
    server.set.configure({ ...queuing, desiredNumQueues: 0 }, 1);
    expect(server.arrive('c')).toBe('concurrency-limit');
    server.clock.run();
    expect(server.started).toEqual(['a 0', 'b 5']);
    expect(stateOf(server.arrive('d'))).toBe('executing');
  });

  test('with two lingering requests of one queue loses nothing that waits elsewhere', () => {
    const server = new Server({ ...queuing, desiredNumQueues: 2 }, 2);
    const work = { finalSeats: 1, additionalLatencyNs: 9 * ms };
    for (const name of ['a', 'b']) server.arrive(name, 1, work);
    server.arrive('c', 0);
    server.arrive('d', 0);
    server.set.configure({ ...queuing, desiredNumQueues: 1 }, 2);
    server.clock.run();
    expect(server.started).toEqual(['a 0', 'b 0', 'c 14', 'd 14']);
    expect([server.set.isIdle, server.set.currentQueues.length]).toEqual([true, 1]);
  });
});

test('cancelling frees no seat and dispatches nothing, and a request is cancelled once', () => {
  const server = new Server(oneQueue, 2);
  server.arrive('a');
  const wide = server.arrive('wide', 0, { initialSeats: 2 }) as QueuedRequest;
  const next = server.arrive('next') as QueuedRequest;
  expect([server.set.cancel(wide), server.set.cancel(wide)]).toEqual([true, false]);
  expect([wide.state, next.state, server.set.requestsCancelled]).toEqual([
    'cancelled',
    'waiting',
    1,
  ]);
  server.arrive('last');
  expect(next.state).toBe('executing');
  expect([server.set.finish(next), server.set.finish(next)]).toEqual([true, false]);
});

test('an exempt set dispatches everything, and counts it', () => {
  const server = new Server({ desiredNumQueues: -1, queueLengthLimit: 0, handSize: 0 }, 0);
  for (let i = 0; i < 9; i++) server.arrive('any', 0, { initialSeats: 3 });
  expect([server.set.requestsExecuting, server.set.totalSeatsInUse]).toEqual([9, 27]);
});

test('the progress meter is set back before its numbers end, and nobody sees it', () => {
  const queuing = { desiredNumQueues: 2, queueLengthLimit: 30, handSize: 1 };
  const run = (durationNs: number) => {
    const server = new Server(queuing, 30);
    const random = randomNumbers(11);
    for (let i = 0; i < 40; i++) {
      const work = { initialSeats: 10 * (1 + random(3)) };
      server.arrive(`${i}`, random(2), work, durationNs * (1 + random(9)));
    }
    server.clock.run();
    return {
      names: server.started.map((line) => line.split(' ')[0]),
      progress: server.set.progress,
    };
  };
  const [long, short] = [run(2e13), run(2e10)];
  expect(long.progress).toBeGreaterThan(2 ** 51 / 1e8);
  expect(long.progress / short.progress).toBeCloseTo(1000, 6);
  expect(long.names).toEqual(short.names);
  expect(long.names).toHaveLength(40);
});

function bound(server: Server) {
  return { set: server.set, arrive: server.arrive.bind(server) };
}

function stateOf(request: QueuedRequest | string): string {
  return typeof request === 'string' ? request : request.state;
}
