/**
 * Numbers that look random and are the same for the same seed: the generator `sfc32`, with 128 bits of state and
 * operations of 32 bits only.
 *
 * Source: Chris Doty-Humphrey, PractRand (`sfc32`); the seed is spread by the finaliser of MurmurHash3.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /**
   * @param seed - a whole number from 0 to 2^32 - 1
   * @param stream - tells apart generators of the same seed
   */
  constructor(seed: number, stream: string) {
    let hash = seed;
    for (let i = 0; i < stream.length; i++) {
      hash = mix(hash ^ stream.charCodeAt(i));
    }
    this.a = mix(seed ^ 0x9e3779b9);
    this.b = mix(hash ^ 0x85ebca6b);
    this.c = mix(hash + stream.length);
    // The state is well mixed after a dozen numbers.
    for (let i = 0; i < 12; i++) {
      this.next();
    }
  }

  /** A number from 0 up to and without 1, a multiple of 2^-32. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** A number of the exponential distribution with the mean 1. */
  nextExponential(): number {
    return -Math.log(1 - this.next());
  }

  /** A number of the normal distribution with the mean 0 and the standard deviation 1. */
  nextNormal(): number {
    // The method of Box and Muller; its second number is left, so that every call takes as many from the generator.
    return Math.sqrt(2 * this.nextExponential()) * Math.cos(2 * Math.PI * this.next());
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
