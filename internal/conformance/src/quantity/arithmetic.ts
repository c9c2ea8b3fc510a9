import type { Quantity } from '@kubesem/quantity';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { nearlyEqual } from './comparison.js';
import { int64, MAX, MIN, MIN_INT64, OPERANDS, operand, operandOf, scale } from './operands.js';
import { compareQuantity, kindOfRecord } from './record.js';

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
export function* arithmeticExamples(name: string): Iterable<Json> {
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
    examples: () => arithmeticExamples(name),
    generate: (random) => ({ x: operand(random), ...parameters(random) }),
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

const withY = (random: Random): JsonObject => ({ y: operand(random) });

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
      return { op: 'mul', n: int64(random) };
    case 1:
      return { op: 'mul', n: String(random.below(2000) - 1000) };
    case 2:
      return { op: 'neg' };
    case 3:
      return { op: 'roundUp', scale: scale(random) };
    default:
      return { op: random.pick(['add', 'sub']), y: operand(random) };
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
export function parsedAll(x: Quantity, steps: readonly JsonObject[]): Quantity {
  for (const { y } of steps) {
    if (y !== undefined) {
      operandOf(y);
    }
  }
  return x;
}

/** Arithmetic on quantities, one step or several. */
export const arithmeticOperations: readonly Operation[] = [
  step('add', withY),
  step('sub', withY),
  step('mul', (random) => ({
    n: random.percent(50) ? int64(random) : String(random.below(99) - 49),
  })),
  step('neg', () => ({})),
  step('roundUp', (random) => ({ scale: scale(random) })),
  chain,
];
