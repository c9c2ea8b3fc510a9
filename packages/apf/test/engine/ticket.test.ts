import { ApfController, type ApfTicket, VirtualClock } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { controller, levelOf, request } from '../controller.js';

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

  test.each(['done', 'cancel'] as const)('is taken back by an observer: %s', (call) => {
    const apf = controller(new VirtualClock());
    for (let i = 0; i < 3; i++) {
      apf.request(request());
    }
    const states: string[] = [];
    apf.on({
      enqueued: (_, { context }) => {
        const ticket = context as ApfTicket;
        states.push(ticket.state);
        ticket[call]();
        states.push(ticket.state);
      },
    });
    const ticket = apf.request(request());
    expect([...states, ticket.state]).toEqual(['waiting', 'rejected', 'rejected']);
    expect(ticket.rejection?.code).toBe('CANCELLED');
    apf.close();
  });

  test('whose signal has no listeners is cancelled, as nobody could ever finish it', () => {
    const apf = controller(new VirtualClock());
    for (let i = 0; i < 3; i++) {
      apf.request(request());
    }
    const signal = { aborted: false } as unknown as AbortSignal;
    expect(() => apf.request(request(), { signal })).toThrow(TypeError);
    expect(levelOf(apf)).toMatchObject({ waitingRequests: 0, cancelledRequests: 1 });
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

describe('the time that a request may wait', () => {
  /** When a request times out, in seconds; it arrives after ten, and all seats are occupied. */
  function timeOutOf(options: { timeoutMs?: number; receivedNs?: number }): number {
    const clock = new VirtualClock();
    const apf = controller(clock);
    clock.run(10e9);
    for (let i = 0; i < 3; i++) {
      apf.request(request());
    }
    const ticket = apf.request(request(), options);
    while (ticket.state === 'waiting' && clock.step()) {}
    apf.close();
    expect(ticket.rejection?.code).toBe('TIME_OUT');
    return clock.nowNs() / 1e9;
  }

  test.each<[string, Parameters<typeof timeOutOf>[0], number]>([
    ['a quarter of a minute from its arrival', {}, 25],
    ['less if it was received before', { receivedNs: 4e9 }, 19],
    ['a quarter of its own timeout', { receivedNs: 4e9, timeoutMs: 40_000 }, 14],
    ['a minute at most', { receivedNs: 4e9, timeoutMs: 1e6 }, 64],
    ['no time if it was received too long ago', { receivedNs: 0, timeoutMs: 20_000 }, 10],
    ['no time if nobody knows when it was received', { receivedNs: Number.NaN }, 10],
  ])('is %s', (_, options, seconds) => {
    expect(timeOutOf(options)).toBe(seconds);
  });
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
