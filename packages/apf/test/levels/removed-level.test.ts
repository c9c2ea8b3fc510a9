import { ApfController, metricsObserver, requestFromUrl, VirtualClock } from '@kubesem/apf';
import { expect, test } from 'vitest';
import { configuration } from '../configuration.js';

const WORK = configuration({ queues: 1, handSize: 1, queueLengthLimit: 1 });
const NOTHING = { priorityLevels: [], flowSchemas: [] };
const request = requestFromUrl('GET', '/version', { name: 'jane', groups: ['team'] });

/** A controller with three seats for `work`, and the seats that its metrics show as occupied. */
function started() {
  const clock = new VirtualClock();
  const apf = new ApfController({ clock, serverConcurrencyLimit: 4, ...WORK });
  const seats = { occupied: 0 };
  const nothing = () => undefined;
  const gauge = (name: string, { priority_level }: { [label: string]: string }, value: number) => {
    if (name.endsWith('current_executing_seats') && priority_level === 'work') {
      seats.occupied = value;
    }
  };
  apf.on(metricsObserver({ counter: nothing, gauge, histogram: nothing }, clock));
  return { clock, apf, seats };
}

/** Removes the level while a finished request of it occupies two seats for five milliseconds. */
function removeWhileLingering({ apf }: ReturnType<typeof started>): void {
  const work = { initialSeats: 1, finalSeats: 2, additionalLatencyNs: 5e6 };
  apf.request(request, { work }).done();
  apf.updateConfig(NOTHING);
  expect(apf.dump().priorityLevels.work).toBeUndefined();
}

test('the final seats of a removed level stay occupied until they are released', () => {
  const server = started();
  removeWhileLingering(server);
  server.clock.run(5e6 - 1);
  expect(server.seats.occupied).toBe(2);
  server.clock.run(5e6);
  expect(server.seats.occupied).toBe(0);
  server.apf.close();
});

test('a level that comes back has all its seats at once', () => {
  const server = started();
  const { apf, clock, seats } = server;
  removeWhileLingering(server);
  apf.updateConfig(WORK);
  const states = [1, 2, 3].map(() => apf.request(request).state);
  expect(states).toEqual(['executing', 'executing', 'executing']);
  expect(seats.occupied).toBe(5);
  clock.run(5e6);
  expect(seats.occupied).toBe(3);
  expect(apf.dump().priorityLevels.work?.seatsInUse).toBe(3);
  apf.close();
});

test('a closed controller releases the final seats of removed levels and leaves no event', () => {
  const server = started();
  removeWhileLingering(server);
  server.apf.close();
  expect(server.seats.occupied).toBe(0);
  expect(server.clock.step()).toBe(false);
});

test('a level that comes back keeps its Retry-After', () => {
  const { apf, clock } = started();
  const rejectedAfter = () => {
    const running = Array.from({ length: 8 }, () => apf.request(request));
    const seconds = running.at(-1)?.rejection?.retryAfterSeconds;
    for (const ticket of running) {
      ticket.done();
    }
    return seconds;
  };
  expect(rejectedAfter()).toBe(1);
  clock.run(1e9);
  expect(rejectedAfter()).toBe(2);
  apf.updateConfig(NOTHING);
  apf.updateConfig(WORK);
  expect(rejectedAfter()).toBe(2);
  apf.close();
});
