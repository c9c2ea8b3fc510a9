import { expect, test } from 'vitest';
import { NUMBER_CALLS } from '../../src/number-calls.js';
import { numberOptions } from '../../src/number-options.js';

test('a call is tested for every time and count that a public function takes', () => {
  expect(Object.keys(NUMBER_CALLS).sort()).toEqual(numberOptions());
}, 300_000);
