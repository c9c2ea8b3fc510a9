import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

/** Integers around which the mantissa, the form or a cap changes. */
export const INTEGERS: readonly string[] = words(`
  0 1 2 3 7 8 9 10 12 99 100 326 512 999 1000 1001 1023 1024 1025 2048 10240 999999 1000000
  1048576 1073741824 999999999 1000000000 4294967295 4294967296 1099511627776 999999999999999
  1000000000000000 1125899906842624 9007199254740991 9007199254740992 9007199254740993
  9223372036854775 99999999999999999 100000000000000000 922337203685477580 999999999999999999
  1000000000000000000 1152921504606846976 9223372036854774784 9223372036854775807
  9223372036854775808 9223372036854775809 18446744073709551615 18446744073709551616
  123456789012345678901234567890 340282366920938463463374607431768211456
`);

/** Fractions that end before, at and after nano. */
export const FRACTIONS: readonly string[] = [
  '',
  ...words(`
    0 00 000 5 1 01 001 125 999 500 000000001 0000000001 999999999 9999999999 1234567891
    123456789123456789 5000000000 000000000 0009765625 00000000000000000001 1000 0001 25 75
    1415926535
  `),
];

/** All suffixes. */
export const SUFFIXES: readonly string[] = [
  ...['', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'],
];

/** Exponents of ordinary size. */
export const EXPONENTS: readonly string[] = words(`
  0 1 2 3 -1 -2 -3 +3 -9 -10 -8 -18 -19 -20 18 19 17 20 21 22 100 -100 308 309 -324 -0 +0 00
  003 -003
`);
/** Exponents around the limits of Go and kubesem. */
export const HUGE_EXPONENTS: readonly string[] = words(`
  4999 5000 -5000 5001 9999 -9999 10000 -10000 2147483647 2147483648 -2147483648 -2147483649
  4294967296 4294967299 8589934589 9223372036854775807 9223372036854775808
  -9223372036854775809 99999999999999999999
`);
/** Texts that look like a suffix but are not. */
export const WRONG_SUFFIXES: readonly string[] = [
  ...words('K ki mi ui ni KI b B GB MiB i ii e E+ e- ee3 EE Ke3 m3 kk e3k Ei3 E3i e1.5'),
  'e 3',
  ...words('+ - µ e+-3 Kii iK em eE'),
];

/** Characters to break a text with. */
export const CHARACTERS: readonly string[] = [
  ...'0123456789..++--eEinumkKMGTP',
  ...[
    ' ',
    '\t',
    '\n',
    ',',
    '_',
    'x',
    'b',
    'i',
    'I',
    'N',
    '\u0000',
    '\u00a0',
    '\ufeff',
    '\u0661',
    '\uff11',
  ],
  ...['"', '\\', '/', '\ud83d\ude00', '\ud800', '٫', 'µ'],
];

function digits(random: Random, count: number): string {
  const alphabet = random.pick(['0123456789', '0123456789', '01', '9', '09', '5', '1248']);
  let text = '';
  for (let index = 0; index < count; index++) {
    text += alphabet.charAt(random.below(alphabet.length));
  }
  return text;
}

/** An integer of any length, mostly of about 15, 16, 18 or 19 digits. */
export function integer(random: Random): string {
  switch (random.below(6)) {
    case 0:
    case 1:
      return random.pick(INTEGERS);
    case 2:
      return digits(random, 1 + random.below(4));
    case 3:
      return digits(random, 12 + random.below(10));
    case 4:
      return `${random.pick(['', '0', '00', '000000000000000000'])}${digits(random, random.below(8))}`;
    default:
      return digits(random, random.percent(3) ? random.below(300) : random.below(30));
  }
}

/** Digits after the point. */
export function fraction(random: Random): string {
  return random.percent(50) ? random.pick(FRACTIONS) : digits(random, random.below(24));
}

function suffix(random: Random): string {
  const kind = random.below(100);
  if (kind < 70) {
    return random.pick(SUFFIXES);
  }
  if (kind < 94) {
    const exponent = random.percent(60)
      ? random.pick(EXPONENTS)
      : `${random.pick(['', '-', '+'])}${random.below(random.percent(95) ? 40 : 700)}`;
    return random.pick(['e', 'E']) + exponent;
  }
  return kind < 95
    ? random.pick(['e', 'E']) + random.pick(HUGE_EXPONENTS)
    : random.pick(WRONG_SUFFIXES);
}

/** A text generated from the grammar of quantities; about one in twenty is invalid. */
export function quantityText(random: Random): string {
  const sign = random.pick(['', '', '', '', '-', '-', '+']);
  const number = integer(random);
  const point = random.pick(['', '', '.', '.']);
  return sign + number + point + (point === '' ? '' : fraction(random)) + suffix(random);
}

/** The text of a valid quantity that is not enormous. */
export function validQuantityText(random: Random): string {
  const point = random.percent(50) ? `.${fraction(random)}` : '';
  const power = random.percent(90)
    ? random.pick(SUFFIXES)
    : `${random.pick(['e', 'E'])}${random.below(40) - 20}`;
  return `${random.pick(['', '', '-'])}${integer(random) || '0'}${point}${power}`;
}

/** A text of some thousand characters, up to the limit of kubesem. */
function longText(random: Random): string {
  const count = 4000 + random.below(6000);
  const point = random.pick(['', '.', '.000', '.999999999']);
  return `${random.pick(['', '-'])}${digits(random, count - 20)}${point}${random.pick(SUFFIXES)}`;
}

/** Any text, valid or not. */
export function anyText(random: Random): string {
  if (random.below(2000) === 0) {
    return longText(random);
  }
  let text = quantityText(random);
  while (random.percent(15)) {
    text = random.edited(text, CHARACTERS);
  }
  return text;
}
