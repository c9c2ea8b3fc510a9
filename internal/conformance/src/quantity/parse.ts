import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { words } from '../harness/words.js';
import { operand, operandOf } from './operands.js';
import { compareQuantity, kindOfRecord } from './record.js';
import { anyText, FRACTIONS, HUGE_EXPONENTS, INTEGERS, SUFFIXES, WRONG_SUFFIXES } from './texts.js';

/** Numbers whose form, suffix, rounding or spelling depends on the suffix. */
const NUMBERS: readonly string[] = [
  '',
  ...words(`
    . 0 1 -1 +1 1. .1 -.5 1.5 007 -00.10 1000 1024 -1023 1025 8 0.9 2.75 1.001 999999999999999
    9007199254740993 123456789012345678 9223372036854775807 -9223372036854775809 0.000000001
    0.0000000011 1.234567890123456789
  `),
];
const EXPONENTS: readonly string[] = words('e0 e3 E3 e+3 E-3 e-9 e-10 e1 e2 e-0 e18 e30');

/** Texts that other libraries misread. */
export const MISREAD: readonly string[] = [
  ...words(`
    1.5Gi 0.5Mi 1.5G 500M 1G 2k 500k 1e3 12e+3 524288e3 129e6 100n 630k 100m 128974848000m
    966367641600m 2899102924800m 2.7Gi 9Ei .001Ki 1000E 10E 3.M
  `),
  ...['', ' 1', '1 '],
  ...words(`
    0x10 Infinity -Infinity NaN 1i 1.1.M 1b 1K 1,5 １ 1_000 +-1 __proto__ constructor e E - + 1e
    1e+ 1..0 1- 1+1 1m1
  `),
  ...['1\n', '\t1', '1\u0000'],
];

/** Hand-picked texts. */
function* texts(): Iterable<Json> {
  yield* MISREAD;
  for (const suffix of [...SUFFIXES, ...EXPONENTS]) {
    for (const number of NUMBERS) {
      yield number + suffix;
    }
  }
  for (const integer of INTEGERS) {
    for (const suffix of ['', 'm', 'n', 'E', 'Ki', 'Pi']) {
      yield integer + suffix;
      yield `-${integer}.${suffix}`;
    }
  }
  for (const fraction of FRACTIONS) {
    for (const suffix of ['', 'n', 'k', 'Ki', 'Ei', 'e3']) {
      yield `.${fraction}${suffix}`;
      yield `-3.${fraction}${suffix}`;
    }
  }
  for (const suffix of WRONG_SUFFIXES) {
    yield `1${suffix}`;
    yield suffix;
  }
  for (const exponent of HUGE_EXPONENTS) {
    yield `1e${exponent}`;
  }
  // The longest texts that kubesem reads.
  yield* [
    '7'.repeat(4097),
    `${'7'.repeat(9998)}Ki`,
    `0.${'0'.repeat(9998)}`,
    `${'0'.repeat(9999)}5`,
  ];
  for (let count = 1; count < 24; count++) {
    yield '1'.repeat(count);
    yield `0.${'9'.repeat(count)}`;
    yield `${'0'.repeat(count)}5k`;
    yield `${'5'.repeat(count)}Ki`;
    yield `${'5'.repeat(count)}Ti`;
    yield `1${'0'.repeat(count)}`;
  }
}

const parse: Operation = {
  name: 'quantity.parse',
  program: 'staging',
  examples: texts,
  generate: (random) => (random.percent(90) ? anyText(random) : operand(random)),
  compare(input, theirs, comparison) {
    compareQuantity(input, theirs, () => operandOf(input), comparison);
  },
  kind: (input, theirs) =>
    `${
      theirs.out === undefined
        ? String(input)
            .replace(/[0-9]+/g, '0')
            .slice(0, 6)
        : ''
    },${kindOfRecord(theirs)}`,
};

/** Parsing the text of a quantity. */
export const parseOperations: readonly Operation[] = [parse];
