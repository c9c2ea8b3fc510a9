import { inspectObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { expect, test } from 'vitest';

const object = (apiVersion: string, kind: string, name: string, spec: object, more = {}) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop', ...more },
  spec,
});
const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:1' }] } };
const web = object('apps/v1', 'Deployment', 'web', { replicas: 2, template });
const logs = object('apps/v1', 'DaemonSet', 'logs', { template });
const bare = object('v1', 'Pod', 'bare', template.spec, { labels });
const ownerReferences = [
  { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web', uid: 'u', controller: true },
];
const owned = object('v1', 'Pod', 'owned', template.spec, { labels, ownerReferences });
const budget = (name: string, spec: object, more = {}) =>
  object(
    'policy/v1',
    'PodDisruptionBudget',
    name,
    { selector: { matchLabels: labels }, ...spec },
    more,
  );

function findings(...objects: readonly object[]) {
  const text = objects.map((each) => JSON.stringify(each)).join('\n');
  return inspectObjects([parseObjects({ name: 'a.json', text })]).problems.map(
    ({ severity, code, line, path }) => [severity, code, line, path],
  );
}

test.each<[string, readonly object[], readonly (readonly unknown[])[]]>([
  ['one that allows a disruption', [web, budget('a', { maxUnavailable: 1 })], []],
  [
    'one that never allows any',
    [web, budget('a', { minAvailable: 2 })],
    [['warning', 'BUDGET_NEVER_ALLOWS', 2, 'spec']],
  ],
  [
    'one that is defined before its workload',
    [budget('a', { minAvailable: 2 }), web],
    [['warning', 'BUDGET_NEVER_ALLOWS', 1, 'spec']],
  ],
  [
    'one of a DaemonSet',
    [logs, budget('a', { maxUnavailable: 1 })],
    [['warning', 'BUDGET_SYNC_FAILS', 2, 'spec']],
  ],
  [
    'two of the same Pods',
    [web, budget('a', { maxUnavailable: 1 }), budget('b', { maxUnavailable: 1 })],
    [
      ['warning', 'BUDGET_OVERLAPS', 2, 'spec.selector'],
      ['warning', 'BUDGET_OVERLAPS', 3, 'spec.selector'],
    ],
  ],
  [
    'one of Pods without a controller',
    [bare, budget('a', { maxUnavailable: 1 })],
    [
      ['warning', 'BUDGET_NEVER_ALLOWS', 2, 'spec'],
      ['warning', 'BUDGET_PODS_UNMANAGED', 2, 'spec.selector'],
    ],
  ],
  [
    'one that matches nothing',
    [web, budget('a', { minAvailable: 1, selector: { matchLabels: { app: 'api' } } })],
    [['warning', 'BUDGET_MATCHES_NOTHING', 2, 'spec.selector']],
  ],
  [
    'one of workloads with the same uid',
    [
      object('apps/v1', 'Deployment', 'web', { replicas: 2, template }, { uid: 'u' }),
      object('apps/v1', 'Deployment', 'api', { replicas: 2, template }, { uid: 'u' }),
      budget('a', { maxUnavailable: 1 }),
    ],
    [['warning', 'BUDGET_UIDS_DUPLICATE', 3, 'spec.selector']],
  ],
  ['one whose workload may be in another file', [budget('a', { minAvailable: 1 })], []],
  [
    'one of Pods whose controller is not in the files',
    [owned, budget('a', { minAvailable: 1 })],
    [],
  ],
  ...(['example.com/v1', 'cache.k8s.io/v1'] as const).map(
    (group): [string, object[], unknown[][]] => [
      `one whose Pods an operator may create for an object of ${group}`,
      [
        web,
        object(group, 'Cache', 'main', {}, { labels: { app: 'cache' } }),
        budget('a', { minAvailable: 1, selector: { matchLabels: { app: 'cache' } } }),
      ],
      group === 'example.com/v1' ? [] : [['warning', 'BUDGET_MATCHES_NOTHING', 3, 'spec.selector']],
    ],
  ),
  [
    'one that cannot be read',
    [web, budget('a', { minAvailable: [] })],
    [['error', 'INVALID_TYPE', 2, 'spec.minAvailable']],
  ],
  [
    'one that is defined again',
    [web, budget('a', { minAvailable: 2 }), budget('a', { minAvailable: 1 })],
    [],
  ],
])('a budget, %s', (_, objects, expected) => {
  const found = findings(...objects).filter(([, code]) => code !== 'OBJECT_DUPLICATE');
  expect(found).toEqual(expected);
});
