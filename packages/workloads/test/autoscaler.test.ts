import { FieldProblems, fields } from '@kubesem/core/internal';
import { autoscaledPodCount, autoscalerRange } from '@kubesem/workloads';
import { isScalableKind, readAutoscalerRange } from '@kubesem/workloads/internal';
import { describe, expect, test } from 'vitest';

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const range = (spec: object, status?: object, isManifest?: boolean) =>
  autoscalerRange({ spec: { scaleTargetRef, ...spec }, status }, { isManifest });

describe('the range of an autoscaler', () => {
  test.each([
    ['1 by default', { maxReplicas: 5 }, 1, 5],
    ['as set', { minReplicas: 2, maxReplicas: 2 }, 2, 2],
    ['0 if set', { minReplicas: 0, maxReplicas: 3 }, 0, 3],
  ])('has a minimum of %s', (_, spec, min, max) => {
    expect(range(spec)).toMatchObject({ min, max });
  });

  test.each([[{}], [{ maxReplicas: 0 }], [{ minReplicas: 3, maxReplicas: 2 }]])(
    'is none if the API server rejects %j',
    (spec) => {
      expect(range(spec)).toBeUndefined();
    },
  );

  test.each([
    ['apps/v1', 'apps'],
    ['apps/v1beta1', 'apps'],
    ['v1', ''],
    [undefined, ''],
  ])('is that of an object of the group in %s', (apiVersion, group) => {
    const found = range({ scaleTargetRef: { ...scaleTargetRef, apiVersion }, maxReplicas: 2 });
    expect(found?.target).toEqual({ group, kind: 'Deployment', name: 'web' });
  });

  test('with fields of the wrong type has problems', () => {
    const problems = new FieldProblems();
    const wrong = { spec: { scaleTargetRef: 5, minReplicas: '2', maxReplicas: 4 }, status: 3 };
    expect(readAutoscalerRange(fields(wrong as never, problems), true)).toMatchObject({
      min: 1,
      max: 4,
    });
    expect(
      problems
        .list()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['spec.minReplicas', 'spec.scaleTargetRef', 'status']);
    expect(() => autoscalerRange(wrong as never)).toThrow();
  });
});

describe('the number of Pods', () => {
  test.each([
    [1, 2],
    [3, 3],
    [9, 5],
    [2147483647, 5],
  ])('%i becomes %i within 2 and 5', (count, expected) => {
    const found = range({ minReplicas: 2, maxReplicas: 5 });
    expect(found && autoscaledPodCount({ count, per: 'object' }, found)).toEqual({
      count: expected,
      per: 'object',
      autoscaled: { min: 2, max: 5 },
    });
  });

  test('0 stays, unless the autoscaler has set it', () => {
    const status = { conditions: [null, { type: 'ScaledToZero', status: 'True' }] };
    const none = { count: 0, per: 'object' } as const;
    const spec = { minReplicas: 0, maxReplicas: 5 };
    const stored = range(spec, status);
    const manifest = range(spec, status, true);
    expect(stored && autoscaledPodCount(none, stored).autoscaled).toEqual({ min: 0, max: 5 });
    expect(manifest && autoscaledPodCount(none, manifest)).toEqual(none);
  });
});

test('kinds with a scale subresource can be scaled', () => {
  expect(isScalableKind('', 'ReplicationController')).toBe(true);
  expect(isScalableKind('apps', 'ReplicationController')).toBe(false);
  expect(isScalableKind('apps', 'constructor')).toBe(false);
});
