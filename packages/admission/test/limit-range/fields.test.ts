import {
  applyLimitRanges,
  claimLimitRangeViolations,
  podLimitRangeViolations,
} from '@kubesem/admission';
import type { LimitRange, LimitRangeItem } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { errorsOfFields, failure } from '../../../../scripts/testing.js';

const limitRange = {
  metadata: { name: 'bounds' },
  spec: {
    limits: [
      {
        type: 'Container',
        max: { cpu: '7' },
        min: { cpu: '100m' },
        default: { 'hugepages-2Mi': '2Mi' },
        defaultRequest: { memory: '1Gi' },
        maxLimitRequestRatio: { cpu: '8' },
      },
      { type: 'PersistentVolumeClaim', min: { storage: '10Gi' } },
    ],
  },
};

const pod = {
  metadata: { annotations: { a: 'b' } },
  spec: {
    containers: [{ name: 'app', resources: { requests: { cpu: '1' }, limits: { memory: '5Gi' } } }],
    initContainers: [{ name: 'init' }],
    resources: { requests: { cpu: '13' } },
  },
};

const claim = { spec: { resources: { requests: { storage: '11Gi' } } } };

describe('fields that are not readable', () => {
  test('of a LimitRange with defaults', () => {
    const apply = (value: LimitRange) =>
      applyLimitRanges({ containers: [{ name: 'app' }] }, { limitRanges: [{}, value] });
    expect(errorsOfFields(limitRange, apply)).toEqual([
      'INVALID_TYPE limitRanges[1].metadata',
      'INVALID_TYPE limitRanges[1].metadata.name',
      'INVALID_TYPE limitRanges[1].spec',
      'INVALID_TYPE limitRanges[1].spec.limits',
      'INVALID_TYPE limitRanges[1].spec.limits[0]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].type',
      'INVALID_TYPE limitRanges[1].spec.limits[0].max',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].max[cpu]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].min',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].min[cpu]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].default',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].default[hugepages-2Mi]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].defaultRequest',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].defaultRequest[memory]',
      'INVALID_TYPE limitRanges[1].spec.limits[1]',
      'INVALID_TYPE limitRanges[1].spec.limits[1].type',
    ]);
  });

  test('of a LimitRange with bounds', () => {
    const check = (value: LimitRange) => [
      podLimitRangeViolations(pod, { limitRanges: [{}, value] }),
      claimLimitRangeViolations(claim, { limitRanges: [{}, value] }),
    ];
    expect(errorsOfFields(limitRange, check)).toEqual([
      'INVALID_TYPE limitRanges[1].metadata',
      'INVALID_TYPE limitRanges[1].metadata.name',
      'INVALID_TYPE limitRanges[1].spec',
      'INVALID_TYPE limitRanges[1].spec.limits',
      'INVALID_TYPE limitRanges[1].spec.limits[0]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].type',
      'INVALID_TYPE limitRanges[1].spec.limits[0].max',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].max[cpu]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].min',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].min[cpu]',
      'INVALID_TYPE limitRanges[1].spec.limits[0].maxLimitRequestRatio',
      'INVALID_QUANTITY limitRanges[1].spec.limits[0].maxLimitRequestRatio[cpu]',
      'INVALID_TYPE limitRanges[1].spec.limits[1]',
      'INVALID_TYPE limitRanges[1].spec.limits[1].type',
      'INVALID_TYPE limitRanges[1].spec.limits[1].min',
      'INVALID_QUANTITY limitRanges[1].spec.limits[1].min[storage]',
    ]);
  });

  test('of a Pod to fill in', () => {
    const apply = (value: object) => applyLimitRanges(value, { limitRanges: [limitRange] });
    expect(errorsOfFields(pod, apply)).toEqual([
      'INVALID_TYPE metadata',
      'INVALID_TYPE metadata.annotations',
      'NOT_A_POD spec',
      'INVALID_TYPE spec.containers',
      'INVALID_TYPE spec.containers[0]',
      'INVALID_TYPE spec.containers[0].name',
      'INVALID_TYPE spec.containers[0].resources',
      'INVALID_TYPE spec.containers[0].resources.requests',
      'INVALID_TYPE spec.containers[0].resources.limits',
      'INVALID_TYPE spec.initContainers',
      'INVALID_TYPE spec.initContainers[0]',
      'INVALID_TYPE spec.initContainers[0].name',
    ]);
    expect(errorsOfFields(pod.spec, apply)).toEqual([
      'INVALID_TYPE containers',
      'INVALID_TYPE containers[0]',
      'INVALID_TYPE containers[0].name',
      'INVALID_TYPE containers[0].resources',
      'INVALID_TYPE containers[0].resources.requests',
      'INVALID_TYPE containers[0].resources.limits',
      'INVALID_TYPE initContainers',
      'INVALID_TYPE initContainers[0]',
      'INVALID_TYPE initContainers[0].name',
    ]);
  });

  test('of an ephemeral container, whose amounts do not count', () => {
    const check = (resources: object) =>
      failure(() =>
        podLimitRangeViolations(
          { ephemeralContainers: [{ resources }] },
          { limitRanges: [limitRange] },
        ),
      );
    expect(check('abc' as never)).toBe('INVALID_TYPE ephemeralContainers[0].resources');
    expect(check({ limits: { cpu: 'abc' } })).toBe('no error');
  });

  test('of a Pod to check', () => {
    const check = (value: object) => podLimitRangeViolations(value, { limitRanges: [limitRange] });
    expect(errorsOfFields(pod, check)).toEqual([
      'NOT_A_POD spec',
      'INVALID_TYPE spec.containers',
      'INVALID_TYPE spec.containers[0]',
      'INVALID_TYPE spec.containers[0].name',
      'INVALID_TYPE spec.containers[0].resources',
      'INVALID_TYPE spec.containers[0].resources.requests',
      'INVALID_QUANTITY spec.containers[0].resources.requests[cpu]',
      'INVALID_TYPE spec.containers[0].resources.limits',
      'INVALID_QUANTITY spec.containers[0].resources.limits[memory]',
      'INVALID_TYPE spec.initContainers',
      'INVALID_TYPE spec.initContainers[0]',
      'INVALID_TYPE spec.initContainers[0].name',
      'INVALID_TYPE spec.resources',
      'INVALID_TYPE spec.resources.requests',
      'INVALID_QUANTITY spec.resources.requests[cpu]',
    ]);
  });

  test('of a claim to check', () => {
    const check = (value: object) =>
      claimLimitRangeViolations(value, { limitRanges: [limitRange] });
    expect(errorsOfFields(claim, check)).toEqual([
      'INVALID_TYPE spec',
      'INVALID_TYPE spec.resources',
      'INVALID_TYPE spec.resources.requests',
      'INVALID_QUANTITY spec.resources.requests[storage]',
    ]);
  });
});

describe('objects of another kind', () => {
  const nothing = null as unknown as LimitRange;
  const spec = { containers: [{ name: 'app' }] };

  test('null is a LimitRange without items', () => {
    expect(applyLimitRanges(spec, { limitRanges: [nothing] })).toBe(spec);
    expect(podLimitRangeViolations(spec, { limitRanges: [nothing] })).toEqual([]);
    const noItem = { spec: { limits: [null as unknown as LimitRangeItem] } };
    expect(claimLimitRangeViolations({}, { limitRanges: [nothing, noItem] })).toEqual([]);
  });

  test('null is a claim without requests', () => {
    expect(
      claimLimitRangeViolations(null as unknown as object, { limitRanges: [limitRange] }),
    ).toHaveLength(1);
  });

  test('others are rejected', () => {
    expect(
      failure(() => claimLimitRangeViolations([] as object, { limitRanges: [limitRange] })),
    ).toBe('INVALID_TYPE ');
    expect(
      failure(() => applyLimitRanges(spec, { limitRanges: [5 as unknown as LimitRange] })),
    ).toBe('INVALID_TYPE limitRanges[0]');
  });
});
