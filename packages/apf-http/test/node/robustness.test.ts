import { expect, test } from 'vitest';
import { MOST_HANDLERS, runRobustness } from './robustness.js';

/** For a long run: `KUBESEM_REQUESTS=1000000 npm run test:watch -- --run packages/apf-http/test/node/robustness.test.ts`. */
const requests = Number(process.env.KUBESEM_REQUESTS ?? 5000);

test('no seat is lost, and no handler runs without one', async () => {
  const result = await runRobustness(requests, 1);
  if (process.env.KUBESEM_REQUESTS !== undefined) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  expect(result.left).toEqual({ seats: 0, waiting: 0, executing: 0 });
  expect(result.beyondSeats).toBe(0);
  expect(result.mostHandlers).toBeLessThanOrEqual(MOST_HANDLERS);
  expect(result.mostHandlers).toBeGreaterThan(1);
  expect(Object.keys(result.answers)).toEqual(
    expect.arrayContaining(['200', '429', '500', 'gone']),
  );
  // 100 kB is less than 100 bytes for each of the remaining requests of a short run.
  expect(result.heap[1] - result.heap[0]).toBeLessThan(Math.max(3e6, requests * 5));
}, 3_600_000);
