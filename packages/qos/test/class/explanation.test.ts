import type { PodLike } from '@kubesem/core';
import { explainPodQosClass } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';

const guaranteed = { cpu: '500m', memory: '128Mi' };
const even = { requests: guaranteed, limits: guaranteed };

/** The judgement on each container in one line. */
function judgements(pod: PodLike): string[] {
  return explainPodQosClass(pod).containers.map(({ name, kind, path, qosClass, breaches }) => {
    const reasons = breaches.map(
      ({ resource, rule, request, limit }) => `${resource} ${rule} ${request} ${limit}`,
    );
    return [`${path} ${name} ${kind} ${qosClass}`, ...reasons].join('; ');
  });
}

describe('explainPodQosClass', () => {
  test('says which container breaks Guaranteed, and by which rule', () => {
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
  ])('names the rule %s, which gave %s', (rule, qosClass, containers) => {
    expect(explainPodQosClass({ containers })).toMatchObject({ rule, qosClass });
  });

  test('judges Pod-level resources alone', () => {
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
