import { RetryAfterTracker } from '@kubesem/apf/internal';
import type { Json } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';

/** The seconds in which requests are dropped. */
function droppedSeconds(random: Random): Json {
  let second = random.pick([0, 1, 1_700_000_000]);
  const burst = random.pick([0, 50, 80, 95]);
  const seconds = Array.from({ length: 1 + random.below(200) }, () => {
    if (!random.percent(burst)) {
      second += random.pick([1, 1, 1, 2, 5, 40]);
    }
    return second;
  });
  return { seconds };
}

const retryAfter: Operation = {
  name: 'apf.retryAfter',
  program: 'apf',
  candidates: 1000,
  examples: () => [],
  generate: droppedSeconds,
  compare(input, theirs, comparison) {
    const tracker = new RetryAfterTracker();
    const ours = (input as { seconds: readonly number[] }).seconds.map((second) => {
      tracker.record(second);
      return tracker.retryAfterSeconds;
    });
    comparison.field('seconds', String(theirs.out), String(ours));
  },
  kind: (_, { out }) => {
    const told = out as readonly number[];
    return told.length <= 120 ? `${Math.max(...told)},${told.at(-1)},${told.length >> 4}` : 'long';
  },
};

/** The Retry-After header of rejected requests. */
export const retryAfterOperations: readonly Operation[] = [retryAfter];
