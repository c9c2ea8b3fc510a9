import type { Quantity } from '@kubesem/quantity';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import {
  int64,
  MAX,
  MIN,
  operand,
  operandOf,
  scale,
  withEachOperand,
  Y_EXAMPLES,
} from './operands.js';
import { compareQuantity, kindOfRecord } from './record.js';

type Parameters = { readonly [name: string]: Json };

/** One or more steps of arithmetic: how its cases are made, what it computes, and its deviations. */
interface Arithmetic {
  readonly name: string;
  examples(): Iterable<Json>;
  generate(random: Random): JsonObject;
  compute(x: Quantity, parameters: Parameters): Quantity;
  explain(x: Quantity, parameters: Parameters): DeviationId | undefined;
}

/** Reads the operands, computes, and compares the record. */
function arithmetic({ name, examples, generate, compute, explain }: Arithmetic): Operation {
  return {
    name: `quantity.${name}`,
    program: 'staging',
    examples,
    generate: (random) => ({ x: operand(random), ...generate(random) }),
    compare(input, theirs, comparison) {
      const given = input as JsonObject;
      const x = () => operandOf(given.x as Json);
      compareQuantity(
        input,
        theirs,
        () => compute(x(), given),
        comparison,
        () => (theirs.out === undefined ? undefined : explain(x(), given)),
      );
    },
    kind: (_input, theirs) => kindOfRecord(theirs),
  };
}

/** Only constructors such as NewQuantity create an operand whose int64 is the minimum. */
function isMinimumOperand(operand: Json | undefined): boolean {
  return typeof operand === 'object' && operand !== null && Object.values(operand).includes(MIN);
}

/** -2^63 in the int64 form has no negative: Go's Neg leaves it, and its Sub adds it. */
function negatesMinimum(step: JsonObject, x: Quantity): DeviationId | undefined {
  // Go may store the digits at another scale, so trailing zeros are ignored.
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

/** One step; `examples` are the parameters that each example operand is combined with. */
const step = (
  name: string,
  examples: readonly JsonObject[],
  generate: (random: Random) => JsonObject,
): Operation =>
  arithmetic({
    name,
    examples: () => withEachOperand(examples),
    generate,
    compute: (x, parameters) => applyStep(x, { ...parameters, op: name }),
    explain: (x, parameters) => negatesMinimum({ ...parameters, op: name }, x),
  });

const withY = (random: Random): JsonObject => ({ y: operand(random) });
const FACTORS = [...words('0 1 -1 2 10 1000 1024 -3 4294967296 9007199254740993'), MAX, MIN];
const SCALES = [-400, -18, -12, -9, -6, -3, -1, 0, 1, 2, 3, 6, 9, 18, 19, 30, 400];

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

function* chains(): Iterable<Json> {
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

const chain: Operation = {
  ...arithmetic({
    name: 'chain',
    examples: chains,
    generate: (random) => ({
      steps: Array.from({ length: 1 + random.below(8) }, () => randomStep(random)),
    }),
    compute: (x, { steps }) => {
      // The oracle reads all operands before it computes, so the first invalid one decides.
      for (const { y } of steps as JsonObject[]) {
        if (y !== undefined) {
          operandOf(y);
        }
      }
      return (steps as JsonObject[]).reduce(applyStep, x);
    },
    explain: (x, { steps }) => {
      let value = x;
      for (const each of steps as JsonObject[]) {
        const deviation = negatesMinimum(each, value);
        if (deviation !== undefined) {
          return deviation;
        }
        value = applyStep(value, each);
      }
      return undefined;
    },
  }),
  kind(input, theirs) {
    const steps = (input as JsonObject).steps as readonly JsonObject[];
    return `${kindOfRecord(theirs)},${steps[steps.length - 1]?.op}`;
  },
};

/** Arithmetic on quantities, one step or several. */
export const arithmeticOperations: readonly Operation[] = [
  step('add', Y_EXAMPLES, withY),
  step('sub', Y_EXAMPLES, withY),
  step(
    'mul',
    FACTORS.map((n) => ({ n })),
    (random) => ({ n: random.percent(50) ? int64(random) : String(random.below(99) - 49) }),
  ),
  step('neg', [{}], () => ({})),
  step(
    'roundUp',
    SCALES.map((each) => ({ scale: each })),
    (random) => ({ scale: scale(random) }),
  ),
  chain,
];
