import { ApfController, VirtualClock } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { configuration } from '../configuration.js';
import { controller, levelOf, queuing, request } from '../controller.js';

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

test('without a clock, a controller goes by that of the runtime', async () => {
  const apf = new ApfController({ serverConcurrencyLimit: 4, ...configuration(queuing) });
  await expect(apf.run(request(), () => 7)).resolves.toBe(7);
  apf.close();
});
