import type { JsonObject } from './json.js';

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

  /** A random element. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** A list of up to `most` elements. */
  list<T>(most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, index) => make(index));
  }

  /** The fields in about `percent` of 100 cases, otherwise none. */
  maybe(percent: number, fields: () => JsonObject): JsonObject {
    return this.percent(percent) ? fields() : {};
  }

  /** The text with one edit: a valid text becomes nearly valid. */
  edited(text: string, characters: readonly string[]): string {
    const at = this.below(text.length + 1);
    switch (this.below(4)) {
      case 0:
        return text.slice(0, at) + this.pick(characters) + text.slice(at);
      case 1:
        return text.slice(0, at) + text.slice(at + 1);
      case 2:
        return text.slice(0, at) + this.pick(characters) + text.slice(at + 1);
      default:
        return text.slice(0, at) + text.slice(Math.max(0, at - 1 - this.below(3)));
    }
  }
}
