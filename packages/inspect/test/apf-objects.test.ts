import { readApfObjects } from '@kubesem/inspect';
import { expect, test } from 'vitest';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const read = (text: string) => readApfObjects([{ name: 'apf.yaml', text }]);

test('reads every version, and passes over other kinds and groups', () => {
  const text = ['v1', 'v1beta3', 'v1beta2', 'v1beta1', 'v1alpha1', 'v2']
    .flatMap((version) =>
      ['FlowSchema', 'PriorityLevelConfiguration', 'Pod'].map((kind) => [version, kind]),
    )
    .map(
      ([version, kind]) =>
        `apiVersion: ${GROUP}/${version}\nkind: ${kind}\nmetadata: { name: ${version} }\n`,
    )
    .join('---\n');
  const { flowSchemas, priorityLevels, problems } = read(text);
  const names = ['v1', 'v1beta3', 'v1beta2', 'v1beta1'];
  expect(flowSchemas.map(({ metadata }) => metadata?.name)).toEqual(names);
  expect(priorityLevels.map(({ metadata }) => metadata?.name)).toEqual(names);
  expect(problems).toEqual([]);
});

test('a list from a cluster, and the places of its fields', () => {
  const items = [
    { apiVersion: `${GROUP}/v1`, kind: 'FlowSchema', metadata: { name: 'a' } },
    { apiVersion: `${GROUP}/v1`, kind: 'FlowSchema', metadata: { name: 'b' }, spec: { rules: [] } },
  ];
  const { placeOf } = read(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1));
  expect(placeOf('flowSchemas[1].spec.rules[0].subjects')).toEqual({
    file: 'apf.yaml',
    line: 19,
    column: 14,
  });
  expect(placeOf('flowSchemas[2]')).toBeUndefined();
  expect(placeOf('priorityLevels[0]')).toBeUndefined();
});

test.each([
  ['FlowSchema', '{ matchingPrecedence: "5" }', 'spec.matchingPrecedence'],
  ['FlowSchema', '{ matchingPrecedence: 2147483648 }', 'spec.matchingPrecedence'],
  ['FlowSchema', '{ rules: [{ subjects: [null] }] }', 'spec.rules[0].subjects[0]'],
  [
    'FlowSchema',
    '{ rules: [{ resourceRules: [{ verbs: get }] }] }',
    'spec.rules[0].resourceRules[0].verbs',
  ],
  [
    'PriorityLevelConfiguration',
    '{ limited: { lendablePercent: 0.5 } }',
    'spec.limited.lendablePercent',
  ],
  ['PriorityLevelConfiguration', '{ exempt: 1 }', 'spec.exempt'],
])('a %s with the spec %s is an error with a place', (kind, spec, path) => {
  const { flowSchemas, priorityLevels, problems } = read(
    `apiVersion: ${GROUP}/v1\nkind: ${kind}\nspec: ${spec}\n`,
  );
  expect([...flowSchemas, ...priorityLevels]).toEqual([]);
  expect(problems.map(({ code, line }) => [code, line])).toEqual([['INVALID_TYPE', 3]]);
  expect(problems[0]?.message.startsWith(`${path}: `)).toBe(true);
});
