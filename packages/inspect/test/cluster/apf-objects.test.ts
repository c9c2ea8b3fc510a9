import { fieldProblem, formatFieldPath } from '@kubesem/core';
import { createApfReader } from '@kubesem/inspect';
import { readObjects } from '@kubesem/manifests';
import { expect, test } from 'vitest';
import { apfObjectsOf } from '../inspect-files.js';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const read = (text: string) => apfObjectsOf([{ name: 'apf.yaml', text }]);

test('every version is read, other kinds and groups are skipped', () => {
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

const items = [
  { apiVersion: `${GROUP}/v1`, kind: 'FlowSchema', metadata: { name: 'a' } },
  { apiVersion: `${GROUP}/v1`, kind: 'FlowSchema', metadata: { name: 'b' }, spec: { rules: [] } },
];
const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1);

/** A problem with some segments. */
const problemAt = (...segments: (string | number)[]) => ({
  ...fieldProblem({ type: 'FieldValueInvalid', code: 'X', path: undefined, message: 'm' }),
  segments,
  path: formatFieldPath(segments),
});

test('problems are placed by their list and index', () => {
  const { place } = read(list);
  expect(place(problemAt('flowSchemas', 1, 'spec', 'rules', 0, 'subjects'))).toEqual({
    severity: 'error',
    type: 'FieldValueInvalid',
    code: 'X',
    segments: ['spec', 'rules', 0, 'subjects'],
    path: 'spec.rules[0].subjects',
    message: 'm',
    file: 'apf.yaml',
    line: 19,
    column: 14,
  });
  for (const unknown of [
    ['flowSchemas', 2],
    ['priorityLevels', 0],
    ['constructor', 0],
    ['flowSchemas'],
    [],
  ]) {
    expect(place(problemAt(...unknown))).toBeUndefined();
  }
});

test('objects can come one by one', async () => {
  const { add, addProblem, objects } = createApfReader();
  const chunks = [`${list}\n`, '{"a": 1}'];
  for await (const object of readObjects({ name: 'apf.json', chunks }, { onProblem: addProblem })) {
    add(object);
  }
  const { flowSchemas, problems } = objects();
  expect(flowSchemas.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b']);
  expect(problems.map(({ code }) => code)).toEqual(['NOT_AN_OBJECT']);
});
