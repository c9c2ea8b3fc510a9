import { expect, test } from 'vitest';
import { readDeviations } from '../src/document.js';
import { DEVIATIONS } from '../src/harness/deviations.js';

test('each deviation that the comparison knows is explained, and no other one is', () => {
  expect(readDeviations().map(({ id }) => id)).toEqual([...DEVIATIONS]);
});
