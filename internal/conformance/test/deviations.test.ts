import { expect, test } from 'vitest';
import { DEVIATIONS } from '../src/deviations.js';
import { readDeviations } from '../src/document.js';

test('each deviation that the comparison knows is explained, and no other one is', () => {
  expect(readDeviations().map(({ id }) => id)).toEqual([...DEVIATIONS]);
});
