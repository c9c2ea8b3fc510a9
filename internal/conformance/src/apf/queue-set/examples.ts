import type { Json, JsonObject } from '../../harness/json.js';
import type { Arrival, QueueSetConfig } from './generator.js';

/** Requests that arrive at the same time, of each flow in turn. */
function burst(count: number, flows: number, more: Partial<Arrival> = {}): Arrival[] {
  return Array.from({ length: count }, (_, index) => ({
    atNs: 0,
    flow: index % flows,
    initialSeats: 1,
    durationNs: 1000,
    ...more,
  }));
}

const FLOWS = ['0', '1', '12345678901234567890', '18446744073709551615'];
const FOUR_QUEUES: QueueSetConfig = { queues: 4, queueLengthLimit: 3, handSize: 1, limit: 2 };

/** Scenarios that depend on one rule each. */
export function* queueSetExamples(): Iterable<Json> {
  const scenario = (config: QueueSetConfig, arrivals: readonly Arrival[]): Json =>
    ({ config, flows: FLOWS, arrivals }) as unknown as JsonObject;
  // The round robin: in a tie the queue that dispatched last comes last.
  yield scenario(FOUR_QUEUES, burst(12, 4));
  // Queues are full only while no seat is free.
  yield scenario({ ...FOUR_QUEUES, limit: 1 }, burst(9, 1));
  // Without queues nothing waits; what is wider than the limit runs alone.
  for (const limit of [0, 2]) {
    yield scenario({ queues: 0, queueLengthLimit: 0, handSize: 0, limit }, [
      ...burst(2, 1, { initialSeats: 2 }),
      { atNs: 2000, flow: 0, initialSeats: 5, durationNs: 10 },
      { atNs: 2000, flow: 0, initialSeats: 0, durationNs: 10 },
    ]);
  }
  yield scenario({ queues: -1, queueLengthLimit: 0, handSize: 0, limit: 1 }, burst(3, 1));
  // A wide request at the head keeps the seats free; when it times out, no other is dispatched.
  yield scenario({ ...FOUR_QUEUES, queues: 1, limit: 3 }, [
    { atNs: 0, flow: 0, initialSeats: 2, durationNs: 100 },
    { atNs: 1, flow: 0, initialSeats: 3, durationNs: 100, waitNs: 10 },
    { atNs: 2, flow: 0, initialSeats: 1, durationNs: 100 },
  ]);
  // Final seats linger, and are cut to the limit at the cost of more time.
  yield scenario(
    { ...FOUR_QUEUES, limit: 3 },
    burst(4, 2, { finalSeats: 7, additionalLatencyNs: 1001 }),
  );
  // Time-out and dispatch at the same nanosecond.
  yield scenario({ ...FOUR_QUEUES, limit: 1 }, burst(3, 2, { waitNs: 1000 }));
  // Removed queues drain; without queues, new requests overtake waiting ones.
  for (const queues of [1, 0, 8]) {
    yield scenario({ ...FOUR_QUEUES, limit: 1 }, [
      ...burst(8, 4),
      { atNs: 1500, config: { queues, queueLengthLimit: 1, handSize: 1, limit: 2 } },
      ...burst(4, 4).map((one) => ({ ...one, atNs: 2500 })),
    ]);
  }
  // No seats at all, and then some.
  yield scenario({ ...FOUR_QUEUES, limit: 0 }, [
    ...burst(3, 3),
    { atNs: 50, config: { ...FOUR_QUEUES, limit: 1 } },
  ]);
}
