/**
 * A small seeded generator (sfc32 by Chris Doty-Humphrey, public domain): the same seed gives the same cases
 * on every machine.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c: number;
  #counter = 1;

  /** @param seed - any 32-bit number */
  constructor(seed: number) {
    this.#c = seed | 0;
    for (let round = 0; round < 12; round++) {
      this.bits();
    }
  }

  /** 32 random bits, as a signed number. */
  bits(): number {
    const mixed = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + mixed;
    return mixed;
  }

  /** A whole number from 0 to `bound - 1`. */
  below(bound: number): number {
    return Math.floor(((this.bits() >>> 0) / 2 ** 32) * bound);
  }

  /** True in about `percent` of 100 cases. */
  percent(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One element. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
