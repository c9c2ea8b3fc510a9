import { ApfController, type ApfTicket, requestFromUrl, VirtualClock } from '@kubesem/apf';
import { expect, test } from 'vitest';
import { configuration, randomNumbers } from './configuration.js';

const queuing = { queues: 4, handSize: 1, queueLengthLimit: 4 };
const request = (user = 'jane') =>
  requestFromUrl('GET', '/version', { name: user, groups: ['team'] });

/** Three seats for `work`. */
function controller(clock: VirtualClock): ApfController {
  return new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
}

const levelOf = (apf: ApfController) => apf.dump().priorityLevels.work;

test('who hears that a request has finished cannot finish it once more', () => {
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

test.each([1, 2, 3, 4])('who calls the controller all the same loses nothing (%i)', (seed) => {
  const below = randomNumbers(seed);
  const clock = new VirtualClock();
  const apf = controller(clock);
  const counts = { arrived: 0, dispatched: 0, rejected: 0, finished: 0, released: 0 };
  const tickets: ApfTicket[] = [];
  let depth = 0;
  const arrive = () => {
    const work = { initialSeats: 1 + below(3), finalSeats: below(5), additionalLatencyNs: 1e6 };
    tickets.push(apf.request(request(`user-${below(9)}`), { work }));
  };
  const act = () => {
    const ticket = tickets[below(tickets.length + 1)];
    [arrive, () => ticket?.done(), () => ticket?.cancel()][below(3)]?.();
  };
  const meddle = () => {
    if (depth > 2 || below(3) > 0) {
      return;
    }
    depth++;
    act();
    depth--;
  };
  const heard = (event: keyof typeof counts) => () => {
    counts[event]++;
    meddle();
  };
  apf.on({
    arrived: heard('arrived'),
    enqueued: meddle,
    dequeued: meddle,
    dispatched: heard('dispatched'),
    rejected: heard('rejected'),
    finished: heard('finished'),
    released: heard('released'),
  });
  for (let i = 0; i < 600; i++) {
    act();
    clock.run(clock.nowNs() + below(2e6));
  }
  depth = 3;
  for (let round = 0; round < 20; round++) {
    for (const ticket of tickets) {
      ticket.done();
    }
  }
  clock.run(clock.nowNs() + 1e9);
  expect(levelOf(apf)).toMatchObject({ seatsInUse: 0, seatsWaiting: 0, waitingRequests: 0 });
  const { arrived, dispatched, rejected, finished, released } = counts;
  expect(arrived).toBe(tickets.length);
  expect(arrived).toBe(dispatched + rejected);
  expect(rejected).toBeGreaterThan(0);
  expect([finished, released]).toEqual([dispatched, dispatched]);
  apf.close();
});
