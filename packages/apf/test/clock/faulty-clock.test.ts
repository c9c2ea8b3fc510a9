import { type EventClock, VirtualClock } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { controller, levelOf, request } from '../controller.js';

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
