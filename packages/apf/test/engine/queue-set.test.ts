import { type QueuedRequest, QueueSet, type RequestQueue, VirtualClock } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../configuration.js';
import { ms, oneSeat, Server, stateOf } from '../server.js';

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
