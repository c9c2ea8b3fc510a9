import { attempt, type FieldError, type PodLike, toPod } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const spec = { containers: [{ name: 'app' }] };

describe('toPod returns the very object that it is given', () => {
  test.each<[string, PodLike]>([
    ['a Pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec, status: {} }],
    ['a Pod from a list, without a kind', { metadata: { name: 'web' }, spec }],
    ['a Pod with an empty kind', { kind: '', spec }],
    ['a template', { metadata: { labels: { app: 'web' } }, spec }],
    ['a template of a spec alone', { spec }],
    ['a Pod without a spec', { kind: 'Pod' }],
    ['a Pod with the spec null', { metadata: { name: 'web' }, spec: null }],
    ['a Pod of a status alone', { status: { phase: 'Running' } }],
    ['a Pod of a version alone', { apiVersion: 'v1' }],
  ])('%s', (_, podLike) => {
    expect(toPod(podLike)).toBe(podLike);
  });
});

describe('toPod wraps a spec', () => {
  test.each<[string, PodLike]>([
    ['of containers', spec],
    ['of other fields', { hostNetwork: true, nodeName: 'n1' }],
    ['that is empty', {}],
    ['without a prototype', Object.assign(Object.create(null), spec)],
  ])('%s', (_, podLike) => {
    const pod = toPod(podLike);
    expect(Object.keys(pod)).toEqual(['spec']);
    expect(pod.spec).toBe(podLike);
  });
});

describe('toPod throws NOT_A_POD', () => {
  const template = { spec };

  test('for nothing, which is not shown as a value', () => {
    expect(() => toPod(undefined as unknown as PodLike)).toThrow(
      expect.objectContaining({
        code: 'NOT_A_POD',
        problem: expect.not.objectContaining({ value: expect.anything() }),
      }),
    );
  });

  test.each<[string, unknown, string[], string]>([
    ['null', null, [], 'null'],
    ['a list', [spec], [], '[array]'],
    ['another kind', { kind: 'Node', spec: {} }, ['kind'], 'Node'],
    ['a kind that is not a text', { kind: 7, spec }, ['kind'], '7'],
    ['a spec that is a list', { spec: [] }, ['spec'], '[array]'],
    ['a Deployment from a list', { metadata: {}, spec: { template } }, [], '[object]'],
    ['a Job from a list', { spec: { activeDeadlineSeconds: 5, template } }, [], '[object]'],
    ['a CronJob', { spec: { jobTemplate: { spec: { template } } } }, [], '[object]'],
    ['a CronJob spec', { jobTemplate: { spec: { template } } }, [], '[object]'],
    ['a container', { name: 'app', image: 'app:1.2', resources: {} }, [], '[object]'],
    ['a container without an image', { name: 'app', resources: {} }, [], '[object]'],
    ['a PodTemplate from a list', { metadata: {}, template }, [], '[object]'],
  ])('for %s', (_, podLike, segments, value) => {
    expect(() => toPod(podLike as PodLike)).toThrow(
      expect.objectContaining({
        code: 'NOT_A_POD',
        problem: expect.objectContaining({ segments, value }),
      }),
    );
  });

  test.each<[unknown, string[]]>([
    ['user:pass@host', []],
    [{ spec: 'user:pass@host' }, ['spec']],
  ])('for %j, without its text', (podLike, segments) => {
    const error = attempt(() => toPod(podLike as PodLike)).error as FieldError<'NOT_A_POD'>;
    expect([error.code, error.problem.segments]).toEqual(['NOT_A_POD', segments]);
    expect(`${error.message} ${JSON.stringify(error.problem)}`).not.toContain('pass');
  });
});
