import { type Container, formatFieldPath, type PodLike, type ResourceList } from '@kubesem/core';
import { explainPodQosClass, podQosClass } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const small = { cpu: '500m', memory: '128Mi' };

function both(list: ResourceList): Container {
  return { resources: { requests: list, limits: list } };
}

describe('podQosClass', () => {
  test.each<[string, Container, string]>([
    ['nothing', {}, 'BestEffort'],
    ['resources that are null', { resources: null }, 'BestEffort'],
    ['empty lists', both({}), 'BestEffort'],
    ['other resources', both({ 'example.com/gpu': 1, 'ephemeral-storage': '1Gi' }), 'BestEffort'],
    ['zero', both({ cpu: '0', memory: 0 }), 'BestEffort'],
    ['equal requests and limits', both(small), 'Guaranteed'],
    [
      'equal ones in different spellings',
      { resources: { requests: small, limits: { cpu: 0.5, memory: '131072Ki' } } },
      'Guaranteed',
    ],
    [
      'equal ones and other resources',
      { resources: { requests: small, limits: { ...small, pods: 1 } } },
      'Guaranteed',
    ],
    ['cpu alone', both({ cpu: '1' }), 'Burstable'],
    ['memory alone, and cpu of zero', both({ cpu: 0, memory: '1Gi' }), 'Burstable'],
    ['requests alone', { resources: { requests: small } }, 'Burstable'],
    [
      'a lower request of memory',
      { resources: { requests: { ...small, memory: '1Mi' }, limits: small } },
      'Burstable',
    ],
    ['limits alone', { resources: { limits: small } }, 'Burstable'],
  ])('of one container with %s', (_name, container, expected) => {
    expect(podQosClass({ containers: [container] })).toBe(expected);
    expect(podQosClass({ spec: { initContainers: [container] } })).toBe(expected);
    const sidecar = { ...container, restartPolicy: 'Always' };
    expect(podQosClass({ metadata: {}, spec: { initContainers: [sidecar] } })).toBe(expected);
  });

  test('compares each container, not their sums as in Kubernetes 1.36', () => {
    const containers = [
      { resources: { requests: { cpu: 1, memory: 1 }, limits: { cpu: 2, memory: 2 } } },
      { resources: { requests: { cpu: 2, memory: 2 }, limits: { cpu: 1, memory: 1 } } },
    ];
    expect(podQosClass({ containers })).toBe('Burstable');
  });

  test('is Burstable if one container differs, even an init container', () => {
    expect(podQosClass({ containers: [both(small), {}] })).toBe('Burstable');
    expect(podQosClass({ containers: [both(small)], initContainers: [{}] })).toBe('Burstable');
    expect(podQosClass({ containers: [{}], initContainers: [both(small)] })).toBe('Burstable');
    expect(podQosClass({ containers: [both(small), both({ cpu: 7, memory: 9 })] })).toBe(
      'Guaranteed',
    );
  });

  test('ignores ephemeral containers', () => {
    const containers = [both(small)];
    expect(podQosClass({ containers, ephemeralContainers: [{}] })).toBe('Guaranteed');
    expect(podQosClass({ containers: [], ephemeralContainers: containers })).toBe('BestEffort');
  });

  test('uses Pod-level resources instead of the containers', () => {
    const containers = [both(small)];
    expect(podQosClass({ containers, resources: { requests: { cpu: 1 } } })).toBe('Burstable');
    expect(podQosClass({ containers: [{}], resources: both(small).resources })).toBe('Guaranteed');
    expect(podQosClass({ containers, resources: both({ 'hugepages-2Mi': '2Mi' }).resources })).toBe(
      'BestEffort',
    );
  });

  test.each([
    ['null', null],
    ['empty', {}],
    ['claims alone', { claims: [{ name: 'gpu' }] }],
    ['other resources', { limits: { 'ephemeral-storage': '1Gi' } }],
  ])('ignores Pod-level resources that are %s', (_name, resources) => {
    expect(podQosClass({ containers: [both(small)], resources })).toBe('Guaranteed');
  });

  test('ignores the overhead', () => {
    expect(podQosClass({ containers: [{}], overhead: { cpu: '1' } })).toBe('BestEffort');
  });

  test('ignores the class in the status', () => {
    const status = { qosClass: 'Guaranteed' };
    expect(podQosClass({ spec: { containers: [{}] }, status })).toBe('BestEffort');
  });

  test.each<[string, string, PodLike]>([
    [
      'INVALID_QUANTITY',
      'spec.containers[1].resources.requests[cpu]',
      { spec: { containers: [{}, both({ cpu: 'x' })] } },
    ],
    [
      'INVALID_QUANTITY',
      'resources.requests[memory]',
      { resources: { requests: { memory: '1GB' } } },
    ],
    [
      'INVALID_QUANTITY',
      'spec.containers[0].resources.limits[cpu]',
      { spec: { containers: [{ resources: { limits: { cpu: '1 Gi' } } }] } },
    ],
    ['INVALID_TYPE', 'initContainers', { initContainers: {} as never }],
    [
      'INVALID_TYPE',
      'containers[0].resources.limits',
      { containers: [{ resources: { limits: 1 as never } }] },
    ],
    ['INVALID_TYPE', 'resources', { resources: 'all' as never }],
    [
      'INVALID_TYPE',
      'ephemeralContainers[0].resources',
      { containers: [], ephemeralContainers: [{ name: 'e', resources: 'abc' as never }] },
    ],
  ])('throws %s at %s', (code, path, pod) => {
    expect(failure(() => podQosClass(pod))).toBe(`${code} ${path}`);
    expect(failure(() => explainPodQosClass(pod))).toBe(`${code} ${path}`);
  });

  test('does not read amounts that do not count', () => {
    expect(podQosClass({ containers: [both({ ...small, 'example.com/gpu': 'x' })] })).toBe(
      'Guaranteed',
    );
  });

  test('throws NOT_A_POD for an object of another kind', () => {
    expect(failure(() => podQosClass({ kind: 'Service' }))).toBe('NOT_A_POD kind');
  });
});

const guaranteed = { cpu: '500m', memory: '128Mi' };
const even = { requests: guaranteed, limits: guaranteed };

/** The class of each container and its breaches in one line. */
function judgements(pod: PodLike): string[] {
  return explainPodQosClass(pod).containers.map((found) => {
    const { name, kind, segments, path, qosClass, breaches } = found;
    expect(path).toBe(formatFieldPath(segments));
    const reasons = breaches.map(
      ({ resource, rule, request, limit }) => `${resource} ${rule} ${request} ${limit}`,
    );
    return [`${path} ${name} ${kind} ${qosClass}`, ...reasons].join('; ');
  });
}

describe('explainPodQosClass', () => {
  test('lists the containers that are not Guaranteed, and by which rule', () => {
    const spec = {
      initContainers: [
        { name: 'init' },
        {
          name: 'proxy',
          restartPolicy: 'Always',
          resources: { requests: { cpu: 1, memory: 0 }, limits: { memory: '1Gi' } },
        },
      ],
      containers: [
        { name: 'web', resources: even },
        {
          name: 'log',
          resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: 2, memory: 0 } },
        },
      ],
      ephemeralContainers: [{ name: 'debug' }],
    };
    expect(explainPodQosClass({ spec })).toMatchObject({
      qosClass: 'Burstable',
      rule: 'ONE_BURSTABLE',
      podLevel: undefined,
    });
    expect(judgements({ spec })).toEqual([
      'spec.initContainers[0] init init BestEffort; cpu NOT_SET undefined undefined; memory NOT_SET undefined undefined',
      'spec.initContainers[1] proxy sidecar Burstable; cpu NO_LIMIT 1 undefined; memory NO_REQUEST 0 1Gi',
      'spec.containers[0] web app Guaranteed',
      'spec.containers[1] log app Burstable; cpu UNEQUAL 1 2; memory NO_LIMIT 1Gi 0',
    ]);
  });

  test.each([
    ['NO_CONTAINERS', 'BestEffort', []],
    ['ALL_ALIKE', 'BestEffort', [{}, {}]],
    ['ALL_ALIKE', 'Guaranteed', [{ resources: even }]],
    ['MIXED', 'Burstable', [{}, { resources: even }]],
    ['ONE_BURSTABLE', 'Burstable', [{ resources: even }, { resources: { requests: guaranteed } }]],
  ])('names the rule %s for %s', (rule, qosClass, containers) => {
    expect(explainPodQosClass({ containers })).toMatchObject({ rule, qosClass });
  });

  test('uses only Pod-level resources', () => {
    const resources = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1' } };
    const explained = explainPodQosClass({ containers: [{ resources: even }], resources });
    expect(explained).toMatchObject({
      qosClass: 'Burstable',
      rule: 'POD_LEVEL',
      podLevel: { qosClass: 'Burstable', breaches: [{ resource: 'memory', rule: 'NO_LIMIT' }] },
      containers: [],
    });
  });
});
