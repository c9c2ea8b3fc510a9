import { parseQuantity, type Quantity } from '@kubesem/quantity';
import { expect, expectTypeOf, test } from 'vitest';

// Two versions of the package can be in one app, and the quantities of one go into the functions of the other. So within a line
// of versions, no public member comes or goes, and no type of one changes.
test('the public members of a quantity stay the same within a line of versions', () => {
  expectTypeOf<keyof Quantity>().toEqualTypeOf<
    | 'add'
    | 'cmp'
    | 'equals'
    | 'format'
    | 'isZero'
    | 'mantissa'
    | 'milliValue'
    | 'mul'
    | 'neg'
    | 'roundUp'
    | 'scale'
    | 'scaledValue'
    | 'sign'
    | 'spelling'
    | 'sub'
    | 'toJSON'
    | 'toNumber'
    | 'toString'
    | 'value'
    | typeof Symbol.toPrimitive
  >();
  expect(Object.keys(parseQuantity('1.5Gi')).sort()).toEqual([
    'format',
    'mantissa',
    'scale',
    'spelling',
  ]);
});
