import { parseQuantity, safeParseQuantity } from '@kubesem/quantity';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('Sorted: 100m < 128974848 < 129e6 < 500M < 1536Mi');
});

describe('what goes wrong otherwise', () => {
  it.each([
    ['1.5Gi', 1_610_612_736],
    ['500M', 500_000_000],
    ['2k', 2000],
    ['1e3', 1000],
    ['100m', 0.1],
    ['128974848000m', 128_974_848],
  ])('%s is %d', (text, value) => {
    expect(parseQuantity(text).toNumber()).toBe(value);
  });

  it.each(['1K', ''])('"%s" is not a quantity', (text) => {
    expect(safeParseQuantity(text).ok).toBe(false);
  });
});
