import {
  ApfController,
  type EventClock,
  RealClock,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { configuration } from '../configuration.js';

const queuing = { queues: 64, handSize: 6, queueLengthLimit: 50 };
const requestOf = (name: string) => requestFromUrl('GET', '/work', { name, groups: ['team'] });

function controller(clock?: EventClock): ApfController {
  return new ApfController({ serverConcurrencyLimit: 2, clock, ...configuration(queuing) });
}

/** Blocks the event loop. */
function workMs(milliseconds: number): void {
  const endMs = performance.now() + milliseconds;
  while (performance.now() < endMs) {}
}

/** Sends 40 requests of 3 ms at once, and a small one by a timer; returns who executed in which order. */
async function executions(clock: EventClock): Promise<string[]> {
  const apf = controller(clock);
  const executed: string[] = [];
  const requests = Array.from({ length: 40 }, () =>
    apf.run(requestOf('elephant'), () => {
      workMs(3);
      executed.push('elephant');
    }),
  );
  const mouse = new Promise((resolve) => setTimeout(resolve, 0)).then(() =>
    apf.run(requestOf('mouse'), () => executed.push('mouse')),
  );
  await Promise.all([...requests, mouse]);
  apf.close();
  return executed;
}

describe('synchronous requests leave turns of the event loop to others', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([
    ['setImmediate', []],
    ['MessageChannel', ['setImmediate']],
    ['setTimeout', ['setImmediate', 'MessageChannel']],
  ])('by %s: a request that a timer sends does not wait for all of them', async (_, missing) => {
    for (const name of missing) {
      vi.stubGlobal(name, undefined);
    }
    const clock = new RealClock();
    const executed = await executions(clock);
    clock.close();
    expect(executed).toHaveLength(41);
    expect(executed.indexOf('mouse')).toBeLessThan(20);
  });

  test('but not with a clock that cannot yield', async () => {
    const clock = new RealClock();
    const executed = await executions({
      nowNs: () => clock.nowNs(),
      schedule: (delayNs, event, context) => clock.schedule(delayNs, event, context),
    });
    clock.close();
    expect(executed.indexOf('mouse')).toBe(40);
  });
});

test('requests that do not block execute without a turn of the event loop', () => {
  expect(new RealClock().yield()).toBeUndefined();
});

test('an idle server does not delay the next request', async () => {
  const clock = new RealClock();
  expect(clock.yield()).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(clock.yield()).toBeUndefined();
});

test('after 5 ms of work requests wait for later turns, in order', async () => {
  const clock = new RealClock();
  expect(clock.yield()).toBeUndefined();
  workMs(5);
  const order: string[] = [];
  const turns = ['a', 'b', 'c'].map((name) => clock.yield()?.then(() => order.push(name)));
  setImmediate(() => order.push('other'));
  await Promise.all(turns);
  expect(order).toEqual(['a', 'other', 'b', 'c']);
});

describe('a clock whose yield fails delays no request', () => {
  const failures: [string, () => PromiseLike<void>][] = [
    [
      'throws',
      () => {
        throw new Error('no turn');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no turn'))],
  ];
  test.each(failures)('%s', async (_, failing) => {
    const surfaced: unknown[] = [];
    vi.spyOn(console, 'error').mockImplementation((error) => void surfaced.push(error));
    const virtual = new VirtualClock();
    const apf = controller({
      nowNs: () => virtual.nowNs(),
      schedule: (delayNs, event, context) => virtual.schedule(delayNs, event, context),
      yield: failing,
    });
    expect(await apf.run(requestOf('mouse'), () => 'executed')).toBe('executed');
    expect(apf.dump().priorityLevels.work?.activeQueues).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    vi.restoreAllMocks();
    expect(String(surfaced[0])).toBe('Error: no turn');
    apf.close();
  });
});
