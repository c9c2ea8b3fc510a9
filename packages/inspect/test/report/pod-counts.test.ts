import { expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

const POD = {
  spec: { containers: [{ name: 'a', resources: { requests: { cpu: '1' } }, image: 'a:1' }] },
};

/** What the fields of a kind default to, and how many Pods its controller then creates. */
type Row = readonly [
  type: string,
  spec: object,
  pods: { count: number; per: 'object' | 'node' | 'run'; reason?: string },
];

/**
 * Derived from the defaults of the API server (`SetDefaults_*` of `k8s.io/kubernetes/pkg/apis/{core,apps,batch}/v1`
 * v1.37.1) and the controllers that read them (`manageJob` of `pkg/controller/job`, `manage` of `pkg/controller/daemon`).
 */
const ROWS: readonly Row[] = [
  ['v1 ReplicationController', {}, { count: 1, per: 'object' }],
  ['apps/v1 ReplicaSet', {}, { count: 1, per: 'object' }],
  ['apps/v1 Deployment', {}, { count: 1, per: 'object' }],
  ['apps/v1 Deployment', { replicas: null }, { count: 1, per: 'object' }],
  ['apps/v1 Deployment', { replicas: 0 }, { count: 0, per: 'object' }],
  ['apps/v1 Deployment', { replicas: 4, paused: true }, { count: 4, per: 'object' }],
  ['apps/v1 StatefulSet', { replicas: 3 }, { count: 3, per: 'object' }],
  ['apps/v1 DaemonSet', {}, { count: 1, per: 'node' }],
  ['batch/v1 Job', {}, { count: 1, per: 'object' }],
  ['batch/v1 Job', { parallelism: 3 }, { count: 3, per: 'object' }],
  ['batch/v1 Job', { completions: 3 }, { count: 1, per: 'object' }],
  ['batch/v1 Job', { completions: 2, parallelism: 3 }, { count: 2, per: 'object' }],
  ['batch/v1 Job', { completions: 0, parallelism: 3 }, { count: 0, per: 'object' }],
  ['batch/v1 Job', { suspend: true }, { count: 0, per: 'object', reason: 'SUSPENDED' }],
  ['batch/v1 CronJob', {}, { count: 1, per: 'run' }],
  ['batch/v1 CronJob', { parallelism: 3 }, { count: 3, per: 'run' }],
  ['batch/v1 CronJob', { suspend: true }, { count: 0, per: 'run', reason: 'SUSPENDED' }],
];

/** An object of a kind around the Pod template. */
function objectOf(type: string, spec: object) {
  const [apiVersion, kind] = type.split(' ');
  const inner = { ...spec, template: POD };
  return {
    apiVersion,
    kind,
    metadata: { name: 'w' },
    spec: kind === 'CronJob' ? { jobTemplate: { spec: inner } } : inner,
  };
}

test.each(ROWS)('%s with %j', (type, spec, pods) => {
  const { objects, summary } = inspectText(JSON.stringify(objectOf(type, spec)));
  expect(objects.map((object) => [object.kind, object.pods, object.problems])).toEqual([
    [type.split(' ')[1], pods, []],
  ]);
  const isPerNode = pods.per === 'node';
  expect([summary.pods, summary.perNode.pods]).toEqual(
    isPerNode ? [0, pods.count] : [pods.count, 0],
  );
  const { requests } = isPerNode ? summary.perNode : summary;
  expect(`${requests.cpu ?? 0}`).toBe(String(pods.count));
});

test('a Pod runs once, and a PodTemplate not at all', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, ...POD };
  const template = { ...pod, kind: 'PodTemplate', template: POD };
  const { objects, summary } = inspectText(`${JSON.stringify(pod)}\n${JSON.stringify(template)}`);
  expect(objects.map(({ kind, pods }) => [kind, pods])).toEqual([
    ['Pod', { count: 1, per: 'object' }],
    ['PodTemplate', { count: 0, per: 'object', reason: 'TEMPLATE' }],
  ]);
  expect(summary.pods).toBe(1);
});

test('a summary is the same without containers and images', () => {
  const text = ROWS.map(([type, spec]) => JSON.stringify(objectOf(type, spec))).join('\n');
  const [all, amounts] = [false, true].map((amountsOnly) => inspectText(text, { amountsOnly }));
  expect(JSON.stringify(amounts?.summary)).toBe(JSON.stringify(all?.summary));
  expect(amounts?.problems).toEqual(all?.problems);
  expect(amounts?.objects[0]?.pod).toMatchObject({
    containers: [],
    images: [],
    qosClass: 'Burstable',
  });
  expect(all?.objects[0]?.pod?.containers).toHaveLength(1);
});

test('a DaemonSet has no replicas', () => {
  const { objects } = inspectText(JSON.stringify(objectOf('apps/v1 DaemonSet', { replicas: 3 })));
  expect(objects[0]?.pods).toEqual({ count: 1, per: 'node' });
  expect(objects[0]?.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'UNKNOWN_FIELD spec.replicas',
  ]);
});
