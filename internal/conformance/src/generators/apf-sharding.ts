import type { Json } from '../json.js';
import type { Random } from '../random.js';
import { hash } from './apf-queue-set.js';
import { name } from './names.js';

const DECKS = [0, 1, 2, 3, 7, 8, 16, 63, 64, 128, 1000, 1024, 4096, 67_108_864, 67_108_865];

/** A hand to deal. */
export function deal(random: Random): Json {
  const queues = random.percent(50) ? random.pick(DECKS) : random.below(random.pick([20, 2000]));
  return { queues, handSize: random.below(random.pick([4, 9, 17])), hash: hash(random) };
}

/** Hands at the limits of what can be dealt. */
export function* deals(): Iterable<Json> {
  for (const queues of DECKS) {
    for (const handSize of [-1, 0, 1, 2, 6, 8, 10, 15, 16, 60, 61]) {
      for (const text of ['0', '1234567890123456789', '18446744073709551615']) {
        yield { queues, handSize, hash: text };
      }
    }
  }
}

/** The names of a flow: only whole Unicode can be told to Go. */
export function flow(random: Random): Json {
  const text = () => name(random).replaceAll(/\p{Surrogate}/gu, 'x');
  return { flowSchema: text(), distinguisher: random.percent(20) ? '' : text() };
}

/** Flows that nobody should have to find by chance. */
export function* flows(): Iterable<Json> {
  for (const distinguisher of ['', 'a', '\u0000', 'ä€\u{1f600}', 'x'.repeat(200)]) {
    yield { flowSchema: 'global-default', distinguisher };
    yield { flowSchema: '', distinguisher };
  }
}

/** Levels among which seats are divided. */
export function allocation(random: Random): Json {
  const scale = random.pick([3, 10, 100]);
  const classes = Array.from({ length: 1 + random.below(8) }, () => {
    const lowerBound = random.below(scale);
    const isWhole = random.percent(50);
    const above = () => random.below(scale) + (isWhole ? 0 : random.below(1000) / 999);
    return {
      // At times against the rules.
      target: random.percent(2) ? random.below(scale) : lowerBound + above(),
      lowerBound: random.percent(1) ? -1 : lowerBound,
      upperBound: random.percent(2) ? random.below(scale) : lowerBound + Math.floor(above()),
    };
  });
  const bounds = [
    classes.reduce((sum, { lowerBound }) => sum + lowerBound, 0),
    classes.reduce((sum, { upperBound }) => sum + upperBound, 0),
  ] as const;
  const between = bounds[0] + random.below(Math.max(1, bounds[1] - bounds[0] + 1));
  return { sum: random.percent(20) ? random.pick([...bounds, bounds[1] + 1]) : between, classes };
}

/** Divisions at their limits. */
export function* allocations(): Iterable<Json> {
  const level = { target: 2, lowerBound: 1, upperBound: 3 };
  for (const sum of [-1, 0, 1, 2, 3, 4]) {
    yield { sum, classes: [level] };
    yield { sum, classes: [level, { target: 0, lowerBound: 0, upperBound: 1 }] };
    yield { sum, classes: [] };
  }
}
