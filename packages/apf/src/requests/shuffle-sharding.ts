import { fieldProblem, raise } from '@kubesem/core/internal';
import type { FlowHash } from './flow-hash.js';

/** The sizes of shuffle sharding: the number of queues, and how many of them one flow may use. */
export interface ShuffleSharding {
  /** Number of queues. */
  readonly deckSize: number;
  /** Number of different queues in the hand of a flow. */
  readonly handSize: number;
}

const MAX_DECK_SIZE = 67108864; // 2^26
/** With more of the 64 bits, the last queue of a hand would be chosen too unevenly. */
const MAX_HASH_BITS = 60;

function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/**
 * Computes the bits of a hash that dealing a hand uses, rounded up.
 *
 * @param sharding - the sizes, positive whole numbers
 * @returns whole bits; the API server allows at most 60
 *
 * @example
 * ```ts
 * import { requiredEntropyBits } from '@kubesem/apf';
 *
 * requiredEntropyBits({ deckSize: 128, handSize: 6 }) // => 42
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/shufflesharding` v0.37.1, `RequiredEntropyBits`.
 */
export function requiredEntropyBits({ deckSize, handSize }: ShuffleSharding): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}

type DealingCode = 'NOT_POSITIVE' | 'HAND_BEYOND_DECK' | 'DECK_TOO_LARGE' | 'TOO_MANY_BITS';

/** Why hands of these sizes cannot be dealt; undefined if they can. */
function dealingError(
  sharding: ShuffleSharding,
): readonly [code: DealingCode, field: keyof ShuffleSharding, message: string] | undefined {
  const { deckSize, handSize } = sharding;
  for (const field of ['deckSize', 'handSize'] as const) {
    if (!isPositiveInteger(sharding[field])) {
      return ['NOT_POSITIVE', field, 'must be a positive whole number'];
    }
  }
  if (handSize > deckSize) {
    return ['HAND_BEYOND_DECK', 'handSize', `must not exceed the number of queues, ${deckSize}`];
  }
  if (deckSize > MAX_DECK_SIZE) {
    return ['DECK_TOO_LARGE', 'deckSize', `must not exceed ${MAX_DECK_SIZE}`];
  }
  const bits = requiredEntropyBits(sharding);
  const message = `a hand of ${handSize} out of ${deckSize} queues needs ${bits} bits of the hash; at most ${MAX_HASH_BITS} can be used`;
  return bits > MAX_HASH_BITS ? ['TOO_MANY_BITS', 'handSize', message] : undefined;
}

/**
 * Reports whether hands of these sizes can be dealt.
 *
 * @param sharding - the sizes
 * @returns whether they can
 */
export function canDeal(sharding: ShuffleSharding): boolean {
  return dealingError(sharding) === undefined;
}

/**
 * Rejects sizes that cannot be dealt.
 *
 * @param sharding - the sizes
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of {@link dealHand}
 */
export function checkShuffleSharding(sharding: ShuffleSharding): void {
  const error = dealingError(sharding);
  if (error !== undefined) {
    const [code, field, message] = error;
    raiseInvalid(code, field, sharding[field], message);
  }
}

function raiseInvalid(code: DealingCode, segment: string, value: number, message: string): never {
  const path = { parent: undefined, segment };
  return raise(fieldProblem({ type: 'INVALID', code, path, value, message }));
}

/**
 * Deals a hand without checking the sizes.
 *
 * @param sharding - the sizes, checked before
 * @param hash - hash of the flow
 * @param hand - receives the indexes of the queues, in the order in which they are dealt
 */
export function dealInto(
  { deckSize, handSize }: ShuffleSharding,
  hash: FlowHash,
  hand: number[],
): void {
  let { high, low } = hash;
  for (let dealt = 0; dealt < handSize; dealt++) {
    // Divides the hash by the size of the remaining deck, 16 bits at a time below the upper half. The quotients are exact:
    // one that is not whole is at least 1 / left below the next whole number, which is more than rounding can add.
    const left = deckSize - dealt;
    const highQuotient = Math.floor(high / left);
    const upper = (high - highQuotient * left) * 65536 + (low >>> 16);
    const upperQuotient = Math.floor(upper / left);
    const lower = (upper - upperQuotient * left) * 65536 + (low & 65535);
    const lowerQuotient = Math.floor(lower / left);
    high = highQuotient;
    low = upperQuotient * 65536 + lowerQuotient;
    // The remainder counts only the cards still in the deck; below, it skips those dealt before, the latest first.
    hand[dealt] = lower - lowerQuotient * left;
  }
  for (let dealt = handSize - 1; dealt > 0; dealt--) {
    let card = hand[dealt] as number;
    for (let earlier = dealt - 1; earlier >= 0; earlier--) {
      if (card >= (hand[earlier] as number)) {
        card++;
      }
    }
    hand[dealt] = card;
  }
}

/**
 * Deals the queues that a flow may use, as the API server does.
 *
 * @param sharding - the number of queues, and the size of a hand
 * @param hash - hash of the flow; see {@link flowHash}
 * @returns the indexes of the queues from 0, all different, in the order in which they are dealt
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_POSITIVE` if a size is not a positive whole number
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `HAND_BEYOND_DECK` if the hand is larger than the deck
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DECK_TOO_LARGE` if there are more than 2^26 queues
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `TOO_MANY_BITS` if the hand needs more than 60 bits of
 *   the hash
 *
 * @example
 * ```ts
 * import { dealHand } from '@kubesem/apf';
 *
 * dealHand({ deckSize: 64, handSize: 3 }, { high: 0, low: 64 * 63 * 5 + 64 * 7 + 9 }) // => [9, 7, 5]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/shufflesharding` v0.37.1, `Dealer`.
 */
export function dealHand(sharding: ShuffleSharding, hash: FlowHash): readonly number[] {
  checkShuffleSharding(sharding);
  const hand: number[] = [];
  dealInto(sharding, hash, hand);
  return hand;
}

/** The probability that another hand occupies `taken` of the `open` queues of a hand that are still free. */
function takenProbability(
  { deckSize, handSize }: ShuffleSharding,
  open: number,
  taken: number,
): number {
  // Deals the other hand card by card. Each product is a probability, so nothing cancels out.
  let probability = 1;
  let ways = 1;
  for (let card = 0; card < handSize; card++) {
    const isTaken = card < taken;
    const favourable = isTaken ? open - card : deckSize - open - (card - taken);
    probability *= favourable / (deckSize - card);
    if (isTaken) {
      ways = (ways * (handSize - card)) / (card + 1);
    }
  }
  return Math.max(0, probability) * ways;
}

/**
 * Computes the probability that heavy flows occupy every queue of a light flow.
 *
 * Each heavy flow (elephant) fills all queues of its hand. Hands are assumed to be independent and uniform.
 *
 * @param handSize - queues in a hand
 * @param queues - number of queues
 * @param elephants - number of heavy flows
 * @returns the probability, from 0 to 1
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_POSITIVE` if a size is not a positive whole number,
 *   or if the number of elephants is not a whole number, 0 or more
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `HAND_BEYOND_DECK` if the hand is larger than the deck
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DECK_TOO_LARGE` if there are more than 2^26 queues
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `TOO_MANY_BITS` if the hand needs more than 60 bits of
 *   the hash
 *
 * @example
 * ```ts
 * import { collisionProbability } from '@kubesem/apf';
 *
 * collisionProbability(8, 128, 4).toPrecision(4) // => '0.000003406'
 * ```
 *
 * Source: the documentation, "API Priority and Fairness", the table of shuffle sharding configurations.
 */
export function collisionProbability(handSize: number, queues: number, elephants: number): number {
  const sharding = { deckSize: queues, handSize };
  checkShuffleSharding(sharding);
  if (elephants !== 0 && !isPositiveInteger(elephants)) {
    raiseInvalid('NOT_POSITIVE', 'elephants', elephants, 'must be a whole number, 0 or more');
  }
  let freeQueues = new Array<number>(handSize + 1).fill(0);
  freeQueues[handSize] = 1;
  // After 1, 2, 4, 8, … elephants: any number of them takes few steps.
  let power = oneElephant(sharding);
  for (let left = elephants; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      freeQueues = afterwards(freeQueues, power);
    }
    power = power.map((row) => normalised(afterwards(row, power)));
  }
  // Rounding can add up to a little more than 1.
  return Math.min(1, freeQueues[0] as number);
}

/** For each number of free queues of a hand: the probabilities of each number of free queues after one elephant. */
function oneElephant(sharding: ShuffleSharding): readonly (readonly number[])[] {
  return Array.from({ length: sharding.handSize + 1 }, (_, open) =>
    Array.from({ length: sharding.handSize + 1 }, (_, free) =>
      free > open ? 0 : takenProbability(sharding, open, open - free),
    ),
  );
}

/** The probabilities of each number of free queues after further elephants. */
function afterwards(
  probabilities: readonly number[],
  elephants: readonly (readonly number[])[],
): number[] {
  return probabilities.map((_, free) =>
    probabilities.reduce(
      (sum, probability, open) => sum + probability * (elephants[open]?.[free] as number),
      0,
    ),
  );
}

/** Makes probabilities add up to 1 again, before squaring doubles the rounding error. */
function normalised(probabilities: readonly number[]): number[] {
  const total = probabilities.reduce((sum, probability) => sum + probability, 0);
  return probabilities.map((probability) => probability / total);
}

/**
 * The sizes for which the Kubernetes documentation lists the probability that heavy flows occupy every queue of a light
 * flow.
 *
 * Source: the documentation, "API Priority and Fairness", the table of shuffle sharding configurations.
 */
export const DOCUMENTED_SHUFFLE_SHARDING: readonly ShuffleSharding[] = [
  { handSize: 12, deckSize: 32 },
  { handSize: 10, deckSize: 32 },
  { handSize: 10, deckSize: 64 },
  { handSize: 9, deckSize: 64 },
  { handSize: 8, deckSize: 64 },
  { handSize: 8, deckSize: 128 },
  { handSize: 7, deckSize: 128 },
  { handSize: 7, deckSize: 256 },
  { handSize: 6, deckSize: 256 },
  { handSize: 6, deckSize: 512 },
  { handSize: 6, deckSize: 1024 },
];

/**
 * The numbers of heavy flows (elephants) in the table of {@link DOCUMENTED_SHUFFLE_SHARDING}.
 *
 * Source: the documentation, "API Priority and Fairness", the table of shuffle sharding configurations.
 */
export const DOCUMENTED_ELEPHANTS: readonly number[] = [1, 4, 16];

/**
 * The queues of a priority level, and the hand of each flow, unless the object sets others.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1, `SetDefaults_QueuingConfiguration`.
 */
export const DEFAULT_SHUFFLE_SHARDING: ShuffleSharding = { handSize: 8, deckSize: 64 };
