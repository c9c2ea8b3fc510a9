import {
  explainLabelMatch,
  formatServiceSelector,
  matchesLabelSelector,
  matchesServiceSelector,
  serviceSelectorRequirements,
} from '@kubesem/selectors';
import { expect, test } from 'vitest';

const LABELS = { a: '1', b: '' };

test.each([
  [undefined, false, '<none>'],
  [null, false, '<none>'],
  // The API server stores it as absent.
  [{}, false, '<none>'],
  [{ a: '1' }, true, 'a=1'],
  [{ b: '', a: '1' }, true, 'a=1,b='],
  [{ b: null }, true, 'b='],
  [{ a: '2' }, false, 'a=2'],
  [{ a: '1', c: '' }, false, 'a=1,c='],
  [{ constructor: 'x' }, false, 'constructor=x'],
  [JSON.parse('{"__proto__":"x"}'), false, '__proto__=x'],
])('%j selects: %j', (selector, matches, text) => {
  expect(matchesServiceSelector(selector, LABELS)).toBe(matches);
  expect(formatServiceSelector(selector)).toBe(text);
  const requirements = serviceSelectorRequirements(selector);
  expect(matchesLabelSelector(requirements, LABELS)).toBe(matches);
  expect(explainLabelMatch(requirements, LABELS).matches).toBe(matches);
});

test('a Pod without labels', () => {
  expect(matchesServiceSelector({ a: '1' }, undefined)).toBe(false);
  expect(matchesServiceSelector({ a: '' }, null)).toBe(false);
});

test.each([
  ['a=b', LABELS],
  [[], LABELS],
  [{ a: 1 }, LABELS],
  [{ a: '1' }, 'a'],
  [{ a: '1' }, { a: 1 }],
])('%j and %j have a wrong type', (selector, labels) => {
  expect(() => matchesServiceSelector(selector as never, labels as never)).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});
