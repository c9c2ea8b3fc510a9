import { QueueSet, VirtualClock } from '@kubesem/apf';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { controller, levelOf, request } from '../controller.js';

describe('what listeners throw', () => {
  const surfaced: unknown[] = [];
  beforeEach(() => {
    surfaced.length = 0;
    vi.spyOn(console, 'error').mockImplementation((error) => void surfaced.push(error));
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

  test('an observer of a controller that throws everywhere loses nothing', async () => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    let told = 0;
    const fail = () => {
      told++;
      throw new RangeError('observer');
    };
    const heard: string[] = [];
    apf.on({
      arrived: fail,
      enqueued: fail,
      dequeued: fail,
      dispatched: fail,
      rejected: fail,
      finished: fail,
      released: fail,
      seatDemand: fail,
      noAccommodation: fail,
      queueChosen: fail,
      progressed: fail,
      adjusted: fail,
      removed: fail,
      warned: fail,
    });
    apf.on({
      dispatched: () => heard.push('dispatched'),
      rejected: (_, __, reason) => heard.push(reason),
      finished: () => heard.push('finished'),
    });
    const tickets = Array.from({ length: 8 }, () => apf.request(request(), { timeoutMs: 4000 }));
    tickets[0]?.done();
    clock.run(1e9);
    for (const ticket of tickets) {
      ticket.done();
    }
    tickets[0]?.done();
    expect(heard.filter((word) => word === 'dispatched')).toHaveLength(4);
    expect(heard.filter((word) => word === 'finished')).toHaveLength(4);
    expect(heard.filter((word) => word === 'queue-full' || word === 'time-out')).toHaveLength(4);
    expect(levelOf(apf)).toMatchObject({ seatsInUse: 0, waitingRequests: 0, isIdle: true });
    await expect(apf.run(request(), () => 7)).resolves.toBe(7);
    apf.updateConfig({ priorityLevels: [], flowSchemas: [] });
    apf.close();
    await turn();
    expect(surfaced).toHaveLength(told);
    expect(new Set(surfaced.map((error) => (error as Error).message))).toEqual(
      new Set(['observer']),
    );
  });

  test('neither does one whose promises are rejected', async () => {
    const apf = controller(new VirtualClock());
    const dispatched = (): unknown => Promise.reject(new Error('observer'));
    apf.on({ dispatched });
    await expect(apf.run(request(), () => 7)).resolves.toBe(7);
    await turn();
    expect(surfaced).toEqual([new Error('observer')]);
    apf.close();
  });

  test('so does an observer of a queue set, and what is called on dispatch', async () => {
    const clock = new VirtualClock();
    const fail = () => {
      throw new RangeError('listener');
    };
    const set = new QueueSet({
      clock,
      queuing: { desiredNumQueues: 2, queueLengthLimit: 5, handSize: 1 },
      concurrencyLimit: 1,
      observer: { enqueued: fail, dequeued: fail, dispatched: fail, released: fail },
    });
    const workEstimate = { initialSeats: 1, finalSeats: 1, additionalLatencyNs: 1000 };
    const requests = [1, 2, 3].map(() => set.start({ workEstimate, onDispatch: fail }));
    for (const each of requests) {
      if (typeof each !== 'string') {
        set.finish(each);
      }
      clock.run();
    }
    expect(requests.map((each) => typeof each !== 'string' && each.state)).toEqual([
      'finished',
      'finished',
      'finished',
    ]);
    expect([set.totalSeatsInUse, set.totalSeatsWaiting, set.isIdle]).toEqual([0, 0, true]);
    await turn();
    expect(surfaced.length).toBe(15);
  });

  test('an observer that leaves while it is told leaves the others alone', () => {
    const apf = controller(new VirtualClock());
    const heard: string[] = [];
    const off = apf.on({ arrived: () => off() });
    apf.on({ arrived: () => heard.push('arrived') });
    apf.request(request());
    apf.request(request());
    expect(heard).toHaveLength(2);
    off();
    apf.close();
  });
});
