import { applyRuntimeClass, runtimeClassChange } from '@kubesem/admission';
import type { PodSpec } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const kata = {
  metadata: { name: 'kata' },
  overhead: { podFixed: { cpu: '250m' } },
  scheduling: { nodeSelector: { disk: 'ssd' }, tolerations: [{ operator: 'Exists' }] },
};
const pod = (spec: PodSpec) => ({ spec: { runtimeClassName: 'kata', ...spec } });

describe('a Pod with a RuntimeClass', () => {
  test('gets overhead, node selector and tolerations', () => {
    const tolerations = [{ key: 'gpu', operator: 'Exists' }];
    const { spec } = applyRuntimeClass(pod({ nodeSelector: { zone: 'a' }, tolerations }), {
      runtimeClasses: [kata],
    });
    expect(spec).toMatchObject({
      overhead: { cpu: '250m' },
      nodeSelector: { zone: 'a', disk: 'ssd' },
      tolerations: [{ operator: 'Exists' }],
    });
    expect(spec?.tolerations).toHaveLength(1);
  });

  test('can bring the same overhead, in any spelling', () => {
    const { spec } = applyRuntimeClass(pod({ overhead: { cpu: '0.25' } }), {
      runtimeClasses: [kata],
    });
    expect(spec?.overhead).toEqual({ cpu: '250m' });
  });

  test('keeps its form: a spec stays a spec', () => {
    const spec = { runtimeClassName: 'kata', containers: [{ name: 'app' }] };
    expect(applyRuntimeClass(spec, { runtimeClasses: [kata] }).overhead).toEqual({ cpu: '250m' });
  });

  test('is not changed', () => {
    const frozen = Object.freeze({ runtimeClassName: 'kata', nodeSelector: Object.freeze({}) });
    expect(
      applyRuntimeClass({ spec: frozen }, { runtimeClasses: [kata] }).spec?.nodeSelector,
    ).toEqual({ disk: 'ssd' });
  });
});

test('a Pod without a RuntimeClass stays as it is', () => {
  const plain = { spec: { containers: [] } };
  expect(applyRuntimeClass(plain, { runtimeClasses: [kata] })).toBe(plain);
  expect(runtimeClassChange(plain, { runtimeClasses: [kata] })).toBeUndefined();
});

describe('rejected Pods', () => {
  test.each([
    ['RUNTIME_CLASS_NOT_FOUND', ['spec', 'runtimeClassName'], { runtimeClassName: 'gone' }],
    ['OVERHEAD_CONFLICT', ['spec', 'overhead'], { overhead: { cpu: '1' } }],
    [
      'OVERHEAD_WITHOUT_RUNTIME_CLASS',
      ['spec', 'overhead'],
      { runtimeClassName: null, overhead: { cpu: '1' } },
    ],
    ['NODE_SELECTOR_CONFLICT', ['spec', 'nodeSelector', 'disk'], { nodeSelector: { disk: 'hdd' } }],
    ['INVALID_QUANTITY', ['spec', 'overhead', 'cpu'], { overhead: { cpu: 'much' } }],
  ])('%s', (code, segments, spec) => {
    expect(() => applyRuntimeClass(pod(spec), { runtimeClasses: [kata] })).toThrow(
      expect.objectContaining({ code, problem: expect.objectContaining({ segments }) }),
    );
  });
});

test.each([
  [{ tolerations: {} }, {}, ['spec', 'tolerations']],
  [{ tolerations: 'x' }, {}, ['spec', 'tolerations']],
  [{ tolerations: 5 }, {}, ['spec', 'tolerations']],
  [{}, { tolerations: {} }, ['scheduling', 'tolerations']],
  [{}, { tolerations: 'x' }, ['scheduling', 'tolerations']],
  [{}, { tolerations: true }, ['scheduling', 'tolerations']],
])('a Pod with %j and a RuntimeClass with %j are reported', (spec, scheduling, segments) => {
  const runtimeClass = { ...kata, scheduling: { ...kata.scheduling, ...scheduling } };
  expect(() =>
    applyRuntimeClass(pod(spec as never), { runtimeClasses: [runtimeClass as never] }),
  ).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ segments }),
    }),
  );
});
