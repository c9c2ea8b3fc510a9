import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { operand, operandOf, withEachOperand, Y_EXAMPLES } from './operands.js';
import { compareQuantity, kindOfRecord } from './record.js';

/** Pairs of operands, and pairs at every difference of scales, equal or one unit apart. */
function* pairs(): Iterable<Json> {
  yield* withEachOperand(Y_EXAMPLES);
  for (let scale = 1; scale < 20; scale++) {
    for (const last of ['', '1', '9']) {
      const digits = `7${'0'.repeat(scale)}`.slice(0, 1 + scale - last.length) + last;
      yield { x: { scaled: '7', scale }, y: digits };
      yield { x: `-${digits}`, y: { scaled: '-7', scale } };
    }
  }
}

const cmp: Operation = {
  name: 'quantity.cmp',
  program: 'staging',
  examples: pairs,
  generate(random) {
    const x = operand(random);
    // Random operands are rarely equal or close to each other.
    const isNear = typeof x === 'string' && random.percent(30);
    return {
      x,
      y: isNear ? random.edited(x as string, ['0', '1', '9', '.']) : operand(random),
    };
  },
  compare(input, theirs, comparison) {
    const { x, y } = input as { x: Json; y: Json };
    const result = attempt(() => operandOf(x).cmp(operandOf(y)));
    const firstOperand = () => {
      const first = operandOf(x);
      operandOf(y); // for its error
      return first;
    };
    compareQuantity(input, theirs, firstOperand, comparison);
    if (theirs.out !== undefined && result.code === undefined) {
      comparison.field('cmp', (theirs.out as JsonObject).cmp, result.value);
    }
  },
  kind: (_input, theirs) =>
    `${(theirs.out as JsonObject | undefined)?.cmp},${kindOfRecord(theirs)}`,
};

/** The order of quantities. */
export const comparisonOperations: readonly Operation[] = [cmp];
