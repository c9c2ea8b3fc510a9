import { expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

test.each([
  [
    'a workload',
    'apps/v1',
    'Deployment',
    'spec: { replica: 2, selector: { matchlabels: {} } }',
    ['spec.replica', 'spec.selector.matchlabels'],
  ],
  [
    'another object',
    'v1',
    'Service',
    'spec: { ports: [{ targetport: 80 }] }',
    ['spec.ports[0].targetport'],
  ],
  ['a custom resource', 'example.com/v1', 'Deployment', 'spec: { replica: 2 }', []],
  ['another version', 'autoscaling/v1', 'HorizontalPodAutoscaler', 'spec: { metric: [] }', []],
])('unknown fields of %s', (_, apiVersion, kind, fields, paths) => {
  const text = `{ apiVersion: ${apiVersion}, kind: ${kind}, metadata: { name: a }, ${fields} }`;
  const { objects, problems } = inspectText(text);
  const all = [...problems, ...objects.flatMap((object) => object.problems)];
  const unknown = all.filter(({ code }) => code === 'UNKNOWN_FIELD');
  expect(unknown.map(({ path, severity }) => `${path} ${severity}`)).toEqual(
    paths.map((path) => `${path} error`),
  );
});

test('unknown fields that another server has stored are at most warnings', () => {
  const stored = `{ apiVersion: v1, kind: Pod, metadata: { name: a, uid: a, x: 1 }, status: { x: 1 },
    spec: { x: 1, containers: [{ name: a, securityContext: { x: 1 }, image: a:1 }] } }`;
  expect(
    inspectText(stored).objects[0]?.problems.map(({ path, severity }) => `${path} ${severity}`),
  ).toEqual(['spec.x warning', 'spec.containers[0].securityContext.x warning']);
});
