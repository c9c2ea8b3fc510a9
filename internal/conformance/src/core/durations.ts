import { formatDuration, formatShortDuration } from '@kubesem/core';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

const [SECOND, MINUTE, HOUR, DAY, YEAR] = [
  1000, 60_000, 3_600_000, 86_400_000, 31_536_000_000,
] as const;

/** Where the text of a duration changes its units. */
const BOUNDARIES: readonly number[] = [
  ...[-2 * SECOND, -SECOND, 0, SECOND, MINUTE, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR],
  ...[DAY, 2 * DAY, 8 * DAY, YEAR, 2 * YEAR, 8 * YEAR, 292 * YEAR],
];

function* examples(): Iterable<number> {
  for (const boundary of BOUNDARIES) {
    for (const unit of [1, SECOND, MINUTE, HOUR, DAY]) {
      yield boundary - unit;
      yield boundary;
      yield boundary + unit;
    }
  }
}

function generate(random: Random): number {
  const unit = random.pick([1, SECOND, MINUTE, HOUR, DAY, YEAR]);
  const near = random.percent(30) ? random.pick(BOUNDARIES) : 0;
  // Go ends after 292 years.
  return (
    near + (random.below(300) - 10) * Math.min(unit, near > YEAR ? DAY : unit) + random.below(3) - 1
  );
}

function operation(kubernetesName: string, write: (durationMs: number) => string): Operation {
  return {
    name: `durations.${kubernetesName}`,
    program: 'staging',
    examples,
    generate: (random) => Math.min(generate(random), 292 * YEAR),
    compare(input, theirs, comparison) {
      comparison.field('text', theirs.out, write(input as number));
    },
    kind: (_input, theirs) => String(theirs.out).replace(/\d+/g, '0'),
  };
}

/** The text of a duration, as kubectl prints ages. */
export const durationOperations: readonly Operation[] = [
  operation('HumanDuration', formatDuration),
  operation('ShortHumanDuration', formatShortDuration),
];
