/**
 * Creates a seeded random number generator (mulberry32 by Tommy Ettinger, public domain). The same seed gives the same
 * numbers on every machine.
 *
 * @param seed - any 32-bit number
 * @returns a function that returns an integer from 0 to `bound - 1`
 */
export function seededRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/**
 * Returns a random element.
 *
 * @param random - from {@link seededRandom}
 * @param list - not empty
 * @returns an element
 */
export function pick<T>(random: (bound: number) => number, list: readonly T[]): T {
  return list[random(list.length)] as T;
}
