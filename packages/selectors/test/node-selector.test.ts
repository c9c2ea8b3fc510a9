import { matchesNodeAffinity, matchesNodeSelector, nodeSelectorProblems } from '@kubesem/selectors';
import { expect, test } from 'vitest';

const node = { metadata: { name: 'node-1', labels: { zone: 'a', cores: '8' } } };
const termOf = (operator: string, ...values: string[]) => ({
  matchExpressions: [{ key: 'cores', operator, values }],
});

test.each([
  ['In', ['8'], true],
  ['NotIn', ['8'], false],
  ['Exists', [], true],
  ['DoesNotExist', [], false],
  ['Gt', ['7'], true],
  ['Gt', ['8'], false],
  ['Lt', ['9'], true],
] as const)('%s %j', (operator, values, matches) => {
  const nodeSelectorTerms = [termOf(operator, ...values)];
  expect(nodeSelectorProblems({ nodeSelectorTerms })).toEqual([]);
  expect(matchesNodeSelector({ nodeSelectorTerms }, node)).toBe(matches);
});

test('one term must match, and all its requirements', () => {
  const zone = (value: string) => ({ key: 'zone', operator: 'In', values: [value] });
  const byName = { key: 'metadata.name', operator: 'In', values: ['node-1'] };
  const matches = (...nodeSelectorTerms: object[]) =>
    matchesNodeSelector({ nodeSelectorTerms }, node);
  expect(matches({ matchExpressions: [zone('b')] }, { matchExpressions: [zone('a')] })).toBe(true);
  expect(matches({ matchExpressions: [zone('a'), zone('b')] })).toBe(false);
  expect(matches({ matchExpressions: [zone('a')], matchFields: [byName] })).toBe(true);
  expect(matches({ matchExpressions: [zone('b')], matchFields: [byName] })).toBe(false);
  expect(matches({}, { matchExpressions: [] })).toBe(false);
});

test('an invalid term matches nothing, and its problems have places', () => {
  const nodeSelectorTerms = [
    termOf('Gt', 'many'),
    termOf('Gt', '1', '2'),
    termOf('In'),
    termOf('Exists', '8'),
    termOf('in', '8'),
    { matchFields: [{ key: 'metadata.name', operator: 'Exists' }] },
    { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a', 'b'] }] },
    5 as unknown as object,
  ];
  expect(matchesNodeSelector({ nodeSelectorTerms }, node)).toBe(false);
  expect(
    nodeSelectorProblems({ nodeSelectorTerms }).map(({ code, path }) => `${path} ${code}`),
  ).toEqual([
    'nodeSelectorTerms[0].matchExpressions[0].values[0] NOT_AN_INTEGER',
    'nodeSelectorTerms[1].matchExpressions[0].values ONE_VALUE_REQUIRED',
    'nodeSelectorTerms[2].matchExpressions[0].values VALUES_REQUIRED',
    'nodeSelectorTerms[3].matchExpressions[0].values VALUES_FORBIDDEN',
    'nodeSelectorTerms[4].matchExpressions[0].operator UNKNOWN_OPERATOR',
    'nodeSelectorTerms[5].matchFields[0].operator UNKNOWN_OPERATOR',
    'nodeSelectorTerms[6].matchFields[0].values ONE_VALUE_REQUIRED',
    'nodeSelectorTerms[7] INVALID_TYPE',
  ]);
});

test('a Pod needs its nodeSelector and its required affinity', () => {
  const affinity = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [termOf('Gt', '4')] },
    },
  };
  expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' }, affinity }, node)).toBe(true);
  expect(matchesNodeAffinity({ nodeSelector: { zone: 'b' }, affinity }, node)).toBe(false);
  expect(matchesNodeAffinity({ nodeSelector: {} }, node)).toBe(true);
  expect(matchesNodeAffinity({ affinity }, {})).toBe(false);
});
