// FIPS 180-4, section 6.2; and RFC 3629 for UTF-8.

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 4_294_967_296) | 0;
}

/** The fractions of the roots of the first 64 primes: square roots to begin with, cube roots for the rounds. */
const constants = /* @__PURE__ */ (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return {
    start: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    rounds: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
})();

/** The bytes of a text; half a surrogate pair is a U+FFFD, as everywhere. */
function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) as number;
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
    let more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    bytes.push(([0, 0xc0, 0xe0, 0xf0][more] as number) | (point >> (6 * more)));
    while (more-- > 0) bytes.push(0x80 | ((point >> (6 * more)) & 0x3f));
  }
  return bytes;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The three rotations of a word that the rounds mix. */
function mix(word: number, a: number, b: number, c: number): number {
  return rotate(word, a) ^ rotate(word, b) ^ rotate(word, c);
}

/** Mixes a block of 16 words into the state; 48 more words are made of them. */
function addBlock(state: Int32Array, words: Int32Array): void {
  const { rounds } = constants;
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15] as number;
    const late = words[i - 2] as number;
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const added = (rounds[i] as number) + (words[i] as number);
    const first = (h + mix(e, 6, 11, 25) + choice + added) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + mix(a, 2, 13, 22) + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] as number) + word;
  });
}

/**
 * The SHA-256 of a short text.
 *
 * @param text - is hashed as UTF-8
 * @returns eight words of 32 bits, the first of the hash first; they may be negative
 */
export function sha256(text: string): Int32Array {
  const bytes = utf8Bytes(text);
  const bits = 8 * bytes.length;
  bytes.push(0x80);
  while (bytes.length % 64 !== 0) bytes.push(0);
  // The length takes eight bytes at the end of a block.
  if (bytes.length - bits / 8 < 9) for (let i = 0; i < 64; i++) bytes.push(0);
  const state = constants.start.slice();
  const words = new Int32Array(64);
  for (let start = 0; start < bytes.length; start += 64) {
    for (let i = 0; i < 64; i++) {
      const word = i >> 2;
      words[word] = ((words[word] as number) << 8) | (bytes[start + i] as number);
    }
    if (start + 64 === bytes.length) words[15] = bits;
    addBlock(state, words);
  }
  return state;
}
