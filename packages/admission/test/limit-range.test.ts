import {
  applyLimitRanges,
  claimLimitRangeViolations,
  podLimitRangeViolations,
} from '@kubesem/admission';
import type { LimitRange, LimitRangeItem, PodSpec, ResourceRequirements } from '@kubesem/core';
import { applyPodDefaults } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { failure } from './failure.js';

const range = (...limits: LimitRangeItem[]): LimitRange => ({
  metadata: { name: 'bounds' },
  spec: { limits },
});
const item = (fields: LimitRangeItem): LimitRangeItem => ({ type: 'Container', ...fields });
const one = (resources?: ResourceRequirements): PodSpec => ({
  containers: [{ name: 'app', resources }],
});

/** Resources of the containers after the LimitRanges. */
function filled(pod: PodSpec, ...ranges: LimitRange[]): unknown {
  const { spec } = applyLimitRanges(pod, ranges);
  const all = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return JSON.parse(JSON.stringify(all.map(({ resources }) => resources)));
}

/** Violations in one line each. */
function broken(pod: PodSpec, ...limits: LimitRangeItem[]): string[] {
  return podLimitRangeViolations(pod, [range(...limits)]).map(
    ({ code, path }) => `${code} ${path}`,
  );
}

describe('defaults', () => {
  const memory = item({ default: { memory: '512Mi' }, defaultRequest: { memory: '256Mi' } });

  test.each<[string, ResourceRequirements | undefined, ResourceRequirements]>([
    ['neither', undefined, { requests: { memory: '256Mi' }, limits: { memory: '512Mi' } }],
    [
      'a request',
      { requests: { memory: '128Mi' } },
      { requests: { memory: '128Mi' }, limits: { memory: '512Mi' } },
    ],
    [
      'a limit',
      { limits: { memory: '1Gi' } },
      { requests: { memory: '256Mi' }, limits: { memory: '1Gi' } },
    ],
    [
      'zero',
      { requests: { memory: 0 }, limits: { memory: null } },
      { requests: { memory: 0 }, limits: { memory: null } },
    ],
    [
      'another resource',
      { limits: { cpu: 1 } },
      { requests: { memory: '256Mi' }, limits: { cpu: 1, memory: '512Mi' } },
    ],
  ])('of a container that sets %s', (_, resources, expected) => {
    expect(filled(one(resources), range(memory))).toEqual([expected]);
  });

  test.each<[string, LimitRangeItem, string, string]>([
    ['the maximum', { max: { cpu: '800m' }, min: { cpu: '200m' } }, '800m', '800m'],
    ['the limit', { default: { cpu: '700m' }, min: { cpu: '200m' } }, '700m', '700m'],
    [
      'what is given',
      { default: { cpu: 1 }, defaultRequest: { cpu: '0.5' }, max: { cpu: 2 } },
      '500m',
      '1',
    ],
  ])('that are made up of %s', (_, fields, request, limit) => {
    expect(filled(one(), range(item(fields)))).toEqual([
      { requests: { cpu: request }, limits: { cpu: limit } },
    ]);
  });

  test('the minimum alone gives a request and no limit', () => {
    expect(filled(one(), range(item({ min: { cpu: '0.0001' } })))).toEqual([
      { requests: { cpu: '1m' } },
    ]);
  });

  test('of several items the last counts, of several LimitRanges the first', () => {
    const twice = range(item({ default: { cpu: 1 } }), item({ default: { cpu: 2 } }), {
      type: 'Pod',
      default: { cpu: 9 },
    });
    expect(filled(one(), twice, range(item({ default: { cpu: 3, pods: 4 } })))).toEqual([
      { requests: { cpu: '2', pods: '4' }, limits: { cpu: '2', pods: '4' } },
    ]);
  });

  test('are noted, those of init containers too, and leave ephemeral containers alone', () => {
    const pod = applyLimitRanges(
      {
        metadata: { annotations: { a: 'b' } },
        spec: {
          containers: [{ name: 'app', resources: { requests: { memory: 1, cpu: 1 } } }],
          initContainers: [{ name: 'init' }],
          ephemeralContainers: [{ name: 'debug' }],
        },
      },
      [range(item({ default: { memory: '1Gi', cpu: 2 } }))],
    );
    expect(pod.metadata?.annotations).toEqual({
      a: 'b',
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu, memory limit for container app; cpu, memory request for init container init; cpu, memory limit for init container init',
    });
    expect(pod.spec?.ephemeralContainers).toEqual([{ name: 'debug' }]);
  });

  test('where there is nothing to do nothing is changed', () => {
    const pod = { spec: one({ limits: { memory: '1' }, requests: { memory: '1' } }) };
    expect(applyLimitRanges(pod, [range(memory), {}])).toBe(pod);
  });

  test('come after requests were filled in, and before Pod-level resources', () => {
    const pod = { ...one({ limits: { memory: '1Gi' } }), resources: { limits: { cpu: '3' } } };
    const { spec } = applyPodDefaults(pod, {
      admit: (pod) => applyLimitRanges(pod, [range(memory, item({ default: { cpu: 2 } }))]),
    });
    expect(JSON.parse(JSON.stringify([spec?.containers?.[0]?.resources, spec?.resources]))).toEqual(
      [
        { requests: { memory: '1Gi', cpu: '2' }, limits: { memory: '1Gi', cpu: '2' } },
        { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '3', memory: '1Gi' } },
      ],
    );
  });
});

describe('bounds of containers', () => {
  const requests = 'containers[0].resources.requests.cpu';
  const limits = 'containers[0].resources.limits.cpu';

  test.each<[string, LimitRangeItem, ResourceRequirements, string[]]>([
    ['no request', { min: { cpu: 1 } }, { limits: { cpu: 1 } }, [`REQUEST_MISSING ${requests}`]],
    ['a request at the minimum', { min: { cpu: 1 } }, { requests: { cpu: 1 } }, []],
    [
      'a request below it',
      { min: { cpu: 1 } },
      { requests: { cpu: '999m' }, limits: { cpu: '999m' } },
      [`REQUEST_BELOW_MIN ${requests}`],
    ],
    [
      'a limit below it',
      { min: { cpu: 1 } },
      { requests: { cpu: 1 }, limits: { cpu: '999m' } },
      [`LIMIT_BELOW_MIN ${limits}`],
    ],
    ['no limit', { max: { cpu: 1 } }, { requests: { cpu: 2 } }, [`LIMIT_MISSING ${limits}`]],
    ['both at the maximum', { max: { cpu: 1 } }, { requests: { cpu: 1 }, limits: { cpu: 1 } }, []],
    [
      'no request below a maximum of less than nothing',
      { max: { cpu: -1 } },
      { limits: { cpu: -2 } },
      [],
    ],
    [
      'a limit above it',
      { max: { cpu: 1 } },
      { requests: { cpu: 2 }, limits: { cpu: '1001m' } },
      [`LIMIT_ABOVE_MAX ${limits}`],
    ],
    [
      'a request above it',
      { max: { cpu: 1 } },
      { requests: { cpu: 2 }, limits: { cpu: 1 } },
      [`REQUEST_ABOVE_MAX ${requests}`],
    ],
    [
      'no request for a ratio',
      { maxLimitRequestRatio: { cpu: 2 } },
      { limits: { cpu: 1 } },
      [`RATIO_WITHOUT_REQUEST ${requests}`],
    ],
    [
      'a request of zero',
      { maxLimitRequestRatio: { cpu: 2 } },
      { requests: { cpu: 0 }, limits: { cpu: 1 } },
      [`RATIO_WITHOUT_REQUEST ${requests}`],
    ],
    [
      'no limit for a ratio',
      { maxLimitRequestRatio: { cpu: 2 } },
      { requests: { cpu: 1 } },
      [`RATIO_WITHOUT_LIMIT ${limits}`],
    ],
    [
      'a ratio at its bound',
      { maxLimitRequestRatio: { cpu: '1.5' } },
      { requests: { cpu: 2 }, limits: { cpu: 3 } },
      [],
    ],
    [
      'a ratio above it',
      { maxLimitRequestRatio: { cpu: '1.5' } },
      { requests: { cpu: 2 }, limits: { cpu: '3001m' } },
      [`RATIO_ABOVE_MAX ${limits}`],
    ],
    ['a type that is none', { type: 'container', max: { cpu: 1 } }, { limits: { cpu: 2 } }, []],
  ])('%s', (_, fields, resources, expected) => {
    expect(broken(one(resources), item(fields))).toEqual(expected);
  });

  test('beyond what has thousandths in an int64, units are compared', () => {
    const bound = item({ max: { memory: '9223372036854775808m' } });
    const limit = '9223372036854775900m';
    expect(broken(one({ limits: { memory: limit } }), bound)).toEqual([]);
    expect(broken(one({ limits: { memory: '9223372036854777' } }), bound)).toHaveLength(1);
  });

  test('up to there, thousandths', () => {
    const bound = item({ max: { memory: '9223372036854774500m' } });
    expect(broken(one({ limits: { memory: '9223372036854774600m' } }), bound)).toHaveLength(1);
  });

  // Both sides are rounded to what a float holds.
  test.each([
    ['9223372036854776', '9223372036854776', 0],
    ['9223372036854777', '9223372036854778', 1],
    ['9223372036854774500m', '9223372036854776', 1],
    ['20e15', '10e15', 0],
  ])('a ratio of at most %s with %s to 1', (ratio, memory, count) => {
    const bound = item({ maxLimitRequestRatio: { memory: ratio } });
    expect(broken(one({ requests: { memory: '1' }, limits: { memory } }), bound)).toHaveLength(
      count,
    );
  });

  test.each<[LimitRangeItem, ResourceRequirements, string]>([
    [{ min: { cpu: 1 } }, {}, 'FieldValueRequired'],
    [{ min: { cpu: 1 } }, { requests: { cpu: 0 } }, 'FieldValueInvalid'],
    [{ maxLimitRequestRatio: { cpu: 1 } }, { limits: { cpu: 1 } }, 'FieldValueRequired'],
    [{ maxLimitRequestRatio: { cpu: 1 } }, { requests: { cpu: 0 } }, 'FieldValueInvalid'],
  ])('%j of %j is %s', (fields, resources, type) => {
    expect(podLimitRangeViolations(one(resources), [range(item(fields))])).toMatchObject([
      { type },
    ]);
  });

  test('app containers come first, then init containers and sidecars; ephemeral ones have none', () => {
    const pod: PodSpec = {
      initContainers: [{ name: 'a' }, { name: 'b', restartPolicy: 'Always' }],
      containers: [{ name: 'c' }],
      ephemeralContainers: [{ name: 'd' }],
    };
    const found = podLimitRangeViolations({ spec: pod }, [
      range(item({ min: { cpu: 1 }, max: { cpu: 2 } })),
    ]);
    expect(found.map(({ container, rule }) => `${container} ${rule}`)).toEqual([
      'c min',
      'c max',
      'a min',
      'a max',
      'b min',
      'b max',
    ]);
    expect(found[2]?.path).toBe('spec.initContainers[0].resources.requests.cpu');
  });

  test('all is told of one', () => {
    const pod = one({ requests: { memory: '1Gi' }, limits: { memory: '2.5Gi' } });
    const [found] = podLimitRangeViolations(pod, [
      {},
      range(item({ maxLimitRequestRatio: { memory: 2 } })),
    ]);
    const { message, ...data } = JSON.parse(JSON.stringify(found));
    expect(message).toContain('2');
    expect(data).toEqual({
      type: 'FieldValueInvalid',
      path: 'containers[0].resources.limits.memory',
      value: '2560Mi',
      code: 'RATIO_ABOVE_MAX',
      limitRange: 'bounds',
      limitType: 'Container',
      container: 'app',
      resource: 'memory',
      rule: 'maxLimitRequestRatio',
      bound: '2',
      ratio: 2.5,
    });
  });
});

describe('bounds of Pods', () => {
  const pod: PodSpec = {
    initContainers: [{ name: 'init', resources: { requests: { cpu: 3 } } }],
    containers: ['a', 'b'].map((name) => ({
      name,
      resources: { requests: { cpu: 1, 'hugepages-2Mi': '4Mi' } },
    })),
    overhead: { cpu: 5 },
  };
  const atLeast = (min: LimitRangeItem['min']): LimitRangeItem => ({ type: 'Pod', min });

  test('are held against what the scheduler counts, without overhead', () => {
    expect(broken(pod, atLeast({ cpu: 3 }))).toEqual([]);
    expect(broken(pod, atLeast({ cpu: '3001m' }))).toEqual([
      'REQUEST_BELOW_MIN resources.requests.cpu',
    ]);
  });

  test('Pod-level values count for cpu and memory alone', () => {
    const podLevel = { ...pod, resources: { requests: { cpu: 4, 'hugepages-2Mi': '12Mi' } } };
    expect(broken(podLevel, atLeast({ cpu: 4, 'hugepages-2Mi': '10Mi' }))).toEqual([
      'REQUEST_BELOW_MIN resources.requests[hugepages-2Mi]',
    ]);
  });
});

describe('bounds of claims', () => {
  const claim = (storage?: string) => ({
    spec: { resources: { requests: { storage }, limits: { storage: '9Gi' } } },
  });
  const bounds = range(item({ max: { storage: '1' } }), {
    type: 'PersistentVolumeClaim',
    min: { storage: '1Gi' },
    max: { storage: '2Gi' },
    maxLimitRequestRatio: { storage: 1 },
  });

  test.each([
    ['1Gi', []],
    ['2Gi', []],
    ['1023Mi', ['REQUEST_BELOW_MIN min']],
    ['2049Mi', ['REQUEST_ABOVE_MAX max']],
    [undefined, ['REQUEST_MISSING min', 'REQUEST_MISSING max']],
  ])('%s', (storage, expected) => {
    const found = claimLimitRangeViolations(claim(storage), [bounds]);
    expect(found.map(({ code, rule }) => `${code} ${rule}`)).toEqual(expected);
  });
});

test('a LimitRange that cannot be read names the place', () => {
  const limits = [{ type: 'Container' }, { type: 'Container', max: { cpu: '1 core' } }];
  const path = 'limitRanges[1].spec.limits[1].max.cpu';
  const error = expect.objectContaining({ code: 'INVALID_QUANTITY', path });
  expect(() => applyLimitRanges(one(), [{}, { spec: { limits } }])).toThrow(error);
  expect(() => podLimitRangeViolations(one(), [{}, { spec: { limits } }])).toThrow(error);
});

test('what is no LimitRange changes nothing, or is told', () => {
  const nothing = null as unknown as LimitRange;
  expect(applyLimitRanges(one(), [nothing])).toEqual({ spec: one() });
  expect(podLimitRangeViolations(one(), [nothing])).toEqual([]);
  expect(
    claimLimitRangeViolations({}, [nothing, range(null as unknown as LimitRangeItem)]),
  ).toEqual([]);
  const claims = range({ type: 'PersistentVolumeClaim', min: { storage: 1 } });
  expect(claimLimitRangeViolations(null as unknown as object, [claims])).toHaveLength(1);
  expect(failure(() => claimLimitRangeViolations([] as object, [claims]))).toBe('INVALID_TYPE ');
  const error = expect.objectContaining({ code: 'INVALID_TYPE', path: 'limitRanges[0]' });
  expect(() => applyLimitRanges(one(), [5 as unknown as LimitRange])).toThrow(error);
});
