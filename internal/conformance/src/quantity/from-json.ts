import { parseQuantity, quantityFromJSON } from '@kubesem/quantity';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { DeviationId } from '../harness/deviations.js';
import type { Json } from '../harness/json.js';
import type { Answer, Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { MISREAD } from './parse.js';
import { compareQuantity, kindOfRecord } from './record.js';
import { anyText, CHARACTERS, EXPONENTS, fraction, integer, quantityText } from './texts.js';

/** Raw JSON of a field that may hold a quantity. */
function quantityJson(random: Random): string {
  const kind = random.below(20);
  if (kind < 10) {
    const space = () =>
      random.percent(10) ? random.pick([' ', '  ', '\u00a0', '\u3000', '\u200b', '\t']) : '';
    return JSON.stringify(space() + anyText(random) + space());
  }
  if (kind < 17) {
    const text = random.pick(['', '-']) + String(BigInt(integer(random) || '0'));
    const point = random.percent(40) ? `.${fraction(random) || '0'}` : '';
    const power = random.percent(20) ? random.pick(['e', 'E']) + random.pick(EXPONENTS) : '';
    const space = random.percent(5) ? random.pick([' ', '\n', '\t']) : '';
    return space + text + point + power + space;
  }
  if (kind === 17) {
    const [first = '1', ...rest] = quantityText(random);
    return `"\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${rest.join('')}"`;
  }
  return kind === 18
    ? random.pick([
        ...words('null true false {} [] ""'),
        ...['" "', '"null"', '"\\t1"', '"1\\n"', ' null '],
      ])
    : random.edited(JSON.stringify(quantityText(random)), CHARACTERS);
}

/** Hand-picked JSON of a field. */
function* jsonTexts(): Iterable<Json> {
  yield* [
    ...words('null true false {} [] [1] {"a":1} ""'),
    ...['" "', '"null"', 'nul', '', ' ', '"1'],
  ];
  yield* words('0 -0 1 -1 1000 1.5 0.1 1e3 1E3 1.0 1e21 1e-7 123456789.125');
  yield* words(`
    9007199254740991 9007199254740992 9007199254740993 9223372036854775807 01 +1 .5 1.
  `);
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

const fromJSON: Operation = {
  name: 'quantity.fromJSON',
  program: 'staging',
  examples: jsonTexts,
  generate: quantityJson,
  compare(input, theirs, comparison) {
    compareJson(input as string, theirs, comparison);
  },
  kind: (input, theirs) => `${String(input).charAt(0)},${kindOfRecord(theirs)}`,
};

function compareJson(raw: string, theirs: Answer, comparison: Comparison): void {
  let value: Json;
  try {
    value = JSON.parse(raw) as Json;
  } catch {
    comparison.field('JSON', theirs.err ?? 'read', 'JSON');
    return;
  }
  if (typeof value === 'number' && String(value) !== raw) {
    compareJsonNumber(raw.trim(), value, theirs, comparison);
    return;
  }
  const explain = (): DeviationId | undefined =>
    typeof value === 'string' && raw.includes('\\') && theirs.err !== undefined
      ? 'json-escapes'
      : undefined;
  compareQuantity(raw, theirs, () => quantityFromJSON(value), comparison, explain);
}

/** JSON.parse keeps the nearest number but not its text, which is what Go reads. */
function compareJsonNumber(
  text: string,
  value: number,
  theirs: Answer,
  comparison: Comparison,
): void {
  const exact = compareQuantity(text, theirs, () => parseQuantity(text), comparison);
  const ours = attempt(() => quantityFromJSON(value));
  const shortest = attempt(() => parseQuantity(String(value)));
  const show = ({ value: quantity }: typeof ours) => quantity && `${quantity} ${quantity.format}`;
  comparison.field('shortest text', show(shortest), show(ours));
  if (show(ours) !== (exact && `${exact} ${exact.format}`)) {
    comparison.deviations.push('json-number-spelling');
  }
}

/** Reading a quantity from a JSON value. */
export const fromJsonOperations: readonly Operation[] = [fromJSON];
