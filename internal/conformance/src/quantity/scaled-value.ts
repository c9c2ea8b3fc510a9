import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { operand, operandOf, scale, withEachOperand } from './operands.js';
import { compareInt64, compareQuantity, kindOfRecord, type QuantityRecord } from './record.js';

const SCALES = [-19, -12, -9, -6, -4, -3, -1, 0, 1, 3, 6, 9, 18, 19, 30];

const scaledValue: Operation = {
  name: 'quantity.scaledValue',
  program: 'staging',
  examples: () => withEachOperand(SCALES.map((each) => ({ scale: each }))),
  generate: (random) => ({ x: operand(random), scale: scale(random) }),
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

/** Whole numbers from quantities. */
export const scaledValueOperations: readonly Operation[] = [scaledValue];
