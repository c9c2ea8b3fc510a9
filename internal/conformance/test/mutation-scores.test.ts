import { expect, test } from 'vitest';
import { countMutants } from '../src/harness/mutation-scores.js';

const report = (...statuses: string[]) => ({
  files: Object.fromEntries(
    statuses.map((status, index) => [`${index}.ts`, { mutants: [{ status }] }]),
  ),
});

test('killed mutants and timeouts count as detected, and the score leaves out what was not tested', () => {
  const counts = countMutants(
    report('Killed', 'Timeout', 'Survived', 'NoCoverage', 'Killed', 'RuntimeError', 'Ignored'),
  );
  expect(counts).toEqual({ killed: 2, timeout: 1, survived: 2, untested: 1, score: 60 });
});

test('there is no score without a tested mutant', () => {
  expect(countMutants(report('RuntimeError', 'Ignored'))).toBeUndefined();
});
