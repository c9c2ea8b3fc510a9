import type { Json, JsonObject } from '../json.js';
import { words } from '../words.js';
import { FRACTIONS, HUGE_EXPONENTS, INTEGERS, SUFFIXES, WRONG_SUFFIXES } from './quantity.js';

/** Numbers that change form, suffix, rounding or spelling with one suffix or the other. */
const NUMBERS: readonly string[] = [
  '',
  ...words(`
    . 0 1 -1 +1 1. .1 -.5 1.5 007 -00.10 1000 1024 -1023 1025 8 0.9 2.75 1.001 999999999999999
    9007199254740993 123456789012345678 9223372036854775807 -9223372036854775809 0.000000001
    0.0000000011 1.234567890123456789
  `),
];
const EXPONENTS: readonly string[] = words('e0 e3 E3 e+3 E-3 e-9 e-10 e1 e2 e-0 e18 e30');

/** Texts that programs known to us read wrongly. */
const MISREAD: readonly string[] = [
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

/** Texts that nobody should have to find by chance. */
export function* texts(): Iterable<Json> {
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
  for (let count = 1; count < 24; count++) {
    yield '1'.repeat(count);
    yield `0.${'9'.repeat(count)}`;
    yield `${'0'.repeat(count)}5k`;
    yield `${'5'.repeat(count)}Ki`;
    yield `${'5'.repeat(count)}Ti`;
    yield `1${'0'.repeat(count)}`;
  }
}

/** Raw JSON of fields. */
export function* jsonTexts(): Iterable<Json> {
  yield* [
    ...words('null true false {} [] [1] {"a":1} ""'),
    ...['" "', '"null"', 'nul', '', ' ', '"1'],
  ];
  yield* words('0 -0 1 -1 1000 1.5 0.1 1e3 1E3 1.0 1e21 1e-7 123456789.125');
  yield* [
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775807',
    '01',
    '+1',
    '.5',
    '1.',
  ];
  yield* [
    '" 1Gi "',
    '"\u00a01"',
    '"1\u3000"',
    '"\u20091\u200a"',
    '"\u200b1"',
    '"\ufeff1"',
    '"\\t1"',
    '"\\u0031"',
  ];
  yield* ['"\\n1\\n"', '"1\\u0020"', '" +326 "', '"1 Gi"', ' 1 ', '\n"1"\n', '"1""', "'1'"];
  for (const text of [...MISREAD, '1Ki', '5m', '-2.5Gi', '1e9', '0', '00']) {
    yield JSON.stringify(text);
    yield JSON.stringify(`  ${text} `);
  }
}

const MIN = '-9223372036854775808';
const MAX = '9223372036854775807';

/** Operands of every form, format, sign and scale, on both sides of the limits. */
const OPERANDS: readonly Json[] = [
  ...words('0 0Ki 1 -1Ki 1.5Gi 100m -100m 1n +326 999999999999999999'),
  ...[MAX, MIN],
  ...words(`
    9007199254740991 -9007199254740993 1e3 8Ei 0.1Ki -123456789.123456789 1e30 1500
  `),
  ...[
    { value: MIN, format: 'BinarySI' },
    { milli: '-1500', format: 'BinarySI' },
    { value: '0', format: 'DecimalExponent' },
    { scaled: '922337203685477581', scale: 1 },
    { scaled: '5', scale: -12 },
  ],
];

const PARAMETERS: { readonly [name: string]: readonly JsonObject[] } = {
  add: OPERANDS.map((y) => ({ y })),
  sub: OPERANDS.map((y) => ({ y })),
  cmp: OPERANDS.map((y) => ({ y })),
  mul: [...words('0 1 -1 2 10 1000 1024 -3 4294967296 9007199254740993'), ...[MAX, MIN]].map(
    (n) => ({ n }),
  ),
  roundUp: [-400, -18, -12, -9, -6, -3, -1, 0, 1, 2, 3, 6, 9, 18, 19, 30, 400].map((scale) => ({
    scale,
  })),
  scaledValue: [-19, -12, -9, -6, -4, -3, -1, 0, 1, 3, 6, 9, 18, 19, 30].map((scale) => ({
    scale,
  })),
  neg: [{}],
};

/** Each operand with each parameter of an operation. */
export function* arithmetic(name: string): Iterable<Json> {
  for (const x of OPERANDS) {
    for (const parameters of PARAMETERS[name] ?? []) {
      yield { x, ...parameters };
    }
  }
  if (name === 'cmp') {
    yield* nearlyEqual();
  }
  if (name === 'chain') {
    // A binary quantity of few digits at a scale that no text has.
    const tiny = { scaled: '5', scale: -20 };
    yield { x: '1Ki', steps: [{ op: 'add', y: tiny }, { op: 'sub', y: '1Ki' }, { op: 'neg' }] };
    yield {
      x: '0Ki',
      steps: [
        { op: 'mul', n: '-7' },
        { op: 'add', y: '-1Ki' },
        { op: 'sub', y: tiny },
      ],
    };
  }
}

/** Pairs at every difference of scales, equal or one unit apart. */
function* nearlyEqual(): Iterable<Json> {
  for (let scale = 1; scale < 20; scale++) {
    for (const last of ['', '1', '9']) {
      const digits = `7${'0'.repeat(scale)}`.slice(0, 1 + scale - last.length) + last;
      yield { x: { scaled: '7', scale }, y: digits };
      yield { x: `-${digits}`, y: { scaled: '-7', scale } };
    }
  }
}
