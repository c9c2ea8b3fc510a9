import { type FieldProblem, pathSegments, podParts } from '@kubesem/core';
import { expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

test('a Pod is itself, and its spec is below it', () => {
  const pod = { metadata: { name: 'web' }, spec: { nodeName: 'n1' }, status: { phase: 'Running' } };
  const parts = podParts(pod);
  expect(parts.pod).toBe(pod);
  expect(parts.spec).toBe(pod.spec);
  expect(parts.status).toBe(pod.status);
  expect(pathSegments(parts.specPath)).toEqual(['spec']);
  expect(pathSegments(parts.statusPath)).toEqual(['status']);
});

test('a spec is the outermost object', () => {
  const spec = { nodeName: 'n1' };
  const parts = podParts(spec);
  expect(parts.pod).toEqual({ spec });
  expect(parts.spec).toBe(spec);
  expect(parts.specPath).toBeUndefined();
  expect(parts.status).toEqual({});
});

test('an absent spec or status is empty', () => {
  expect(podParts({ metadata: {}, spec: null, status: null })).toMatchObject({
    spec: {},
    status: {},
  });
});

test('a status of the wrong type is thrown or reported', () => {
  const pod = { spec: {}, status: 'Running' as never };
  expect(failure(() => podParts(pod))).toBe('INVALID_TYPE status');
  const problems: FieldProblem[] = [];
  expect(podParts(pod, (problem) => problems.push(problem)).status).toEqual({});
  expect(problems.map(({ path }) => path)).toEqual(['status']);
});

test('another kind is not a Pod', () => {
  expect(failure(() => podParts({ kind: 'Deployment' }))).toBe('NOT_A_POD kind');
});
