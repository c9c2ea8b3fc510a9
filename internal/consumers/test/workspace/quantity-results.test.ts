import { expect, test } from 'vitest';
import { functionsWithQuantities } from '../../src/quantity-results.js';
import { QUANTITY_RESULTS } from '../../src/results.js';

test('the round trip is tested for every function whose result holds quantities', () => {
  expect(Object.keys(QUANTITY_RESULTS)).toEqual(functionsWithQuantities().sort());
});
