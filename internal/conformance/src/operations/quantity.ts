import { type Quantity, quantityFromJSON } from '@kubesem/quantity';
import { attempt, type Comparison } from '../comparison.js';
import type { DeviationId } from '../deviations.js';
import * as generators from '../generators/quantity.js';
import * as examples from '../generators/quantity-examples.js';
import type { Json, JsonObject } from '../json.js';
import type { Answer, Operation } from '../operation.js';
import type { Random } from '../random.js';
import {
  compareInt64,
  compareQuantity,
  kindOfRecord,
  MIN_INT64,
  operandOf,
  type QuantityRecord,
} from './quantity-record.js';

const parse: Operation = {
  name: 'quantity.parse',
  program: 'staging',
  examples: examples.texts,
  generate: (random) =>
    random.percent(90) ? generators.anyText(random) : generators.operand(random),
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

const fromJSON: Operation = {
  name: 'quantity.fromJSON',
  program: 'staging',
  examples: examples.jsonTexts,
  generate: generators.quantityJson,
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
    compareJsonNumber(value, theirs, comparison);
    return;
  }
  const explain = (): DeviationId | undefined =>
    typeof value === 'string' && raw.includes('\\') && theirs.err !== undefined
      ? 'json-escapes'
      : undefined;
  compareQuantity(raw, theirs, () => quantityFromJSON(value), comparison, explain);
}

/** JSON.parse keeps the number and not its text, so only the value can be compared, and only where it is kept. */
function compareJsonNumber(value: number, theirs: Answer, comparison: Comparison): void {
  comparison.deviations.push('json-number-spelling');
  const ours = attempt(() => quantityFromJSON(value));
  if (theirs.out === undefined || ours.value === undefined) {
    return;
  }
  const { float64 } = theirs.out as unknown as QuantityRecord;
  const isNear =
    Math.abs(ours.value.toNumber() - Number(float64)) <= Math.abs(value) * 2e-15 + 1e-9;
  comparison.field('number', float64, isNear ? float64 : String(ours.value));
}

/** A binary or unary operation: reads the operands, computes, compares the record. */
function arithmetic(
  name: string,
  parameters: (random: Random) => JsonObject,
  compute: (x: Quantity, input: { readonly [key: string]: Json }) => Quantity,
  explain?: (x: Quantity, input: { readonly [key: string]: Json }) => DeviationId | undefined,
): Operation {
  return {
    name: `quantity.${name}`,
    program: 'staging',
    examples: () => examples.arithmetic(name),
    generate: (random) => ({ x: generators.operand(random), ...parameters(random) }),
    compare(input, theirs, comparison) {
      const given = input as JsonObject;
      const x = () => operandOf(given.x as Json);
      compareQuantity(
        input,
        theirs,
        () => compute(x(), given),
        comparison,
        () => (theirs.out === undefined ? undefined : explain?.(x(), given)),
      );
    },
    kind: (_input, theirs) => kindOfRecord(theirs),
  };
}

const withY = (random: Random): JsonObject => ({ y: generators.operand(random) });

/** Only NewQuantity and its kin can make an operand whose int64 is the minimum. */
function isMinimumOperand(operand: Json | undefined): boolean {
  return (
    typeof operand === 'object' && operand !== null && Object.values(operand).includes(MIN_INT64)
  );
}

/** -2^63 in the int64 form has no negative: Go's Neg leaves it, and its Sub adds it. */
function negatesMinimum(step: JsonObject, x: Quantity): DeviationId | undefined {
  // At which scale Go keeps the digits may differ from ours, so zeros at the end do not count.
  const isMinimum = /^-92233720368547758080*$/.test(String(x.mantissa));
  const isNegated = step.op === 'neg' ? isMinimum : step.op === 'sub' && isMinimumOperand(step.y);
  return isNegated ? 'int64-minimum-negated' : undefined;
}

const STEPS: { readonly [op: string]: (x: Quantity, step: JsonObject) => Quantity } = {
  add: (x, { y }) => x.add(operandOf(y as Json)),
  sub: (x, { y }) => x.sub(operandOf(y as Json)),
  mul: (x, { n }) => x.mul(BigInt(n as string)),
  neg: (x) => x.neg(),
  roundUp: (x, { scale }) => x.roundUp(scale as number),
};

function applyStep(x: Quantity, step: JsonObject): Quantity {
  return (STEPS[step.op as string] as (x: Quantity, step: JsonObject) => Quantity)(x, step);
}

const step = (name: string, parameters: (random: Random) => JsonObject): Operation =>
  arithmetic(
    name,
    parameters,
    (x, input) => applyStep(x, { ...input, op: name }),
    (x, input) => negatesMinimum({ ...input, op: name }, x),
  );

function randomStep(random: Random): JsonObject {
  switch (random.below(9)) {
    case 0:
      return { op: 'mul', n: generators.int64(random) };
    case 1:
      return { op: 'mul', n: String(random.below(2000) - 1000) };
    case 2:
      return { op: 'neg' };
    case 3:
      return { op: 'roundUp', scale: generators.scale(random) };
    default:
      return { op: random.pick(['add', 'sub']), y: generators.operand(random) };
  }
}

const chain: Operation = {
  ...arithmetic(
    'chain',
    (random) => ({ steps: Array.from({ length: 1 + random.below(8) }, () => randomStep(random)) }),
    (x, { steps }) =>
      (steps as JsonObject[]).reduce(applyStep, parsedAll(x, steps as JsonObject[])),
    (x, { steps }) => {
      let value = x;
      for (const step of steps as JsonObject[]) {
        const deviation = negatesMinimum(step, value);
        if (deviation !== undefined) {
          return deviation;
        }
        value = applyStep(value, step);
      }
      return undefined;
    },
  ),
  kind(input, theirs) {
    const steps = (input as JsonObject).steps as readonly JsonObject[];
    return `${kindOfRecord(theirs)},${steps[steps.length - 1]?.op}`;
  },
};

/** The oracle reads all operands before it computes, so the first invalid one decides. */
function parsedAll(x: Quantity, steps: readonly JsonObject[]): Quantity {
  for (const { y } of steps) {
    if (y !== undefined) {
      operandOf(y);
    }
  }
  return x;
}

const cmp: Operation = {
  name: 'quantity.cmp',
  program: 'staging',
  examples: () => examples.arithmetic('cmp'),
  generate(random) {
    const x = generators.operand(random);
    // Random operands are hardly ever equal or near to each other.
    const isNear = typeof x === 'string' && random.percent(30);
    return {
      x,
      y: isNear ? random.edited(x as string, ['0', '1', '9', '.']) : generators.operand(random),
    };
  },
  compare(input, theirs, comparison) {
    const { x, y } = input as { x: Json; y: Json };
    const result = attempt(() => operandOf(x).cmp(operandOf(y)));
    compareQuantity(input, theirs, () => parsedAll(operandOf(x), [{ y }]), comparison);
    if (theirs.out !== undefined && result.code === undefined) {
      comparison.field('cmp', (theirs.out as JsonObject).cmp, result.value);
    }
  },
  kind: (_input, theirs) =>
    `${(theirs.out as JsonObject | undefined)?.cmp},${kindOfRecord(theirs)}`,
};

const scaledValue: Operation = {
  name: 'quantity.scaledValue',
  program: 'staging',
  examples: () => examples.arithmetic('scaledValue'),
  generate: (random) => ({ x: generators.operand(random), scale: generators.scale(random) }),
  compare(input, theirs, comparison) {
    const { x, scale } = input as { x: Json; scale: number };
    const quantity = compareQuantity(input, theirs, () => operandOf(x), comparison);
    const record = theirs.out as unknown as (QuantityRecord & { scaledValue: string }) | undefined;
    if (quantity !== undefined && record !== undefined) {
      const ours = quantity.scaledValue(scale);
      compareInt64('ScaledValue', record.scaledValue, ours, scale, record, comparison);
    }
  },
  kind: (_input, theirs) => kindOfRecord(theirs),
};

/** All operations on quantities. */
export const quantityOperations: readonly Operation[] = [
  parse,
  fromJSON,
  step('add', withY),
  step('sub', withY),
  step('mul', (random) => ({
    n: random.percent(50) ? generators.int64(random) : String(random.below(99) - 49),
  })),
  step('neg', () => ({})),
  step('roundUp', (random) => ({ scale: generators.scale(random) })),
  chain,
  cmp,
  scaledValue,
];
