import { ApfError, type ApfErrorCode } from '../apf-errors.js';

/** A hash of 64 bits, in two halves that are numbers. */
export interface FlowHash {
  /** The upper 32 bits, from 0 to 2^32 - 1. */
  readonly high: number;
  /** The lower 32 bits, from 0 to 2^32 - 1. */
  readonly low: number;
}

/** How many queues there are, and how many of them one flow may use. */
export interface ShuffleSharding {
  /** The number of queues. */
  readonly deckSize: number;
  /** The number of different queues in the hand of a flow. */
  readonly handSize: number;
}

const MAX_DECK_SIZE = 67108864; // 2^26
/** With more of the 64 bits the last card would fall too unevenly. */
const MAX_HASH_BITS = 60;

function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/**
 * The bits of a hash that a hand takes, a little more rather than less.
 *
 * @param sharding - the sizes, positive whole numbers
 * @returns whole bits; at most 60 of them can be used
 *
 * @example
 * ```ts
 * import { requiredEntropyBits } from '@kubesem/apf';
 *
 * requiredEntropyBits({ deckSize: 128, handSize: 6 }) // => 42
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/shufflesharding` v0.37.1 (`RequiredEntropyBits`).
 */
export function requiredEntropyBits({ deckSize, handSize }: ShuffleSharding): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}

/** What keeps the sizes from being dealt; nothing if they can be. */
function dealingError(sharding: ShuffleSharding): readonly [ApfErrorCode, string] | undefined {
  const { deckSize, handSize } = sharding;
  if (!isPositiveInteger(deckSize) || !isPositiveInteger(handSize)) {
    return ['NOT_POSITIVE', 'positive whole numbers'];
  }
  if (handSize > deckSize) {
    return ['HAND_BEYOND_DECK', 'a hand of no more queues than there are'];
  }
  if (deckSize > MAX_DECK_SIZE) {
    return ['DECK_TOO_LARGE', `at most ${MAX_DECK_SIZE} queues`];
  }
  const bits = requiredEntropyBits(sharding);
  return bits > MAX_HASH_BITS
    ? [
        'TOO_MANY_BITS',
        `a hand that takes at most ${MAX_HASH_BITS} bits of the hash, instead of ${bits}`,
      ]
    : undefined;
}

/**
 * Tells whether hands of the size can be dealt.
 *
 * @param sharding - the sizes
 * @returns whether they can
 */
export function canDeal(sharding: ShuffleSharding): boolean {
  return dealingError(sharding) === undefined;
}

/**
 * Refuses sizes that cannot be dealt.
 *
 * @param sharding - the sizes
 * @throws {@link ApfError}
 */
export function checkShuffleSharding(sharding: ShuffleSharding): void {
  const error = dealingError(sharding);
  if (error === undefined) {
    return;
  }
  const [code, expected] = error;
  const message = `expected ${expected}, found hands of ${sharding.handSize} out of ${sharding.deckSize} queues`;
  throw new ApfError({ code, message });
}

/**
 * Deals without a look at the sizes.
 *
 * @param sharding - the sizes, checked
 * @param hash - where the cards come from
 * @param hand - filled with the cards, in the order in which they are dealt
 */
export function dealInto(
  { deckSize, handSize }: ShuffleSharding,
  hash: FlowHash,
  hand: number[],
): void {
  let { high, low } = hash;
  for (let dealt = 0; dealt < handSize; dealt++) {
    // The hash divided by what is left of the deck, 16 bits at a time below the upper half, so that nothing is rounded.
    const left = deckSize - dealt;
    const upper = (high % left) * 65536 + (low >>> 16);
    const lower = (upper % left) * 65536 + (low & 65535);
    high = Math.floor(high / left);
    low = Math.floor(upper / left) * 65536 + Math.floor(lower / left);
    // The remainder counts only the cards that are still in the deck: go past those dealt before, the latest first.
    hand[dealt] = lower % left;
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
 * @param sharding - how many queues there are, and how many of them make a hand
 * @param hash - of the flow, see {@link flowHash}
 * @returns the places of the queues from 0, all different, in the order in which they are dealt
 * @throws {@link ApfError} `NOT_POSITIVE` if one of the sizes is not a positive whole number
 * @throws {@link ApfError} `HAND_BEYOND_DECK` if the hand is larger than the deck
 * @throws {@link ApfError} `DECK_TOO_LARGE` if there are more than 2^26 queues
 * @throws {@link ApfError} `TOO_MANY_BITS` if the hand would take more than 60 bits of the hash
 *
 * @example
 * ```ts
 * import { dealHand } from '@kubesem/apf';
 *
 * dealHand({ deckSize: 64, handSize: 3 }, { high: 0, low: 64 * 63 * 5 + 64 * 7 + 9 }) // => [9, 7, 5]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/shufflesharding` v0.37.1 (`Dealer`).
 */
export function dealHand(sharding: ShuffleSharding, hash: FlowHash): readonly number[] {
  checkShuffleSharding(sharding);
  const hand: number[] = [];
  dealInto(sharding, hash, hand);
  return hand;
}

/** The probability that a hand, of which `open` queues are not yet occupied, has `taken` of them in another hand. */
function takenProbability(
  { deckSize, handSize }: ShuffleSharding,
  open: number,
  taken: number,
): number {
  // The cards of the other hand come one by one; each product is a probability, so that nothing cancels out.
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
 * The probability that some flows, each of which fills all queues of its hand, leave another flow no queue at all.
 *
 * The hands are taken to be independent and uniform.
 *
 * @param handSize - queues to a hand
 * @param queues - how many there are
 * @param elephants - the number of flows that fill their queues
 * @returns from 0 to 1
 * @throws {@link ApfError} `NOT_POSITIVE` if one of the sizes, or a number of elephants other than 0, is not a positive
 *   whole number
 * @throws {@link ApfError} `HAND_BEYOND_DECK` if the hand is larger than the deck
 * @throws {@link ApfError} `DECK_TOO_LARGE` if there are more than 2^26 queues
 * @throws {@link ApfError} `TOO_MANY_BITS` if the hand would take more than 60 bits of the hash
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
    const message = `expected a whole number of elephants, found ${elephants}`;
    throw new ApfError({ code: 'NOT_POSITIVE', message });
  }
  // What the next hand takes depends on how many queues are still open only.
  const steps: number[][] = [];
  for (let open = 0; open <= handSize; open++) {
    steps.push(
      Array.from({ length: open + 1 }, (_, taken) => takenProbability(sharding, open, taken)),
    );
  }
  let stillOpen = new Array<number>(handSize + 1).fill(0);
  stillOpen[handSize] = 1;
  for (let elephant = 0; elephant < elephants; elephant++) {
    const next = new Array<number>(handSize + 1).fill(0);
    stillOpen.forEach((probability, open) => {
      steps[open]?.forEach((step, taken) => {
        next[open - taken] = (next[open - taken] as number) + probability * step;
      });
    });
    stillOpen = next;
  }
  return stillOpen[0] as number;
}
