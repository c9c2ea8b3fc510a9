import {
  type AllocationClass,
  concurrencyAllocation,
  dealHand,
  type FlowHash,
  flowHash,
} from '@kubesem/apf';
import { anyName } from '../core/names.js';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

/** A random uint64 as text, sometimes one with few bits. */
export function randomHash(random: Random): string {
  const bits = BigInt(random.bits() >>> 0) * 2n ** 32n + BigInt(random.bits() >>> 0);
  return `${random.percent(10) ? bits >> BigInt(random.below(64)) : bits}`;
}

const DECKS = [0, 1, 2, 3, 7, 8, 16, 63, 64, 128, 1000, 1024, 4096, 67_108_864, 67_108_865];

/** A hand to deal. */
function handToDeal(random: Random): Json {
  const queues = random.percent(50) ? random.pick(DECKS) : random.below(random.pick([20, 2000]));
  return { queues, handSize: random.below(random.pick([4, 9, 17])), hash: randomHash(random) };
}

/** Hands at the limits of what can be dealt. */
function* deals(): Iterable<Json> {
  for (const queues of DECKS) {
    for (const handSize of [-1, 0, 1, 2, 6, 8, 10, 15, 16, 60, 61]) {
      for (const text of ['0', '1234567890123456789', '18446744073709551615']) {
        yield { queues, handSize, hash: text };
      }
    }
  }
}

/** The names of a flow, without lone surrogates: Go cannot receive those. */
function flowToHash(random: Random): Json {
  const text = () => anyName(random).replaceAll(/\p{Surrogate}/gu, 'x');
  return { flowSchema: text(), distinguisher: random.percent(20) ? '' : text() };
}

/** Hand-picked flows. */
function* flows(): Iterable<Json> {
  for (const distinguisher of ['', 'a', '\u0000', 'ä€\u{1f600}', 'x'.repeat(200)]) {
    yield { flowSchema: 'global-default', distinguisher };
    yield { flowSchema: '', distinguisher };
  }
}

/** Classes that share seats. */
function allocation(random: Random): Json {
  const scale = random.pick([3, 10, 100]);
  const classes = Array.from({ length: 1 + random.below(8) }, () => {
    const lowerBound = random.below(scale);
    const isWhole = random.percent(50);
    const above = () => random.below(scale) + (isWhole ? 0 : random.below(1000) / 999);
    return {
      // Sometimes invalid.
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
function* allocations(): Iterable<Json> {
  const level = { target: 2, lowerBound: 1, upperBound: 3 };
  for (const sum of [-1, 0, 1, 2, 3, 4]) {
    yield { sum, classes: [level] };
    yield { sum, classes: [level, { target: 0, lowerBound: 0, upperBound: 1 }] };
    yield { sum, classes: [] };
  }
}

/** Parses the decimal text of a uint64. */
export function toFlowHash(text: string): FlowHash {
  const value = BigInt(text);
  return { high: Number(value >> 32n), low: Number(value & 0xffff_ffffn) };
}

/** Prints a uint64 in decimal. */
export const toText = ({ high, low }: FlowHash): string => `${(BigInt(high) << 32n) + BigInt(low)}`;

const deal: Operation = {
  name: 'apf.deal',
  program: 'apf',
  examples: deals,
  generate: handToDeal,
  compare(input, theirs, comparison) {
    const { queues, handSize, hash } = input as { queues: number; handSize: number; hash: string };
    const ours = attempt(() => dealHand({ deckSize: queues, handSize }, toFlowHash(hash)));
    comparison.field('rejected', theirs.err !== undefined, ours.code !== undefined);
    comparison.field('hand', String(theirs.out), String(ours.value));
  },
  kind: (input, { err }) => `${err},${(input as JsonObject).handSize}`,
};

const hashOfFlow: Operation = {
  name: 'apf.flowHash',
  program: 'apf',
  examples: flows,
  generate: flowToHash,
  compare(input, theirs, comparison) {
    const { flowSchema, distinguisher } = input as { flowSchema: string; distinguisher: string };
    comparison.field('hash', theirs.out, toText(flowHash(flowSchema, distinguisher)));
  },
  kind: (input) => `${Math.min(100, JSON.stringify(input).length)}`,
};

/** Both sides add the same numbers, in different orders. */
const isClose = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));

const allocate: Operation = {
  name: 'apf.allocate',
  program: 'apf',
  examples: allocations,
  generate: allocation,
  compare(input, theirs, comparison) {
    const { sum, classes } = input as unknown as { sum: number; classes: AllocationClass[] };
    const ours = concurrencyAllocation(sum, classes);
    comparison.field('impossible', theirs.err !== undefined, ours === undefined);
    if (theirs.out === undefined || ours === undefined) {
      return;
    }
    const { allocations, fairProportion } = theirs.out as JsonObject;
    const wanted = (allocations as readonly string[]).map(Number);
    for (const [index, allocation] of wanted.entries()) {
      const mine = ours.allocations[index] as number;
      comparison.field(`class ${index}`, allocation, isClose(allocation, mine) ? allocation : mine);
    }
    const proportion = Number(fairProportion);
    comparison.field(
      'fair proportion',
      proportion,
      isClose(proportion, ours.fairProportion) ? proportion : ours.fairProportion,
    );
  },
  kind(input, { err, out }) {
    const { classes } = input as { classes: readonly JsonObject[] };
    const allocations = ((out as JsonObject)?.allocations ?? []) as readonly string[];
    const bounded = allocations.filter(
      (text, i) =>
        Number(text) === classes[i]?.lowerBound || Number(text) === classes[i]?.upperBound,
    );
    const size = `${classes.length} ${bounded.length}`;
    return `${err},${size}`;
  },
};

/** Shuffle sharding, flow hashes, and the division of seats. */
export const shardingOperations: readonly Operation[] = [deal, hashOfFlow, allocate];
