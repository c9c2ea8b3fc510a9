import type { Json } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { randomHash } from '../sharding.js';

/** One arrival of a scenario, as the README of the oracle describes it. */
export interface Arrival {
  readonly atNs: number;
  readonly flow?: number;
  readonly initialSeats?: number;
  readonly finalSeats?: number;
  readonly additionalLatencyNs?: number;
  readonly durationNs?: number;
  readonly waitNs?: number;
  readonly config?: QueueSetConfig;
}

/** The configuration of one set of queues. */
export interface QueueSetConfig {
  readonly queues: number;
  readonly queueLengthLimit: number;
  readonly handSize: number;
  readonly limit: number;
}

/** A scenario on one set of queues. */
export interface QueueSetScenario {
  readonly config: QueueSetConfig;
  readonly flows: readonly string[];
  readonly arrivals: readonly Arrival[];
}

/** One scenario out of this many is a long one. */
const LONG_EVERY = 100;
const LONG = 10_000;

/** Parameters of a scenario; each of its requests is drawn from them. */
interface Mood {
  /** All times are multiples of this, so many coincide. */
  readonly tickNs: number;
  /** Maximum of ticks between two arrivals, and of ticks that one executes. */
  readonly gap: number;
  readonly duration: number;
  readonly flows: number;
  readonly widePercent: number;
  readonly widest: number;
  readonly finalPercent: number;
  readonly waitPercent: number;
}

function queueSetConfig(random: Random): QueueSetConfig {
  const queues = random.pick([0, 1, 1, 2, 2, 3, 4, 5, 8, 16, 64, random.pick([129, 500]), -1]);
  return {
    queues,
    queueLengthLimit: random.pick([1, 1, 2, 3, 5, 50]),
    handSize:
      1 + random.below(Math.max(1, Math.min(queues, random.pick([1, 2, queues > 64 ? 6 : 10])))),
    limit: random.percent(5) ? random.below(2) : 1 + random.below(random.pick([3, 10, 40])),
  };
}

function mood(random: Random, limit: number): Mood {
  const gap = random.pick([0, 1, 2, 10, 100]);
  return {
    // The last makes the progress meter large; some are close to the assumed duration of 3 ms.
    tickNs: random.pick([1, 7, 1000, 333_333, 1_000_005, 3_000_000, 100_000_000_000]),
    gap,
    duration: 1 + random.below(1 + 2 * gap * random.pick([1, 2, Math.max(1, limit)])),
    flows: 1 + random.below(random.pick([1, 3, 12])),
    widePercent: random.pick([0, 0, 10, 50]),
    widest: random.pick([2, 3, limit, limit + 2, 2 * limit + 1]),
    finalPercent: random.pick([0, 0, 10, 60]),
    waitPercent: random.pick([0, 20, 100]),
  };
}

function request(random: Random, like: Mood, atNs: number): Arrival {
  const seats = (percent: number) => (random.percent(percent) ? random.below(like.widest + 1) : 1);
  const hasFinal = random.percent(like.finalPercent);
  const wait = 1 + random.below(random.pick([2, 4 * like.duration, 20 * like.duration]));
  return {
    atNs,
    flow: random.below(like.flows),
    initialSeats: seats(like.widePercent),
    ...(hasFinal && {
      finalSeats: seats(50),
      // With more, the work is too large to count.
      additionalLatencyNs: Math.min(random.below(2 * like.duration) * like.tickNs, 8e13),
    }),
    durationNs: random.below(like.duration + 1) * like.tickNs,
    ...random.maybe(like.waitPercent, () => ({ waitNs: wait * like.tickNs })),
  };
}

/** A scenario of up to 200 requests, or of 10,000. */
export function queueSetScenario(random: Random): Json {
  const isLong = random.below(LONG_EVERY) === 0;
  const size = isLong ? LONG : 1 + random.below(random.pick([5, 20, 60, 200]));
  const config = queueSetConfig(random);
  const like = mood(random, config.limit);
  const reconfigurePercent = isLong ? 0.1 : random.pick([0, 0, 2, 10]);
  const arrivals: Arrival[] = [];
  let ticks = 0;
  while (arrivals.length < size) {
    ticks += random.below(like.gap + 1);
    const atNs = ticks * like.tickNs;
    const reconfigures = random.below(1000) < 10 * reconfigurePercent;
    arrivals.push(
      reconfigures ? { atNs, config: queueSetConfig(random) } : request(random, like, atNs),
    );
  }
  const flows = Array.from({ length: like.flows }, () => randomHash(random));
  return { config, flows, arrivals } as unknown as Json;
}
