import {
  formatLabelSelector,
  labelSelectorRequirements,
  matchesLabelSelector,
  parseLabelSelector,
  toLabelSelector,
  toServiceSelector,
  validateLabelSelector,
} from '@kubesem/selectors';
import { goLabelSelector } from '@kubesem/selectors/internal';
import { describe, expect, test } from 'vitest';

const expression = (operator: string, ...values: string[]) => ({
  matchExpressions: [{ key: 'a', operator, values }],
});

describe('an absent selector, an empty selector and requirements', () => {
  test.each([
    [undefined, false, '<none>'],
    [null, false, '<none>'],
    [{}, true, '<none>'],
    [{ matchLabels: null, matchExpressions: [] }, true, '<none>'],
    [{ matchLabels: { a: '' } }, false, 'a='],
    [{ matchLabels: { b: '2', a: '1' } }, true, 'a=1,b=2'],
    [{ matchLabels: { a: null } }, false, 'a='],
    // Both must be met, also for one key.
    [{ matchLabels: { a: '1' }, ...expression('In', '2') }, false, 'a=1,a in (2)'],
    [expression('In', '3', '1'), true, 'a in (1,3)'],
    [expression('NotIn', '1', '0', '0'), false, 'a notin (0,0,1)'],
    [expression('Exists'), true, 'a'],
    [expression('DoesNotExist'), false, '!a'],
  ])('%j', (selector, matches, text) => {
    expect(matchesLabelSelector(selector, { a: '1', b: '2' })).toBe(matches);
    expect(formatLabelSelector(selector)).toBe(text);
    expect(validateLabelSelector(selector)).toEqual([]);
  });

  test('no requirements select everything', () => {
    expect(matchesLabelSelector([], undefined)).toBe(true);
  });
});

test.each([
  [expression('in', 'b'), 'matchExpressions[0].operator', 'UNKNOWN_OPERATOR'],
  [expression('Gt', '1'), 'matchExpressions[0].operator', 'UNKNOWN_OPERATOR'],
  [{ matchExpressions: [null] }, 'matchExpressions[0].operator', 'UNKNOWN_OPERATOR'],
  [expression('In'), 'matchExpressions[0].values', 'VALUES_REQUIRED'],
  [expression('NotIn'), 'matchExpressions[0].values', 'VALUES_REQUIRED'],
  [expression('Exists', 'b'), 'matchExpressions[0].values', 'VALUES_FORBIDDEN'],
  [expression('DoesNotExist', ''), 'matchExpressions[0].values', 'VALUES_FORBIDDEN'],
  [expression('In', 'b', '-'), 'matchExpressions[0].values[1]', 'INVALID_VALUE'],
  [{ matchExpressions: [{ operator: 'Exists' }] }, 'matchExpressions[0].key', 'INVALID_KEY'],
  [{ matchLabels: { '-': 'b' } }, 'matchLabels', 'INVALID_KEY'],
  [JSON.parse('{"matchLabels":{"__proto__":"b"}}'), 'matchLabels', 'INVALID_KEY'],
  [{ matchLabels: { a: 'b_' } }, 'matchLabels', 'INVALID_VALUE'],
  [{ matchLabels: { a: 1 } }, 'matchLabels[a]', 'INVALID_TYPE'],
  [{ matchLabels: [] }, 'matchLabels', 'INVALID_TYPE'],
  [{ matchExpressions: {} }, 'matchExpressions', 'INVALID_TYPE'],
  [{ matchExpressions: ['a'] }, 'matchExpressions[0]', 'INVALID_TYPE'],
  [expression('In', 7 as never), 'matchExpressions[0].values[0]', 'INVALID_TYPE'],
  ['a=b', '', 'INVALID_TYPE'],
])('%j is invalid at %j', (selector, path, code) => {
  const [first] = validateLabelSelector(selector as never);
  expect(first).toMatchObject({ path, code });
  const error = expect.objectContaining({ code });
  expect(() => labelSelectorRequirements(selector as never)).toThrow(error);
  expect(() => matchesLabelSelector(selector as never, {})).toThrow(error);
  expect(formatLabelSelector(selector as never)).toBe('<error>');
});

test('all problems are listed', () => {
  const problems = validateLabelSelector({
    matchLabels: { '-': '-' },
    matchExpressions: [{ key: '/', operator: 'Exists', values: ['-'] }],
  });
  expect(problems.map(({ type, code }) => `${type} ${code}`)).toEqual([
    'INVALID INVALID_KEY',
    'INVALID INVALID_VALUE',
    'FORBIDDEN VALUES_FORBIDDEN',
    'INVALID INVALID_KEY',
    'INVALID INVALID_VALUE',
  ]);
});

describe('the text of a selector as an object', () => {
  test.each([
    ['', {}],
    ['a=1,b==2', { matchLabels: { a: '1', b: '2' } }],
    ['a=1,a=2', { matchLabels: { a: '2' } }],
    ['a in (2,1)', expression('In', '1', '2')],
    ['a notin ()', expression('NotIn', '')],
    ['a', { matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
    ['!a', { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] }],
  ])('%j', (text, selector) => {
    expect(toLabelSelector(text)).toEqual(selector);
    const labels = { a: '1', b: '2' };
    expect(text === 'a=1,a=2' || matchesLabelSelector(selector, labels)).toBe(
      text === 'a=1,a=2' || matchesLabelSelector(parseLabelSelector(text), labels),
    );
  });

  test.each(['a!=1', 'a>1', 'a<1'])('%j cannot be expressed', (text) => {
    const code = 'UNSUPPORTED_OPERATOR';
    expect(() => toLabelSelector(text)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the selector of a Service', () => {
  test.each([
    [undefined, undefined],
    [null, undefined],
    [{}, {}],
    [{ matchLabels: { a: '1', b: '2' } }, { a: '1', b: '2' }],
    [{ matchLabels: { a: '1' }, ...expression('In', '2') }, { a: '2' }],
  ])('of %j is %j', (selector, expected) => {
    expect(toServiceSelector(selector)).toEqual(expected);
  });

  test.each([expression('In', '1', '2'), expression('NotIn', '1'), expression('Exists')])(
    '%j has none',
    (selector) => {
      const code = 'UNSUPPORTED_OPERATOR';
      expect(() => toServiceSelector(selector)).toThrow(expect.objectContaining({ code }));
    },
  );
});

test.each([
  [null, 'nil'],
  [
    { matchLabels: JSON.parse('{"b":"2","a":"1","__proto__":"3"}'), ...expression('In', 'x', 'y') },
    '&LabelSelector{MatchLabels:map[string]string{__proto__: 3,a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:a,Operator:In,Values:[x y],},},}',
  ],
  [
    { matchLabels: 5, matchExpressions: [null, { key: 5 }] } as object,
    '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:,Operator:,Values:[],},LabelSelectorRequirement{Key:,Operator:,Values:[],},},}',
  ],
])('goLabelSelector(%j) is the text of Go', (selector, expected) => {
  expect(goLabelSelector(selector)).toBe(expected);
});
