import { expect, test } from 'vitest';
import { readDeviations } from '../src/document.js';
import { DEVIATIONS } from '../src/harness/deviations.js';

test('DEVIATIONS.md explains exactly the deviations that the comparison detects', () => {
  expect(readDeviations().map(({ id }) => id)).toEqual([...DEVIATIONS]);
});
