import { combineReports, inspectManifest, inspectManifests, summarize } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

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
      - { name: a, resources: { requests: { cpu: ${cpu} }, limits: { cpu: 7, memory: 1Gi } } }
`;

const ofText = (text: string) => inspectManifests([{ name: 'a.yaml', text }]).summary;
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

test('DaemonSets are added up by themselves, for one node', () => {
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

test('what controls another object of the input is left out', () => {
  const owned = (uid: string, by: string) =>
    `uid: ${uid}, ownerReferences: [{uid: x}, {uid: ${by}, controller: true}]`;
  const deployment = workload('Deployment', 'w', 'ns', 3, '1', 'uid: d1');
  const replicaSet = workload('ReplicaSet', 'w-1', 'ns', 3, '2', owned('r1', 'd1'));
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: w-1-x, namespace: ns, ${owned('p1', 'r1')} }
spec: { containers: [{ name: a, resources: { requests: { cpu: 4 } } }] }
`;
  const cpu = (...parts: string[]) => {
    const { requests, controllersLeftOut } = ofText(parts.join('---\n'));
    return [requests.cpu?.toString(), controllersLeftOut];
  };
  expect(cpu(deployment)).toEqual(['3', 0]);
  expect(cpu(replicaSet, deployment)).toEqual(['6', 1]);
  expect(cpu(deployment, replicaSet, pod)).toEqual(['4', 2]);
  expect(cpu(pod, pod.replace('p1', 'p2'), replicaSet)).toEqual(['8', 1]);
});

describe('what made the controller of a Pod is left out, though the controller is not there', () => {
  const deployment = workload('Deployment', 'web', 'ns', 2, '1', 'uid: d1');
  const cronJob = `apiVersion: batch/v1
kind: CronJob
metadata: { name: web, namespace: ns, uid: c1 }
spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: a, resources: { requests: { cpu: 1 } } }] } } } } }
`;
  const podOf = (owner: string, labels = '', namespace = 'ns') => `apiVersion: v1
kind: Pod
metadata:
  { name: x, namespace: ${namespace}, uid: p1, labels: { ${labels} }, ownerReferences: [{ uid: gone, controller: true, ${owner} }] }
spec: { containers: [{ name: a, resources: { requests: { cpu: 4 } } }] }
`;
  const hash = 'pod-template-hash: 5d4f';

  test.each<[string, string, string, string | undefined, number]>([
    ['a Deployment', podOf('kind: ReplicaSet, name: web-5d4f', hash), deployment, '4', 1],
    ['a CronJob', podOf('kind: Job, name: web-29'), cronJob, '4', 1],
    ['a manifest', podOf('kind: Job, name: web-29'), cronJob.replace(', uid: c1', ''), '5', 0],
    ['another hash', podOf('kind: ReplicaSet, name: web-5d4g', hash), deployment, '6', 0],
    ['a longer name', podOf('kind: ReplicaSet, name: web-b-5d4f', hash), deployment, '6', 0],
    ['no hash', podOf('kind: ReplicaSet, name: web-5'), deployment, '6', 0],
    ['another kind', podOf('kind: Rollout, name: web-5d4f', hash), deployment, '6', 0],
    ['another namespace', podOf('kind: Job, name: web-29', '', 'b'), cronJob, '5', 0],
    ['a Job of that name', podOf('kind: Job, name: web'), cronJob, '5', 0],
    ['a Job with more', podOf('kind: Job, name: web-29b'), cronJob, '5', 0],
    ['no Job', podOf('kind: Jab, name: web-29'), cronJob, '5', 0],
    ['a CronJob beside a ReplicaSet', podOf('kind: ReplicaSet, name: web-29'), cronJob, '5', 0],
    ['a number as a name', podOf('kind: ReplicaSet, name: 29', hash), deployment, '6', 0],
    ['a line before the name', podOf('kind: Job, name: "x\\nweb-29"'), cronJob, '5', 0],
    ['no start of a name', podOf('kind: Job, name: "-29"'), cronJob, '5', 0],
  ])('%s', (_, pod, workload, cpu, leftOut) => {
    const { requests, controllersLeftOut } = ofText([pod, workload].join('---\n'));
    expect([requests.cpu?.toString(), controllersLeftOut]).toEqual([cpu, leftOut]);
  });

  test('the report names it', () => {
    const madeFor = (pod: string) =>
      inspectManifest({ name: 'a.yaml', text: pod }).objects[0]?.controllerMadeFor;
    expect(madeFor(podOf('kind: ReplicaSet, name: web-5d4f', hash))).toEqual({
      kind: 'Deployment',
      name: 'web',
    });
    expect(madeFor(podOf('kind: Job, name: a-b-29'))).toEqual({ kind: 'CronJob', name: 'a-b' });
    const { objects } = inspectManifest({ name: 'a.yaml', text: podOf('kind: Job, name: b') });
    expect(Object.keys(objects[0] ?? {})).not.toContain('controllerMadeFor');
  });
});

describe('an object that is there again', () => {
  const of = (...parts: string[]) => {
    const files = parts.map((text, index) => ({ name: `${index}.yaml`, text }));
    const { objects, summary } = inspectManifests(files);
    const problems = objects.flatMap((object) => object.problems);
    return {
      cpu: summary.requests.cpu?.toString(),
      leftOut: summary.controllersLeftOut,
      found: problems.map(
        ({ severity, code, file, line, column }) => `${severity} ${code} ${file}:${line}:${column}`,
      ),
      messages: problems.map(({ message }) => message),
    };
  };
  const base = workload('Deployment', 'w', 'ns', 3, '1');
  const overlay = workload('Deployment', 'w', 'ns', 2, '5');

  test('counts once, as it is the last time, and is told of', () => {
    const { cpu, leftOut, found, messages } = of(`# base\n${base}`, overlay);
    expect({ cpu, leftOut, found }).toEqual({
      cpu: '10',
      leftOut: 0,
      found: ['warning DUPLICATE_OBJECT 1.yaml:2:1'],
    });
    expect(messages[0]).toContain('Deployment ns/w stands in 0.yaml:3:1, too');
    const thrice = of(overlay, base, `# c\n${overlay}`);
    expect(thrice.cpu).toBe('10');
    expect(thrice.messages[1]).toContain('1.yaml:2:1');
    expect(thrice.found).toHaveLength(2);
  });

  test.each([
    ['another name', base.replace('name: w', 'name: v'), '13'],
    ['another namespace', base.replace('namespace: ns', 'namespace: other'), '13'],
    ['another kind', base.replace('kind: Deployment', 'kind: StatefulSet'), '13'],
  ])('%s is another object', (_, other, cpu) => {
    expect(of(other, overlay)).toMatchObject({ cpu, found: [] });
  });

  test('objects that are yet to get their names are each their own', () => {
    const generated = base.replace('name: w', 'generateName: w-');
    expect(of(generated, generated)).toMatchObject({ cpu: '6', found: [] });
    const nameless = base.replace('name: w, ', '');
    expect(of(nameless, nameless)).toMatchObject({ cpu: '6', found: [] });
  });

  test('two that an API server has stored are two, of two clusters', () => {
    const stored = (uid: string) => workload('Deployment', 'w', 'ns', 3, '1', `uid: ${uid}`);
    expect(of(stored('a'), stored('b'))).toMatchObject({ cpu: '6', found: [] });
    const once = { cpu: '3', leftOut: 0, found: ['warning DUPLICATE_OBJECT 1.yaml:2:1'] };
    expect(of(stored('a'), stored('a'))).toMatchObject(once);
    expect(of(stored('a'), base)).toMatchObject(once);
    expect(of(base, stored('a'))).toMatchObject(once);
  });

  test('the same report counts once, too', () => {
    const report = inspectManifest({ name: 'a.yaml', text: base });
    expect(combineReports([report, report]).summary.pods).toBe(3);
    expect(report.objects[0]?.problems).toEqual([]);
    expect(summarize([...report.objects, ...report.objects]).pods).toBe(3);
  });
});

test('objects with errors count for nothing', () => {
  expect(ofText(workload('Deployment', 'w', 'ns', 3, 'x')).pods).toBe(0);
});

test('reports of several files are put together in their order', () => {
  const files = ['1', '2', 'x', ''].map((cpu, index) => ({
    name: `${index}.yaml`,
    text: cpu === '' ? '' : workload('Deployment', `w${index}`, 'ns', 1, cpu),
  }));
  const reports = files.map((file) => inspectManifest(file));
  expect(combineReports(reports)).toEqual(inspectManifests(files));
  expect(combineReports(reports)).toMatchObject({
    objects: [{ name: 'w0' }, { name: 'w1' }, { name: 'w2', file: '2.yaml' }],
    problems: [{ code: 'NO_DOCUMENTS', severity: 'warning', file: '3.yaml' }],
    summary: { pods: 2 },
  });
  expect(summarize([])).toMatchObject({ pods: 0, namespaces: [], controllersLeftOut: 0 });
});
