import { reportSummary } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';
import { inspectFiles } from '../inspect-files.js';

const workload = (
  kind: string,
  name: string,
  namespace: string,
  replicas: number,
  cpu: string,
  metadata = '',
) => `
apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: ${namespace}, ${metadata} }
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
      - { name: a, image: a:1, resources: { requests: { cpu: ${cpu} }, limits: { cpu: 7, memory: 1Gi } } }
`;

const ofText = (text: string) => inspectFiles([{ name: 'a.yaml', text }]).summary;
const text = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('each object counts as often as it has Pods, in all and by namespace', () => {
  const summary = ofText(
    [
      workload('Deployment', 'w', 'b', 3, '100m'),
      workload('StatefulSet', 's', 'a', 2, '1'),
      workload('Deployment', 'none', 'a', 0, '50'),
      workload('Deployment', 'v', 'b', 1, '20m'),
    ].join('---'),
  );
  expect(text(summary)).toMatchObject({
    pods: 6,
    requests: { cpu: '2320m', memory: '6Gi' },
    limits: { cpu: '42', memory: '6Gi' },
    namespaces: [
      { namespace: 'a', pods: 2, requests: { cpu: '2', memory: '2Gi' } },
      { namespace: 'b', pods: 4, requests: { cpu: '320m', memory: '4Gi' } },
    ],
  });
});

test('DaemonSets are added up separately, for one node', () => {
  const summary = ofText(
    [
      workload('DaemonSet', 'd', 'a', 1, '30m'),
      workload('DaemonSet', 'e', 'b', 1, '5m'),
      workload('Deployment', 'w', 'b', 2, '1'),
    ].join('---'),
  );
  expect(text(summary)).toMatchObject({
    pods: 2,
    requests: { cpu: '2' },
    perNode: { pods: 2, requests: { cpu: '35m', memory: '2Gi' } },
    namespaces: [{ perNode: { pods: 1 } }, { perNode: { pods: 1, requests: { cpu: '5m' } } }],
  });
});

test('the controller of another object is skipped', () => {
  const owned = (uid: string, by: string) =>
    `uid: ${uid}, ownerReferences: [{uid: x}, {uid: ${by}, controller: true}]`;
  const deployment = workload('Deployment', 'w', 'ns', 3, '1', 'uid: d1');
  const replicaSet = workload('ReplicaSet', 'w-1', 'ns', 3, '2', owned('r1', 'd1'));
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: w-1-x, namespace: ns, ${owned('p1', 'r1')} }
spec: { containers: [{ name: a, resources: { requests: { cpu: 4 } }, image: a:1 }] }
`;
  const cpu = (...parts: string[]) => {
    const { requests, controllersSkipped } = ofText(parts.join('---\n'));
    return [requests.cpu?.toString(), controllersSkipped];
  };
  expect(cpu(deployment)).toEqual(['3', 0]);
  expect(cpu(replicaSet, deployment)).toEqual(['6', 1]);
  expect(cpu(deployment, replicaSet, pod)).toEqual(['4', 2]);
  expect(cpu(pod, pod.replace('p1', 'p2'), replicaSet)).toEqual(['8', 1]);
});

describe('the workload that created the controller of a Pod is skipped, even without the controller', () => {
  const deployment = workload('Deployment', 'web', 'ns', 2, '1', 'uid: d1');
  const cronJob = `apiVersion: batch/v1
kind: CronJob
metadata: { name: web, namespace: ns, uid: c1 }
spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: a, resources: { requests: { cpu: 1 } }, image: a:1 }] } } } } }
`;
  const podOf = (owner: string, labels = '', namespace = 'ns') => `apiVersion: v1
kind: Pod
metadata:
  { name: x, namespace: ${namespace}, uid: p1, labels: { ${labels} }, ownerReferences: [{ uid: gone, controller: true, ${owner} }] }
spec: { containers: [{ name: a, resources: { requests: { cpu: 4 } }, image: a:1 }] }
`;
  const hash = 'pod-template-hash: 5d4f';

  test.each<[string, string, string, string, number]>([
    ['a Deployment', podOf('kind: ReplicaSet, name: web-5d4f', hash), deployment, '4', 1],
    ['a CronJob', podOf('kind: Job, name: web-29'), cronJob, '4', 1],
    ['a manifest', podOf('kind: Job, name: web-29'), cronJob.replace(', uid: c1', ''), '5', 0],
    ['another name', podOf('kind: ReplicaSet, name: web-b-5d4f', hash), deployment, '6', 0],
    ['another kind', podOf('kind: ReplicaSet, name: web-5d4f', hash), cronJob, '5', 0],
    ['another namespace', podOf('kind: Job, name: web-29', '', 'b'), cronJob, '5', 0],
  ])('%s', (_, pod, creator, cpu, skipped) => {
    const { requests, controllersSkipped } = ofText([pod, creator].join('---\n'));
    expect([requests.cpu?.toString(), controllersSkipped]).toEqual([cpu, skipped]);
  });
});

describe('an object that is defined again', () => {
  const of = (...parts: string[]) => {
    const files = parts.map((text, index) => ({ name: `${index}.yaml`, text }));
    const { objects, summary } = inspectFiles(files);
    const problems = objects.flatMap((object) => object.problems);
    return {
      cpu: summary.requests.cpu?.toString(),
      found: problems.map(
        ({ severity, code, file, line, column }) => `${severity} ${code} ${file}:${line}:${column}`,
      ),
    };
  };
  const base = workload('Deployment', 'w', 'ns', 3, '1');
  const overlay = workload('Deployment', 'w', 'ns', 2, '5');

  test('counts once, with its last definition, and is reported', () => {
    expect(of(`# base\n${base}`, overlay)).toEqual({
      cpu: '10',
      found: ['warning OBJECT_DUPLICATE 1.yaml:2:1'],
    });
    expect(of(overlay, base, `# c\n${overlay}`)).toEqual({
      cpu: '10',
      found: ['warning OBJECT_DUPLICATE 1.yaml:2:1', 'warning OBJECT_DUPLICATE 2.yaml:3:1'],
    });
  });

  test.each([
    ['another name', base.replace('name: w', 'name: v'), '13'],
    ['another namespace', base.replace('namespace: ns', 'namespace: other'), '13'],
    ['another kind', base.replace('kind: Deployment', 'kind: StatefulSet'), '13'],
  ])('%s is another object', (_, other, cpu) => {
    expect(of(other, overlay)).toMatchObject({ cpu, found: [] });
  });

  test('objects without a final name are not duplicates', () => {
    const generated = base.replace('name: w', 'generateName: w-');
    expect(of(generated, generated)).toMatchObject({ cpu: '6', found: [] });
    const nameless = base.replace('name: w, ', '');
    expect(of(nameless, nameless)).toMatchObject({ cpu: '6', found: [] });
  });

  test('two stored objects are from two clusters', () => {
    const stored = (uid: string) => workload('Deployment', 'w', 'ns', 3, '1', `uid: ${uid}`);
    expect(of(stored('a'), stored('b'))).toMatchObject({ cpu: '6', found: [] });
    const once = { cpu: '3', found: ['warning OBJECT_DUPLICATE 1.yaml:2:1'] };
    expect(of(stored('a'), stored('a'))).toMatchObject(once);
  });

  test('a manifest updates a stored object, in any order', () => {
    const stored = workload('Deployment', 'w', 'ns', 5, '1', 'uid: a');
    expect(of(stored, base)).toEqual({ cpu: '3', found: [] });
    expect(of(base, stored)).toEqual({ cpu: '3', found: [] });
  });

  test('also within the reports of one object', () => {
    const { objects } = inspectFiles([{ name: 'a.yaml', text: base }]);
    expect(reportSummary([...objects, ...objects]).pods).toBe(3);
  });
});

test('objects with errors do not count', () => {
  expect(ofText(workload('Deployment', 'w', 'ns', 3, 'x')).pods).toBe(0);
});

test('the objects and problems of several files are in their order', () => {
  const files = ['1', '2', 'x', ''].map((cpu, index) => ({
    name: `${index}.yaml`,
    text: cpu === '' ? '' : workload('Deployment', `w${index}`, 'ns', 1, cpu),
  }));
  expect(inspectFiles(files)).toMatchObject({
    objects: [{ name: 'w0' }, { name: 'w1' }, { name: 'w2', file: '2.yaml' }],
    problems: [{ code: 'NO_DOCUMENTS', severity: 'warning', file: '3.yaml' }],
    summary: { pods: 2 },
  });
  expect(reportSummary([])).toMatchObject({ pods: 0, namespaces: [], controllersSkipped: 0 });
});

test('a workload without Pods adds no resource', () => {
  const { pods, requests, limits } = ofText(workload('Deployment', 'w', 'ns', 0, '1'));
  expect(JSON.stringify([pods, requests, limits])).toBe('[0,{},{}]');
});
