import { parseQuantity, Quantity } from '@kubesem/quantity';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { anyText, quantityText } from './texts.js';

const INT64_EDGES: readonly string[] = words(`
  0 1 -1 10 1000 -1000 1024 -1024 -1025 1023 9007199254740993 9223372036854775807
  -9223372036854775807 -9223372036854775808 4611686018427387904 922337203685477580
  922337203685477581 -922337203685477581 9223372036854774784
`);

/** An int64 as text. */
export function int64(random: Random): string {
  if (random.percent(30)) {
    return random.pick(INT64_EDGES);
  }
  const size = 1 + random.below(63);
  const high = BigInt(random.bits() >>> 0) * BigInt(2) ** BigInt(32) + BigInt(random.bits() >>> 0);
  const value = BigInt.asUintN(size, high);
  return String(random.percent(30) ? -value : value);
}

/** A scale, mostly one with a suffix, or next to it. */
export function scale(random: Random): number {
  return random.percent(95) ? random.below(46) - 23 : random.below(800) - 400;
}

/** An operand in the format of the oracle: a text, or arguments of a constructor. */
export function operand(random: Random): Json {
  const kind = random.below(20);
  if (kind < 16) {
    return kind < 15 ? quantityText(random) : anyText(random);
  }
  const format = random.pick(['DecimalSI', 'BinarySI', 'DecimalExponent']);
  switch (kind) {
    case 16:
    case 17:
      return { value: int64(random), format };
    case 18:
      return { milli: int64(random), format };
    default:
      return { scaled: int64(random), scale: scale(random) };
  }
}

/** The smallest int64, which has no negative. */
export const MIN = '-9223372036854775808';
/** The largest int64. */
export const MAX = '9223372036854775807';

/** Operands of every form, format, sign and scale, at the limits. */
const OPERANDS: readonly Json[] = [
  ...words('0 0Ki 1 -1Ki 1.5Gi 100m -100m 1n +326 999999999999999999'),
  ...[MAX, MIN],
  ...words('9007199254740991 -9007199254740993 1e3 8Ei 0.1Ki -123456789.123456789 1e30 1500'),
  { value: MIN, format: 'BinarySI' },
  { milli: '-1500', format: 'BinarySI' },
  { value: '0', format: 'DecimalExponent' },
  { scaled: '922337203685477581', scale: 1 },
  { scaled: '5', scale: -12 },
];

/** Each of these operands as the second one. */
export const Y_EXAMPLES: readonly JsonObject[] = OPERANDS.map((y) => ({ y }));

/** Each of these operands with each of some parameters. */
export function* withEachOperand(parameters: readonly JsonObject[]): Iterable<JsonObject> {
  for (const x of OPERANDS) {
    for (const each of parameters) {
      yield { x, ...each };
    }
  }
}

/** The quantity of an operand. */
export function operandOf(operand: Json): Quantity {
  if (typeof operand === 'string') {
    return parseQuantity(operand);
  }
  const { value, milli, scaled, scale, format } = operand as { readonly [key: string]: string };
  const decimalOrBinary = format as Quantity['format'];
  if (value !== undefined) {
    return Quantity.of(BigInt(value), decimalOrBinary);
  }
  return milli !== undefined
    ? Quantity.milli(BigInt(milli), decimalOrBinary)
    : Quantity.scaled(BigInt(scaled as string), Number(scale));
}
