import { claimLimitRangeViolations, podLimitRangeViolations } from '@kubesem/admission';
import type { LimitRange, LimitRangeItem, PodSpec, ResourceRequirements } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const range = (...limits: LimitRangeItem[]): LimitRange => ({
  metadata: { name: 'bounds' },
  spec: { limits },
});
const item = (fields: LimitRangeItem): LimitRangeItem => ({ type: 'Container', ...fields });
const one = (resources?: ResourceRequirements): PodSpec => ({
  containers: [{ name: 'app', resources }],
});

/** Path of each violation, and whether the amount is missing. */
function broken(pod: PodSpec, ...limits: LimitRangeItem[]): string[] {
  return podLimitRangeViolations(pod, { limitRanges: [range(...limits)] }).map(
    ({ path, value }) => `${value === undefined ? 'no ' : ''}${path}`,
  );
}

describe('bounds of containers', () => {
  const requests = 'containers[0].resources.requests[cpu]';
  const limits = 'containers[0].resources.limits[cpu]';

  test.each<[string, LimitRangeItem, ResourceRequirements, string[]]>([
    ['no request', { min: { cpu: 1 } }, { limits: { cpu: 1 } }, [`no ${requests}`]],
    ['a request at the minimum', { min: { cpu: 1 } }, { requests: { cpu: 1 } }, []],
    [
      'a request below it',
      { min: { cpu: 1 } },
      { requests: { cpu: '999m' }, limits: { cpu: '999m' } },
      [requests],
    ],
    [
      'a limit below it',
      { min: { cpu: 1 } },
      { requests: { cpu: 1 }, limits: { cpu: '999m' } },
      [limits],
    ],
    ['no limit', { max: { cpu: 1 } }, { requests: { cpu: 2 } }, [`no ${limits}`]],
    ['both at the maximum', { max: { cpu: 1 } }, { requests: { cpu: 1 }, limits: { cpu: 1 } }, []],
    ['no request with a negative maximum', { max: { cpu: -1 } }, { limits: { cpu: -2 } }, []],
    [
      'a limit above it',
      { max: { cpu: 1 } },
      { requests: { cpu: 2 }, limits: { cpu: '1001m' } },
      [limits],
    ],
    [
      'a request above it',
      { max: { cpu: 1 } },
      { requests: { cpu: 2 }, limits: { cpu: 1 } },
      [requests],
    ],
    [
      'no request for a ratio',
      { maxLimitRequestRatio: { cpu: 2 } },
      { limits: { cpu: 1 } },
      [`no ${requests}`],
    ],
    [
      'a request of zero',
      { maxLimitRequestRatio: { cpu: 2 } },
      { requests: { cpu: 0 }, limits: { cpu: 1 } },
      [requests],
    ],
    [
      'no limit for a ratio',
      { maxLimitRequestRatio: { cpu: 2 } },
      { requests: { cpu: 1 } },
      [`no ${limits}`],
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
      [limits],
    ],
    ['an unknown type', { type: 'container', max: { cpu: 1 } }, { limits: { cpu: 2 } }, []],
  ])('%s', (_, fields, resources, expected) => {
    expect(broken(one(resources), item(fields))).toEqual(expected);
  });

  test('compare units if the thousandths exceed an int64', () => {
    const bound = item({ max: { memory: '9223372036854775808m' } });
    const limit = '9223372036854775900m';
    expect(broken(one({ limits: { memory: limit } }), bound)).toEqual([]);
    expect(broken(one({ limits: { memory: '9223372036854777' } }), bound)).toHaveLength(1);
  });

  test('compare thousandths otherwise', () => {
    const bound = item({ max: { memory: '9223372036854774500m' } });
    expect(broken(one({ limits: { memory: '9223372036854774600m' } }), bound)).toHaveLength(1);
  });

  // Both sides are rounded to a float.
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

  test.each<[LimitRangeItem, ResourceRequirements]>([
    [{ min: { cpu: 1 } }, {}],
    [{ maxLimitRequestRatio: { cpu: 1 } }, { requests: { cpu: 0 } }],
  ])('%j forbids %j', (fields, resources) => {
    expect(
      podLimitRangeViolations(one(resources), { limitRanges: [range(item(fields))] }),
    ).toMatchObject([{ type: 'FORBIDDEN', side: 'requests' }]);
  });

  test('apply to app containers first, then to init containers and sidecars, not to ephemeral ones', () => {
    const pod: PodSpec = {
      initContainers: [{ name: 'a' }, { name: 'b', restartPolicy: 'Always' }],
      containers: [{ name: 'c' }],
      ephemeralContainers: [{ name: 'd' }],
    };
    const found = podLimitRangeViolations(
      { spec: pod },
      { limitRanges: [range(item({ min: { cpu: 1 }, max: { cpu: 2 } }))] },
    );
    expect(found.map(({ container, rule }) => `${container} ${rule}`)).toEqual([
      'c min',
      'c max',
      'a min',
      'a max',
      'b min',
      'b max',
    ]);
    expect(found[2]?.path).toBe('spec.initContainers[0].resources.requests[cpu]');
  });

  test('are reported with all details', () => {
    const pod = one({ requests: { memory: '1Gi' }, limits: { memory: '2.5Gi' } });
    const [found] = podLimitRangeViolations(pod, {
      limitRanges: [{}, range(item({ maxLimitRequestRatio: { memory: 2 } }))],
    });
    const { message, ...data } = JSON.parse(JSON.stringify(found));
    expect(message).toContain('2');
    expect(data).toEqual({
      type: 'FORBIDDEN',
      severity: 'error',
      segments: ['containers', 0, 'resources', 'limits', 'memory'],
      path: 'containers[0].resources.limits[memory]',
      value: '2560Mi',
      code: 'FORBIDDEN',
      side: 'limits',
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

  test('are compared with what the scheduler counts, without overhead', () => {
    expect(broken(pod, atLeast({ cpu: 3 }))).toEqual([]);
    expect(broken(pod, atLeast({ cpu: '3001m' }))).toEqual([
      // The sum is in no field of the Pod.
      'containers',
    ]);
  });

  test('are compared with Pod-level values only for cpu and memory', () => {
    const podLevel = { ...pod, resources: { requests: { cpu: 4, 'hugepages-2Mi': '12Mi' } } };
    expect(broken(podLevel, atLeast({ cpu: 4, 'hugepages-2Mi': '10Mi' }))).toEqual([
      'resources.requests[hugepages-2Mi]',
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
    ['1023Mi', ['min']],
    ['2049Mi', ['max']],
    [undefined, ['min', 'max']],
  ])('%s', (storage, expected) => {
    const found = claimLimitRangeViolations(claim(storage), { limitRanges: [bounds] });
    expect(found.map(({ rule }) => rule)).toEqual(expected);
  });
});
