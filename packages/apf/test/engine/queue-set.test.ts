import {
  type FlowHash,
  type QueuedRequest,
  QueueSet,
  type QueueSetObserver,
  type QueuingConfig,
  type RequestQueue,
  VirtualClock,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../configuration.js';

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
    for (const name of ['b', 'c', 'd', 'e']) {
      arrive(name);
    }
    expect(set.currentQueues.map(({ waiting }) => waiting)).toEqual([2, 2]);
  });
});

describe('fairness', () => {
  const queuing = { desiredNumQueues: 3, queueLengthLimit: 20, handSize: 1 };

  test('gives each flow the same work, whatever the others send', () => {
    const server = new Server(queuing, 1);
    for (let i = 0; i < 4; i++) {
      server.arrive('elephant', 0);
    }
    server.arrive('slow', 1, {}, 20 * ms);
    for (let i = 0; i < 2; i++) {
      server.arrive('slow', 1, {}, 20 * ms);
    }
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
    for (const flow of [0, 0, 0, 2, 2, 1, 1]) {
      server.arrive(`${flow}`, flow);
    }
    server.clock.run();
    expect(server.started.map((line) => line[0]).join('')).toBe('0120120');
  });
});

test('a request does not start before it arrived, on the progress meter: the long one before it has its price', () => {
  const server = new Server({ desiredNumQueues: 2, queueLengthLimit: 20, handSize: 1 }, 1);
  server.arrive('long', 0, {}, 100 * ms);
  server.clock.run(90 * ms);
  server.arrive('late', 0);
  server.clock.run(91 * ms);
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    server.arrive(name, 1);
  }
  server.clock.run();
  // The late one started at 90, and after that is to pay for the 97 that the long one took beyond the estimate.
  expect(server.started.map((line) => line.split(' ')[0])).toEqual([
    'long',
    'a',
    'b',
    'c',
    'd',
    'e',
    'late',
  ]);
});

test('work is rounded to ten nanoseconds of a seat, and a half away from zero', () => {
  const { set, clock, arrive } = bound(new Server(oneQueue, 1));
  arrive('a', 0, {}, 3 * ms + 15);
  clock.run();
  expect(set.nextDispatch(set.currentQueues[0] as RequestQueue)).toBe(0.003_000_02);
});

test('a request has its names, and empty ones if it was given none', () => {
  const arrived: string[] = [];
  const set = new QueueSet({
    clock: new VirtualClock(),
    queuing: oneQueue,
    concurrencyLimit: 5,
    name: 'work',
    observer: { arrived: (name, flowSchema) => arrived.push(`${name} ${flowSchema}`) },
  });
  const names = { flowSchema: 'schema', flowDistinguisher: 'jane' };
  expect(set.start({ workEstimate: oneSeat, ...names })).toMatchObject(names);
  expect(set.start({ workEstimate: oneSeat })).toMatchObject({
    flowSchema: '',
    flowDistinguisher: '',
  });
  expect(arrived).toEqual(['work schema', 'work ']);
});

test('while its clock goes back, the progress meter stands still', () => {
  const hidden = new VirtualClock();
  let nowNs = 5e9;
  const clock = { nowNs: () => nowNs, schedule: hidden.schedule.bind(hidden) };
  const set = new QueueSet({ clock, queuing: oneQueue, concurrencyLimit: 1 });
  set.start({ workEstimate: oneSeat });
  nowNs = 7e9;
  set.start({ workEstimate: oneSeat });
  nowNs = 6e9;
  set.start({ workEstimate: oneSeat });
  expect(set.progress).toBe(2);
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
    for (const flow of [0, 1, 2, 3]) {
      server.arrive(`${flow}`, flow);
    }
    server.set.configure(queuing, 3);
    expect(server.set.requestsExecuting).toBe(3);
  });

  test('drains the queues that are too many, and takes them away when they are empty', () => {
    const server = new Server(queuing, 1);
    for (const flow of [0, 1, 2, 3, 3]) {
      server.arrive(`${flow}`, flow);
    }
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
    for (const name of ['a', 'b']) {
      server.arrive(name, 1, work);
    }
    server.arrive('c', 0);
    server.arrive('d', 0);
    server.set.configure({ ...queuing, desiredNumQueues: 1 }, 2);
    server.clock.run();
    expect(server.started).toEqual(['a 0', 'b 0', 'c 14', 'd 14']);
    expect([server.set.isIdle, server.set.currentQueues.length]).toEqual([true, 1]);
  });
});

describe('a queue that goes', () => {
  test('while two of its requests linger takes no other with it, and leaves its seats out of the progress', () => {
    const three = { desiredNumQueues: 3, queueLengthLimit: 5, handSize: 1 };
    const server = new Server(three, 2);
    server.arrive('a', 2, { finalSeats: 1, additionalLatencyNs: 9 * ms });
    server.arrive('b', 2, { finalSeats: 1, additionalLatencyNs: 30 * ms });
    for (const name of ['c', 'd']) {
      server.arrive(name, 0, {}, 40 * ms);
    }
    for (const name of ['e', 'f']) {
      server.arrive(name, 1, {}, 40 * ms);
    }
    server.set.configure({ ...three, desiredNumQueues: 1 }, 2);
    server.clock.run();
    // Of two seats, one is free at 14, the other at 35.
    expect(server.started).toEqual(['a 0', 'b 0', 'c 14', 'e 35', 'f 54', 'd 75']);
    expect(server.set.isIdle).toBe(true);
    // Two seats for three queues until 5, for two until 94; and one for one until 115.
    expect(server.set.progress).toBeCloseTo((10 / 3 + 89 + 21) / 1000, 7);
  });

  const four = { desiredNumQueues: 4, queueLengthLimit: 5, handSize: 1 };

  test('leaves the turn with the queue behind it', () => {
    const server = new Server(four, 1);
    server.arrive('1', 1);
    for (const flow of [0, 2, 3, 0, 2, 3]) {
      server.arrive(`${flow}`, flow);
    }
    server.set.configure({ ...four, desiredNumQueues: 3 }, 1);
    server.clock.run();
    expect(server.started.map((line) => line[0]).join('')).toBe('1230230');
  });

  test('behind the one whose turn it was changes nothing', () => {
    const server = new Server(four, 2);
    server.arrive('3', 3);
    server.arrive('0', 0, {}, 50 * ms);
    // Three of them would finish at the same point of the progress meter; those of two seats wait for both.
    server.arrive('0', 0);
    for (const flow of [1, 2]) {
      server.arrive(`${flow}`, flow, { initialSeats: 2 });
    }
    server.set.configure({ ...four, desiredNumQueues: 3 }, 2);
    server.clock.run();
    expect(server.started).toEqual(['3 0', '0 0', '1 50', '2 55', '0 60']);
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
  for (let i = 0; i < 9; i++) {
    server.arrive('any', 0, { initialSeats: 3 });
  }
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

describe('after the progress meter was set back', () => {
  const queuing = { desiredNumQueues: 3, queueLengthLimit: 30, handSize: 1 };

  test('what waited then has its turns with what comes', () => {
    const startedWith = (seats: number) => {
      const server = new Server(queuing, seats);
      const second = 1000 * ms;
      server.arrive('first', 0, { initialSeats: seats }, 30 * second);
      for (let i = 0; i < 4; i++) {
        server.arrive('old', 0, { initialSeats: seats }, second);
      }
      server.clock.run(30.5 * second);
      for (let i = 0; i < 4; i++) {
        server.arrive('new', 1, { initialSeats: seats }, second);
      }
      server.clock.run();
      return server.started.map((line) => line.split(' ')[0]);
    };
    // A million seats for 30 seconds are beyond 2^51 units of ten nanoseconds of a seat.
    expect(startedWith(1e6)).toEqual(startedWith(1e3));
    const turns = ['old', 'new', 'old', 'new', 'old', 'new', 'old', 'new'];
    expect(startedWith(1e6)).toEqual(['first', ...turns]);
  });

  test('small requests are told apart as ever', () => {
    const startedAfter = (giantSeats: number) => {
      const server = new Server(queuing, giantSeats);
      server.arrive('giant', 0, { initialSeats: giantSeats }, 1e6 * 1000 * ms);
      server.clock.run();
      server.started.length = 0;
      server.set.configure(queuing, 1);
      for (let i = 0; i < 4; i++) {
        server.arrive('elephant', 1);
      }
      for (let i = 0; i < 3; i++) {
        server.arrive('slow', 2, {}, 20 * ms);
      }
      server.clock.run();
      return server.started.map((line) => line.split(' ')[0]);
    };
    expect(startedAfter(1e9)).toEqual(startedAfter(1));
    const [quick, slow] = ['elephant', 'slow'];
    expect(startedAfter(1e9)).toEqual([quick, slow, quick, quick, quick, slow, slow]);
  });
});

function bound(server: Server) {
  return { set: server.set, clock: server.clock, arrive: server.arrive.bind(server) };
}

function stateOf(request: QueuedRequest | string): string {
  return typeof request === 'string' ? request : request.state;
}
