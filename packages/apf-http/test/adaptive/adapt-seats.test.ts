import { VirtualClock } from '@kubesem/apf';
import {
  type AdaptSeatsOptions,
  adaptSeats,
  type Entry,
  Gate,
  type GateOptions,
} from '@kubesem/apf-http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { oneSeat } from '../node/server.js';

const arrival = { request: undefined, method: 'GET', url: '/' };

/** Keeps 100 requests at a gate for some seconds. The backend executes so many at once, and more of them more slowly. */
async function run(capacity: () => number, seconds: number, options: AdaptSeatsOptions) {
  const clock = new VirtualClock();
  const gate = new Gate({ ...(oneSeat(1000) as unknown as GateOptions), clock });
  let seats = 0;
  adaptSeats(gate, { ...options, adjusted: (now) => (seats = now) });
  let executing = 0;
  const failures: unknown[] = [];
  const execute = (entry: Entry): void => {
    if (!entry.ok) {
      // The gate is closed at the end.
      return;
    }
    executing++;
    const slowness = Math.max(1, executing / capacity()) ** 2;
    clock.schedule(10e6 * slowness, () => {
      executing--;
      entry.release();
      send();
    });
  };
  const enter = async (): Promise<void> => execute(await gate.enter(arrival));
  const send = (): void => {
    enter().catch((error) => failures.push(error));
  };
  for (let i = 0; i < 100; i++) {
    send();
  }
  for (let second = 0; second < seconds * 20; second++) {
    clock.run(clock.nowNs() + 50e6);
    await new Promise((resolve) => setImmediate(resolve));
  }
  gate.close();
  expect(failures).toEqual([]);
  return seats;
}

describe('the seats', () => {
  test('grow while requests do not become slower', async () => {
    expect(await run(() => 40, 60, { initial: 5 })).toBeGreaterThan(20);
  });

  test('shrink when the backend becomes slower', async () => {
    let seconds = 0;
    const grown = await run(() => 40, 60, { initial: 30, periodMs: 200 });
    const shrunk = await run(() => (seconds++ < 3000 ? 40 : 4), 60, { initial: 30, periodMs: 200 });
    expect(shrunk).toBeLessThan(grown);
  });

  test('stay within their limits', async () => {
    expect(await run(() => 1000, 30, { initial: 5, maximum: 8 })).toBe(8);
  });
});

test.each<[string, () => unknown]>([
  ['throws', () => raise()],
  ['rejects', async () => raise()],
])(
  'a listener that %s becomes a warning of the process, and the seats adapt',
  async (_, adjusted) => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    onTestFinished(() => warned.mockRestore());
    const gate = new Gate({ serverConcurrencyLimit: 1, priorityLevels: [], flowSchemas: [] });
    adaptSeats(gate, { initial: 7, adjusted: adjusted as () => void });
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned.mock.calls).toEqual([[new Error('listener')]]);
    gate.close();
  },
);

function raise(): never {
  throw new Error('listener');
}

test.each<[string, AdaptSeatsOptions]>([
  ['minimum', { minimum: 0 }],
  ['minimum', { minimum: 10, maximum: 5 }],
  ['maximum', { maximum: Infinity }],
  ['tolerance', { tolerance: Number.NaN }],
  ['periodMs', { periodMs: -1 }],
  ['initial', { initial: 'x' as never }],
])('an invalid %s is rejected', (option, options) => {
  const gate = new Gate({ serverConcurrencyLimit: 1, priorityLevels: [], flowSchemas: [] });
  expect(() => adaptSeats(gate, options)).toThrow(
    expect.objectContaining({
      code: 'INVALID_LIMIT',
      problem: expect.objectContaining({ segments: [option] }),
    }),
  );
  gate.close();
});
