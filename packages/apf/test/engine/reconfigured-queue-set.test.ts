import { describe, expect, test } from 'vitest';
import { ms, Server, stateOf } from '../server.js';

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
