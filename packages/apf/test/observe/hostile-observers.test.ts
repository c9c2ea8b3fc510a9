import {
  ApfController,
  type ApfObserver,
  type ApfTicket,
  type QueuedRequest,
  QueueSet,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { configuration, randomNumbers } from '../configuration.js';

const EVENTS = [
  'arrived',
  'enqueued',
  'dequeued',
  'dispatched',
  'rejected',
  'finished',
  'released',
  'seatDemand',
  'noAccommodation',
  'queueChosen',
  'progressed',
  'adjusted',
  'removed',
  'warned',
] as const;

const queuing = { queues: 4, handSize: 1, queueLengthLimit: 4 };
const NOTHING = { priorityLevels: [], flowSchemas: [] };
const request = (user = 'jane') =>
  requestFromUrl('GET', '/version', { name: user, groups: ['team'] });

/** Three seats for `work`. */
function controller(clock: VirtualClock): ApfController {
  return new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
}

const levelOf = (apf: ApfController) => apf.dump().priorityLevels.work;

/** Counts the events, and notes what one request hears. */
class Witness implements ApfObserver {
  readonly counts = { arrived: 0, dispatched: 0, rejected: 0, finished: 0, released: 0 };
  readonly lives: Map<QueuedRequest, string[]> = new Map();

  arrived(): void {
    this.counts.arrived++;
  }
  enqueued(_: string, each: QueuedRequest): void {
    this.note(each, 'enqueued');
  }
  dequeued(_: string, each: QueuedRequest): void {
    this.note(each, 'dequeued');
  }
  dispatched(_: string, each: QueuedRequest): void {
    this.counts.dispatched++;
    this.note(each, 'dispatched');
  }
  rejected(): void {
    this.counts.rejected++;
  }
  finished(_: string, each: QueuedRequest): void {
    this.counts.finished++;
    this.note(each, 'finished');
  }
  released(_: string, each: QueuedRequest): void {
    this.counts.released++;
    this.note(each, 'released');
  }

  private note(each: QueuedRequest, event: string): void {
    this.lives.set(each, [...(this.lives.get(each) ?? []), event]);
  }
}

/** All that an observer may do to the controller, and to requests that others sent. */
const ACTIONS: { readonly [name: string]: (apf: ApfController, tickets: ApfTicket[]) => void } = {
  'closes the controller': (apf) => apf.close(),
  'removes all levels': (apf) => apf.updateConfig(NOTHING),
  'changes the seats': (apf) => apf.updateConfig(configuration(queuing, 1)),
  'changes the queues': (apf) => apf.updateConfig(configuration({ ...queuing, queues: 1 })),
  'sends a request': (apf, tickets) => {
    tickets.push(apf.request(request('meddler'), { timeoutMs: 4000 }));
  },
  'cancels all requests': (_, tickets) => {
    for (const ticket of tickets) {
      ticket.cancel();
    }
  },
  'finishes all requests': (_, tickets) => {
    for (const ticket of tickets) {
      ticket.done();
    }
  },
  'reads a dump': (apf) => apf.dump(),
  'adds an observer that does the same': (apf, tickets) => {
    apf.on({ adjusted: () => apf.close(), dispatched: () => tickets[0]?.done() });
  },
};

/** A server with more requests than seats, wide ones among them; all that are dispatched are finished some time later. */
function serve(apf: ApfController, clock: VirtualClock, tickets: ApfTicket[]): void {
  const random = randomNumbers(3);
  for (let i = 0; i < 30; i++) {
    const work = {
      initialSeats: 1 + random(3),
      finalSeats: random(4),
      additionalLatencyNs: random(3) * 1e6,
    };
    tickets.push(apf.request(request(`user-${i % 5}`), { work, timeoutMs: 80 }));
    clock.run(clock.nowNs() + 2e6);
    if (i % 3 === 0) {
      tickets.find(({ state }) => state === 'executing')?.done();
    }
    if (i % 7 === 6) {
      tickets.find(({ state }) => state === 'waiting')?.cancel();
    }
  }
  // Twice, and with a warning.
  tickets[0]?.done();
  apf.updateConfig(NOTHING);
  clock.run(clock.nowNs() + 20e9);
  for (let round = 0; round < 40; round++) {
    for (const ticket of tickets) {
      if (ticket.state !== 'finished' && ticket.state !== 'lingering') {
        ticket.done();
      }
    }
    clock.run(clock.nowNs() + 20e9);
  }
}

describe.each(EVENTS)('an observer that, on %s,', (event) => {
  test.each(Object.keys(ACTIONS))('%s, loses no request and no seat', async (name) => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    const tickets: ApfTicket[] = [];
    const [before, after] = [new Witness(), new Witness()];
    let calls = 0;
    let areAllListening = false;
    apf.on(before);
    apf.on({
      [event]: () => {
        // An observer that sends a request on every event would never return.
        if (areAllListening && calls++ < 40) {
          ACTIONS[name]?.(apf, tickets);
        }
      },
    });
    apf.on(after);
    areAllListening = true;
    serve(apf, clock, tickets);
    expect(calls).toBeGreaterThan(0);
    const settled = await Promise.allSettled(tickets.map(({ admitted }) => admitted));
    expect(settled.map(({ status }) => status)).toEqual(
      tickets.map(({ state }) => (state === 'rejected' ? 'rejected' : 'fulfilled')),
    );
    for (const level of Object.values(apf.dump().priorityLevels)) {
      expect(level).toMatchObject({ isIdle: true, seatsInUse: 0, seatsWaiting: 0, requests: [] });
    }
    const { arrived, dispatched, rejected, finished, released } = before.counts;
    expect(arrived).toBe(dispatched + rejected);
    expect([finished, released]).toEqual([dispatched, dispatched]);
    for (const life of before.lives.values()) {
      expect([
        'enqueued dequeued dispatched finished released',
        'dispatched finished released',
        'enqueued dequeued',
      ]).toContain(life.join(' '));
    }
    expect([after.counts, [...after.lives.values()]]).toEqual([
      before.counts,
      [...before.lives.values()],
    ]);
    apf.close();
    expect(clock.step()).toBe(false);
  });
});

describe('an estimator that', () => {
  const oneSeat = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };
  /** A controller whose seats are all taken, with one request that waits. */
  function busy() {
    const clock = new VirtualClock();
    const apf = controller(clock);
    const tickets = [1, 2, 3, 4].map(() => apf.request(request()));
    return { clock, apf, tickets };
  }

  test('closes the controller gets a rejection, also if its request would wait', async () => {
    const { apf, clock, tickets } = busy();
    const work = () => {
      apf.close();
      return oneSeat;
    };
    const ticket = apf.request(request(), { work });
    expect(ticket.rejection?.code).toBe('CLOSED');
    await expect(ticket.admitted).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(apf.run(request(), () => 7, { work })).rejects.toMatchObject({ code: 'CLOSED' });
    expect(tickets[3]?.rejection?.code).toBe('CLOSED');
    expect(clock.step()).toBe(false);
  });

  test('removes its level still has it, until the request is done', () => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    const removed: string[] = [];
    apf.on({ removed: (name) => removed.push(name) });
    const work = () => {
      apf.updateConfig(NOTHING);
      return oneSeat;
    };
    const ticket = apf.request(request(), { work });
    expect([ticket.state, ticket.priorityLevel, levelOf(apf)?.isQuiescing]).toEqual([
      'executing',
      'work',
      true,
    ]);
    expect(removed).toEqual([]);
    ticket.done();
    expect(removed).toEqual(['work']);
    apf.close();
  });

  test.each(['throws', 'estimates nonsense'])(
    'removes its level and then %s leaves nothing behind',
    (how) => {
      const apf = controller(new VirtualClock());
      const removed: string[] = [];
      apf.on({ removed: (name) => removed.push(name) });
      const work = () => {
        apf.updateConfig(NOTHING);
        if (how === 'throws') {
          throw new RangeError('estimator');
        }
        return { ...oneSeat, initialSeats: Number.NaN };
      };
      expect(() => apf.request(request(), { work })).toThrow();
      expect(removed).toEqual(['work']);
      apf.close();
    },
  );

  test('sends and cancels requests comes after them', () => {
    const { apf, tickets } = busy();
    const work = () => {
      tickets[0]?.done();
      tickets[3]?.cancel();
      tickets.push(apf.request(request()));
      return oneSeat;
    };
    const ticket = apf.request(request(), { work });
    expect(tickets.map(({ state }) => state)).toEqual([
      'finished',
      'executing',
      'executing',
      'executing',
      'waiting',
    ]);
    expect([ticket.state, levelOf(apf)?.seatsInUse]).toEqual(['waiting', 3]);
    apf.close();
  });
});

test('a signal that closes the controller when its listener goes leaves no request waiting', () => {
  const clock = new VirtualClock();
  const apf = controller(clock);
  const running = [1, 2, 3].map(() => apf.request(request()));
  const signal = {
    aborted: false,
    addEventListener: () => undefined,
    removeEventListener: () => apf.close(),
  };
  const waiting = [1, 2].map(() => apf.request(request(), { signal }));
  running[0]?.done();
  expect(waiting.map(({ state }) => state)).toEqual(['executing', 'rejected']);
  for (const ticket of [...running.slice(1), ...waiting]) {
    ticket.done();
  }
  expect(levelOf(apf)).toMatchObject({ isIdle: true, seatsInUse: 0 });
});

describe('what is called when a queue set dispatches a request', () => {
  const workEstimate = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };
  const queueSet = (queues = 1) =>
    new QueueSet({
      clock: new VirtualClock(),
      queuing: { desiredNumQueues: queues, queueLengthLimit: 1e6, handSize: queues },
      concurrencyLimit: 1,
    });

  test('may finish the request at once, however many wait', () => {
    const set = queueSet();
    const first = set.start({ workEstimate });
    for (let i = 0; i < 50_000; i++) {
      set.start({ workEstimate, onDispatch: (each) => set.finish(each) });
    }
    set.finish(first as QueuedRequest);
    expect([set.isIdle, set.totalSeatsInUse, set.requestsDispatched]).toEqual([true, 0, 50_001]);
  });

  test('may change the configuration, and cancel and start others', () => {
    const set = queueSet(2);
    const first = set.start({ workEstimate }) as QueuedRequest;
    const states: string[] = [];
    const others: QueuedRequest[] = [];
    set.start({
      workEstimate,
      onDispatch: () => {
        set.cancel(others[0] as QueuedRequest);
        set.configure({ desiredNumQueues: 1, queueLengthLimit: 9, handSize: 1 }, 2);
        others.push(set.start({ workEstimate }) as QueuedRequest);
        states.push(...others.map(({ state }) => state));
      },
    });
    others.push(set.start({ workEstimate }) as QueuedRequest);
    others.push(set.start({ workEstimate }) as QueuedRequest);
    set.finish(first);
    expect(states).toEqual(['cancelled', 'waiting', 'waiting']);
    expect(others.map(({ state }) => state).sort()).toEqual(['cancelled', 'executing', 'waiting']);
    expect([set.totalSeatsInUse, set.requestsWaiting]).toEqual([2, 1]);
  });
});

test('an observer that finishes a request again on its end is warned, and frees nothing', () => {
  const clock = new VirtualClock();
  const apf = controller(clock);
  const codes: string[] = [];
  apf.on({
    finished: (_, { context }) => (context as ApfTicket).done(),
    warned: (_, { code }) => codes.push(code),
  });
  for (const ticket of [apf.request(request()), apf.request(request())]) {
    ticket.done();
  }
  expect(codes).toEqual(['DONE_TWICE', 'DONE_TWICE']);
  expect(levelOf(apf)).toMatchObject({ executingRequests: 0, seatsInUse: 0 });
  apf.close();
});

test.each([1, 2, 3, 4])(
  'observers that call the controller at random lose nothing (%i)',
  (seed) => {
    const below = randomNumbers(seed);
    const clock = new VirtualClock();
    const apf = controller(clock);
    const witness = new Witness();
    const tickets: ApfTicket[] = [];
    let budget = 0;
    const arrive = () => {
      const work = { initialSeats: 1 + below(3), finalSeats: below(5), additionalLatencyNs: 1e6 };
      tickets.push(apf.request(request(`user-${below(9)}`), { work }));
    };
    const act = () => {
      const ticket = tickets[below(tickets.length + 1)];
      [arrive, () => ticket?.done(), () => ticket?.cancel()][below(3)]?.();
    };
    const meddle = () => {
      if (budget > 0 && below(3) === 0) {
        budget--;
        act();
      }
    };
    apf.on(witness);
    apf.on(Object.fromEntries(EVENTS.map((event) => [event, meddle])));
    for (let i = 0; i < 600; i++) {
      budget = 5;
      act();
      clock.run(clock.nowNs() + below(2e6));
    }
    budget = 0;
    for (let round = 0; round < 40; round++) {
      for (const ticket of tickets) {
        ticket.done();
      }
    }
    clock.run(clock.nowNs() + 1e9);
    expect(levelOf(apf)).toMatchObject({ seatsInUse: 0, seatsWaiting: 0, waitingRequests: 0 });
    const { arrived, dispatched, rejected, finished, released } = witness.counts;
    expect(arrived).toBe(tickets.length);
    expect(arrived).toBe(dispatched + rejected);
    expect(rejected).toBeGreaterThan(0);
    expect([finished, released]).toEqual([dispatched, dispatched]);
    apf.close();
  },
);
