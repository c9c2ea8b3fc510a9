/**
 * Pseudo-random numbers, the same for the same seed: the generator `sfc32` with 128 bits of state and 32-bit operations.
 *
 * Source: Chris Doty-Humphrey, PractRand, `sfc32`; the seed is spread by the finalizer of MurmurHash3.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /**
   * Makes a generator.
   *
   * @param seed - a whole number from 0 to 2^32 - 1
   * @param stream - distinguishes generators with the same seed
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

  /** Returns a number from 0 to below 1, a multiple of 2^-32. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** Returns an exponentially distributed number with mean 1. */
  nextExponential(): number {
    return -Math.log(1 - this.next());
  }

  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  nextNormal(): number {
    // The Box-Muller method; its second number is unused, so each call takes the same count from the generator.
    return Math.sqrt(2 * this.nextExponential()) * Math.cos(2 * Math.PI * this.next());
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
