// All that can go wrong in one place: more than 400 lines, a fault after the other.
import {
  ApfController,
  type ApfTicket,
  type EventClock,
  QueueSet,
  RealClock,
  requestFromUrl,
  VirtualClock,
  type WorkEstimate,
} from '@kubesem/apf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configuration } from './configuration.js';

const queuing = { queues: 4, handSize: 2, queueLengthLimit: 2 };
const request = (group = 'team') =>
  requestFromUrl('GET', '/version', { name: 'jane', groups: [group] });

/** Three seats for `work`. */
function controller(clock: EventClock): ApfController {
  return new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
}

const levelOf = (apf: ApfController) => apf.dump().priorityLevels.work;

describe('what listeners throw', () => {
  const surfaced: unknown[] = [];
  let others: NodeJS.UnhandledRejectionListener[] = [];
  const note = (error: unknown) => surfaced.push(error);

  beforeEach(() => {
    surfaced.length = 0;
    others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', note);
  });

  afterEach(() => {
    process.removeListener('unhandledRejection', note);
    for (const listener of others) {
      process.on('unhandledRejection', listener);
    }
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

describe('an estimate of work', () => {
  const estimate = (change: Partial<WorkEstimate>): WorkEstimate => ({
    initialSeats: 1,
    finalSeats: 0,
    additionalLatencyNs: 0,
    ...change,
  });

  test.each<[string, Partial<WorkEstimate>]>([
    ['no number', { initialSeats: Number.NaN }],
    ['less than nothing', { finalSeats: -1 }],
    ['a part of a seat', { initialSeats: 1.5 }],
    ['without end', { additionalLatencyNs: Infinity }],
    ['beyond measure', { initialSeats: 1e12 }],
    ['a text', { initialSeats: '2' as unknown as number }],
  ])('that is %s is refused, and the request has not arrived', async (_, change) => {
    const apf = controller(new VirtualClock());
    const arrived: string[] = [];
    apf.on({ arrived: (level) => arrived.push(level) });
    const work = estimate(change);
    const refused = expect.objectContaining({ code: 'INVALID_WORK' });
    expect(() => apf.request(request(), { work })).toThrow(refused);
    expect(() => apf.request(request(), { work: () => work })).toThrow(refused);
    await expect(apf.run(request(), () => 7, { work })).rejects.toEqual(refused);
    expect(arrived).toEqual([]);
    expect(levelOf(apf)).toMatchObject({
      isIdle: true,
      dispatchedRequests: 0,
      rejectedRequests: 0,
    });
    apf.close();
  });

  test('that cannot be made is the error of the estimator', () => {
    const apf = controller(new VirtualClock());
    const work = () => {
      throw new RangeError('estimator');
    };
    expect(() => apf.request(request(), { work })).toThrow(RangeError);
    expect(levelOf(apf)).toMatchObject({ isIdle: true, dispatchedRequests: 0 });
    apf.close();
  });

  test('of more seats than there are executes alone', () => {
    const apf = controller(new VirtualClock());
    const wide = apf.request(request(), { work: estimate({ initialSeats: 50 }) });
    const next = apf.request(request());
    expect([wide.state, next.state]).toEqual(['executing', 'waiting']);
    expect(levelOf(apf)?.seatsInUse).toBe(50);
    wide.done();
    expect([levelOf(apf)?.seatsInUse, next.state]).toEqual([1, 'executing']);
    apf.close();
  });

  test('of no seats is one', () => {
    const apf = controller(new VirtualClock());
    const ticket = apf.request(request(), { work: estimate({ initialSeats: 0 }) });
    expect([ticket.state, levelOf(apf)?.seatsInUse]).toEqual(['executing', 0]);
    ticket.done();
    expect(levelOf(apf)?.isIdle).toBe(true);
    apf.close();
  });
});

describe('a clock', () => {
  /** A clock whose time can be set to anything; what is scheduled comes by the hidden one. */
  function jumping() {
    const hidden = new VirtualClock();
    let shift: (nowNs: number) => number = (nowNs) => nowNs;
    const clock: EventClock = {
      nowNs: () => shift(hidden.nowNs()),
      schedule: (delayNs, event, context) => hidden.schedule(delayNs, event, context),
    };
    return {
      clock,
      hidden,
      jump: (change: (nowNs: number) => number) => {
        shift = change;
      },
    };
  }

  test('that goes back stands still: what is rejected counts for the second that was', () => {
    const { clock, hidden, jump } = jumping();
    const apf = controller(clock);
    const secondsAfter = () => apf.request(request('strangers')).rejection?.retryAfterSeconds;
    hidden.run(5e9);
    const rejected = [1, 2, 3].map(secondsAfter);
    jump((nowNs) => nowNs - 1e9);
    rejected.push(secondsAfter());
    hidden.run(7e9);
    rejected.push(secondsAfter());
    expect(rejected).toEqual([undefined, 1, 1, 1, 2]);
    apf.close();
  });

  test('that tells the end of all times stands still', () => {
    const { clock, jump } = jumping();
    const apf = controller(clock);
    const executions: number[] = [];
    apf.on({ finished: (_level, _request, executionNs) => executions.push(executionNs) });
    const ticket = apf.request(request());
    jump(() => 2 ** 63);
    ticket.done();
    expect(executions).toEqual([0]);
    apf.close();
  });

  test.each<[string, (nowNs: number) => number]>([
    ['goes back', (nowNs) => nowNs - 5e9],
    ['goes below zero', () => -1],
    ['goes far ahead', (nowNs) => nowNs + 5e15],
    ['tells no number', () => Number.NaN],
    ['tells no end', () => Infinity],
  ])('that %s loses nothing', (_, change) => {
    const { clock, hidden, jump } = jumping();
    const apf = controller(clock);
    const waits: number[] = [];
    apf.on({ rejected: (_level, _schema, _reason, waitNs) => waits.push(waitNs) });
    hidden.run(1e9);
    const work = { initialSeats: 1, finalSeats: 1, additionalLatencyNs: 2e6 };
    const running = [1, 2, 3].map(() => apf.request(request(), { work }));
    const waiting = [1, 2].map(() => apf.request(request(), { work, timeoutMs: 4000 }));
    jump(change);
    running[0]?.done();
    hidden.run(1.1e9);
    expect(waiting.map(({ state }) => state)).toEqual(['executing', 'waiting']);
    jump((nowNs) => nowNs);
    running[1]?.done();
    running[2]?.done();
    hidden.run(1.2e9);
    const last = [1, 2, 3].map(() => apf.request(request(), { timeoutMs: 4000 }));
    for (const ticket of [...waiting, ...last]) {
      ticket.done();
    }
    hidden.run(30e9);
    expect(waits.every((waitNs) => waitNs >= 0)).toBe(true);
    expect(levelOf(apf)).toMatchObject({
      isIdle: true,
      seatsInUse: 0,
      seatsWaiting: 0,
    });
    const { dispatchedRequests = 0, rejectedRequests = 0 } = levelOf(apf) ?? {};
    expect(dispatchedRequests + rejectedRequests).toBe(8);
    expect(apf.request(request()).state).toBe('executing');
    apf.close();
  });
});

describe('a ticket', () => {
  /** One ticket in each state: waiting, executing, lingering, finished, rejected. */
  function ticketsOfAllStates(apf: ApfController): ApfTicket[] {
    const work = { initialSeats: 1, finalSeats: 1, additionalLatencyNs: 5e6 };
    const finished = apf.request(request());
    const lingering = apf.request(request(), { work });
    finished.done();
    lingering.done();
    const executing = apf.request(request());
    apf.request(request());
    const waiting = apf.request(request());
    const rejected = apf.request(request());
    rejected.cancel();
    return [waiting, executing, lingering, finished, rejected];
  }

  test('is taken back in every state, and only a waiting one is rejected by that', () => {
    const apf = controller(new VirtualClock());
    const tickets = ticketsOfAllStates(apf);
    expect(tickets.map(({ state }) => state)).toEqual([
      'waiting',
      'executing',
      'lingering',
      'finished',
      'rejected',
    ]);
    for (const ticket of tickets) {
      ticket.cancel();
    }
    expect(tickets.map(({ state }) => state)).toEqual([
      'rejected',
      'executing',
      'lingering',
      'finished',
      'rejected',
    ]);
    expect(tickets[0]?.rejection?.code).toBe('CANCELLED');
    expect(levelOf(apf)).toMatchObject({ waitingRequests: 0, cancelledRequests: 2, seatsInUse: 3 });
    apf.close();
  });

  test('is given back in every state: one that waits is taken back, and what is done stays done', () => {
    const apf = controller(new VirtualClock());
    const codes: string[] = [];
    apf.on({ warned: (_, { code }) => codes.push(code) });
    const tickets = ticketsOfAllStates(apf);
    for (const ticket of tickets) {
      ticket.done();
    }
    expect(tickets.map(({ state }) => state)).toEqual([
      'rejected',
      'finished',
      'lingering',
      'finished',
      'rejected',
    ]);
    expect(codes).toEqual(['DONE_TWICE', 'DONE_TWICE']);
    expect(tickets[0]?.rejection?.code).toBe('CANCELLED');
    apf.close();
  });

  test('that an observer finds before it has been told what becomes of it waits', () => {
    const apf = controller(new VirtualClock());
    for (let i = 0; i < 3; i++) {
      apf.request(request());
    }
    const states: string[] = [];
    apf.on({
      enqueued: (_, { context }) => {
        const ticket = context as ApfTicket;
        states.push(ticket.state);
        ticket.done();
        ticket.cancel();
        states.push(ticket.state);
      },
    });
    const ticket = apf.request(request());
    expect([...states, ticket.state]).toEqual(['waiting', 'waiting', 'waiting']);
    apf.close();
  });

  test('has one promise, which is settled when the decision is made and not before', async () => {
    const apf = controller(new VirtualClock());
    const first = apf.request(request());
    for (let i = 0; i < 2; i++) {
      apf.request(request());
    }
    const ticket = apf.request(request());
    const { admitted } = ticket;
    expect(ticket.admitted).toBe(admitted);
    expect(await Promise.race([admitted, Promise.resolve('not yet')])).toBe('not yet');
    first.done();
    await expect(admitted).resolves.toBeUndefined();
    apf.close();
  });

  test('with a signal that was aborted before executes if a seat is free, and is rejected if not', () => {
    const apf = controller(new VirtualClock());
    const aborted = new AbortController();
    aborted.abort();
    const { signal } = aborted;
    const states = [1, 2, 3, 4].map(() => apf.request(request(), { signal }).state);
    expect(states).toEqual(['executing', 'executing', 'executing', 'rejected']);
    apf.close();
  });

  test('lets go of its signal, whatever becomes of it', () => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    let listeners = 0;
    const signal = {
      aborted: false,
      addEventListener: (type: string) => {
        listeners += Number(type === 'abort');
      },
      removeEventListener: (type: string) => {
        listeners -= Number(type === 'abort');
      },
    };
    const running = [1, 2, 3].map(() => apf.request(request(), { signal }));
    const waiting = [1, 2, 3].map(() => apf.request(request(), { signal, timeoutMs: 4000 }));
    expect(listeners).toBe(3);
    running[0]?.done();
    waiting[2]?.cancel();
    clock.run(1e9);
    expect(listeners).toBe(0);
    apf.close();
  });

  test.each([Number.NaN, -1, 0])('that has %s milliseconds waits for no time', (timeoutMs) => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    for (let i = 0; i < 3; i++) {
      apf.request(request());
    }
    const ticket = apf.request(request(), { timeoutMs });
    expect(ticket.state).toBe('waiting');
    clock.run(clock.nowNs());
    expect(ticket.rejection?.code).toBe('TIME_OUT');
    apf.close();
  });
});

describe('a controller that is closed', () => {
  test('rejects what waits; what executes is given back, and no event of the clock is left', () => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    const work = { initialSeats: 1, finalSeats: 1, additionalLatencyNs: 9e9 };
    const tickets = [1, 2, 3, 4, 5].map(() => apf.request(request(), { work }));
    tickets[0]?.done();
    const counts = { rejected: 0, released: 0 };
    apf.on({ rejected: () => counts.rejected++, released: () => counts.released++ });
    apf.close();
    apf.close();
    expect(tickets.map(({ state }) => state)).toEqual([
      'finished',
      'executing',
      'executing',
      'rejected',
      'rejected',
    ]);
    for (const ticket of tickets) {
      ticket.done();
    }
    expect(counts).toEqual({ rejected: 2, released: 3 });
    expect(levelOf(apf)).toMatchObject({ isIdle: true, seatsInUse: 0 });
    expect(clock.step()).toBe(false);
  });

  test('from within what it tells leaves no timer either', () => {
    const clock = new VirtualClock();
    const apf = controller(clock);
    apf.on({ adjusted: () => clock.nowNs() > 0 && apf.close() });
    clock.run(10e9);
    expect(clock.step()).toBe(false);
  });

  test('tells nobody of what comes then', () => {
    const apf = controller(new VirtualClock());
    const heard: string[] = [];
    apf.on({ arrived: () => heard.push('arrived'), rejected: () => heard.push('rejected') });
    apf.close();
    expect(apf.request(request()).rejection).toMatchObject({
      code: 'CLOSED',
      retryAfterSeconds: 1,
    });
    expect(heard).toEqual([]);
  });
});

test('a server without seats executes what is exempt, and of each level one that need not wait', () => {
  const clock = new VirtualClock();
  const seats = { serverConcurrencyLimit: 0, ...configuration(queuing) };
  const apf = new ApfController({ clock, ...seats });
  const groups = ['system:masters', 'team', 'strangers', 'strangers'];
  expect(groups.map((group) => apf.request(request(group)).state)).toEqual([
    'executing',
    'waiting',
    'executing',
    'rejected',
  ]);
  apf.close();
});

test('the clock of the runtime has a timer as long as something is to come, and no longer', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const others = timers();
  const clock = new RealClock();
  const events = [20, 30, 40].map((seconds) => clock.schedule(seconds * 1e9, () => undefined));
  expect(timers() - others).toBe(1);
  for (const event of events) {
    event.cancel();
  }
  expect(timers() - others).toBe(0);
  const late = clock.schedule(50e9, () => undefined);
  clock.close();
  expect(timers() - others).toBe(0);
  late.cancel();
  expect(timers() - others).toBe(0);
});

test('without a clock, a controller goes by that of the runtime', async () => {
  const apf = new ApfController({ serverConcurrencyLimit: 4, ...configuration(queuing) });
  await expect(apf.run(request(), () => 7)).resolves.toBe(7);
  apf.close();
});

test.each([-1, 1.5, Number.NaN, Infinity, 1e308])('a server of %s seats is refused', (limit) => {
  const clock = new VirtualClock();
  const make = () =>
    new ApfController({
      clock,
      serverConcurrencyLimit: limit,
      priorityLevels: [],
      flowSchemas: [],
    });
  expect(make).toThrow(expect.objectContaining({ code: 'INVALID_LIMIT' }));
});

test('a rejection is made when it is asked for, and once', async () => {
  const apf = controller(new VirtualClock());
  apf.request(request('strangers'));
  const ticket = apf.request(request('strangers'));
  const whoAsks = () => ticket.rejection;
  const rejection = whoAsks();
  expect(rejection).toMatchObject({ code: 'CONCURRENCY_LIMIT', name: 'ApfRejection' });
  expect(rejection?.stack).toContain('whoAsks');
  expect(ticket.rejection).toBe(rejection);
  await expect(ticket.admitted).rejects.toBe(rejection);
  apf.close();
});
