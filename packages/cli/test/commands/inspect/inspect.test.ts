import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  cells,
  codesOf,
  fileOf,
  folderOf,
  json,
  kubesem,
  podManifest,
  problemsIn,
} from '../../support/run.js';

const SHOP = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  replicas: 3
  template:
    spec:
      initContainers:
        - { name: mesh, restartPolicy: Always, resources: { requests: { cpu: 100m } }, image: a:1 }
        - { name: migrate, resources: { requests: { cpu: 700m } }, image: a:1 }
      containers:
        - { name: app, resources: { requests: { cpu: 500m, memory: 64Mi }, limits: { example.com/gpu: 2 } }, image: a:1 }
`;
const STORED = podManifest('whole', '{ limits: { cpu: 2 } }').replace(
  'metadata: {',
  'metadata: { uid: u-1,',
);
const BROKEN = podManifest('broken', '{ limits: { cpu: 1x } }');
const OTHERS = ['prod', 'default'].map(
  (namespace) =>
    `apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: s, namespace: ${namespace} }\n`,
);
const stdin = [SHOP, podManifest('web', '{ limits: { cpu: 1, memory: 1.5Gi } }'), ...OTHERS].join(
  '---\n',
);

/** The names of the objects in a report. */
const names = (objects: readonly { readonly name: string }[]) => objects.map(({ name }) => name);

describe('what is read', () => {
  test.each([[[]], [['-']]])('standard input for the paths %j', async (paths) => {
    const { status, output } = await json(['inspect', ...paths], { stdin: podManifest('web') });
    expect(status).toBe(0);
    expect(names(output.objects)).toEqual(['web']);
  });

  test('files and folders, in the order in which they are named, each file once', async () => {
    const folder = folderOf({ 'b.yaml': podManifest('b'), 'c/d.yaml': podManifest('d') });
    const { output } = await json(['inspect', join(folder, 'c'), folder]);
    expect(names(output.objects)).toEqual(['d', 'b']);
  });
});

describe('what cannot be read is an error with its place, and the rest is reported', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a binary file', Uint8Array.from([1, 0, 2]), 'error'],
    ['broken YAML', 'a: [', 'broken.yaml:1:6 error'],
    ['a scalar', 'hello', 'broken.yaml:1:1 error'],
    ['an object without a kind', 'apiVersion: v1', 'broken.yaml:1:1 error'],
    ['a Pod without a spec', 'kind: Pod\napiVersion: v1', 'broken.yaml:1:1 error'],
  ])('%s', async (_, content, problem) => {
    const folder = folderOf({ 'broken.yaml': content, 'good.yaml': podManifest('web') });
    const { status, output, stderr } = await json(['inspect', folder]);
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual([problem]);
    expect(names(output.objects)).toContain('web');
  });

  test('a path that does not exist', async () => {
    const { status, output, stderr } = await json(['inspect', '/no/such.yaml', '-'], {
      stdin: podManifest('web'),
    });
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['error']);
    expect(stderr).toContain('/no/such.yaml: ');
    expect(names(output.objects)).toEqual(['web']);
  });

  test('a dump that is truncated, even within a character', async () => {
    const pods = ['wéb', 'dée'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'app', image: 'a:1' }] },
    }));
    const dump = Buffer.from(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: pods }));
    const end = dump.indexOf('dée');
    const whole = await json(['inspect'], {
      stdin: [dump.subarray(0, end + 2), dump.subarray(end + 2)],
    });
    expect(names(whole.output.objects)).toEqual(['wéb', 'dée']);
    const cut = await json(['inspect'], { stdin: dump.subarray(0, end) });
    expect(cut.status).toBe(1);
    expect(names(cut.output.objects)).toEqual(['wéb']);
    expect(cut.output.problems).toMatchObject([{ severity: 'error', path: 'items[1]' }]);
    const half = await kubesem(['inspect'], { stdin: dump.subarray(0, end + 2) });
    expect(half.status).toBe(1);
  });

  test('an object with an invalid amount has a line in every table', async () => {
    for (const flags of [[], ['-o', 'wide'], ['--images']]) {
      const { status, stdout, stderr } = await kubesem(['inspect', ...flags], { stdin: BROKEN });
      expect(status).toBe(1);
      expect(stdout).toMatch(/^(?:default +Pod +broken|Pod default\/broken) .* ERROR /m);
      expect(problemsIn(stderr)).toEqual(['<stdin>:7:35 error']);
    }
  });

  test.each(['', '# only a comment\n---\n'])('no document at all: %j', async (text) => {
    const { status, stdout, stderr } = await kubesem(['inspect'], { stdin: text });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr).at(-1)).toBe('error');
  });

  test('an empty file among others is a warning', async () => {
    const folder = folderOf({ 'a.yaml': '', 'b.yaml': podManifest('web') });
    const { status, output, stderr } = await json(['inspect', folder]);
    expect(status).toBe(0);
    expect(problemsIn(stderr)).toEqual(['a.yaml:1:1 warning']);
    expect(codesOf(output.problems)).toEqual(['NO_DOCUMENTS']);
  });
});

describe('the tables', () => {
  test('have one line for each object, with the amounts of one Pod', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect'], {
      stdin: `${stdin}---\n${STORED}`,
    });
    expect(status).toBe(0);
    expect(
      stdout,
    ).toBe(`NAMESPACE  KIND        NAME   PODS  QOS         CPU-REQ  CPU-LIM  MEM-REQ  MEM-LIM  OTHER REQ/LIM
prod       Deployment  shop      3  Burstable      800m        -     64Mi        -  example.com/gpu 2/2
default    Pod         web       1  Guaranteed        1        1   1536Mi   1536Mi
default    Pod         whole     1  Burstable         -        2        -        -
`);
    // Defaults applied to 2 objects, 1 stored Pod, 2 objects of other kinds.
    const notes = stderr.split('\n').slice(0, 2).join(' ');
    expect(notes.match(/\d+ (?:stored )?\w+/g)).toEqual(['2 objects', '1 stored Pod', '2 objects']);
  });

  test('-o wide adds containers, origin and place', async () => {
    const { stdout } = await kubesem(['inspect', '-o', 'wide'], { stdin: `${SHOP}---\n${STORED}` });
    expect(cells(stdout).map((row) => row.slice(0, 4))).toEqual([
      ['NAMESPACE', 'KIND', 'NAME', 'PODS'],
      ['prod', 'Deployment', 'shop', '3'],
      ['sidecar', 'mesh', '100m', '-'],
      ['init', 'migrate', '700m', '-'],
      ['app', 'app', '500m', '-'],
      ['default', 'Pod', 'whole', '1'],
      ['app', 'app', '-', '2'],
    ]);
    expect(cells(stdout)[1]?.slice(-2)).toEqual(['manifest', '<stdin>:1']);
    expect(cells(stdout)[5]?.slice(-2)).toEqual(['stored', '<stdin>:14']);
  });

  test('say how many Pods there are, and why there are none', async () => {
    const cronJob = `apiVersion: batch/v1
kind: CronJob
metadata: { name: report }
spec: { suspend: true, jobTemplate: { spec: { template: { spec: { containers: [{ name: r, image: a:1 }] } } } } }
`;
    const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: a, image: a:1 }] } } }
`;
    const { stdout } = await kubesem(['inspect'], { stdin: `${cronJob}---\n${agent}` });
    expect(cells(stdout).map((row) => row[3])).toEqual(['PODS', '0/run suspended', '1/node']);
  });

  test('have a column of other resources only if there are some', async () => {
    for (const flags of [[], ['--summary']]) {
      const run = (text: string) => kubesem(['inspect', ...flags], { stdin: text });
      expect((await run(BROKEN)).stdout).not.toContain('OTHER');
      expect((await run(SHOP)).stdout).toContain('OTHER');
    }
  });

  test('--verbose counts the objects of other kinds', async () => {
    const { stdout, stderr } = await kubesem(['inspect', '--verbose'], { stdin });
    expect(stdout).toMatch(/\n\nOTHER KIND +VERSION +OBJECTS\nServiceAccount +v1 +2\n$/);
    expect(stderr).not.toContain('--verbose');
    const alone = await kubesem(['inspect', '--verbose'], { stdin: SHOP });
    expect(alone).toEqual(await kubesem(['inspect'], { stdin: SHOP }));
  });
});

describe('--summary', () => {
  test('multiplies by the number of Pods', async () => {
    const agent = SHOP.replace('Deployment', 'DaemonSet').replace('prod', 'default');
    const { stdout } = await kubesem(['inspect', '--summary'], { stdin: `${stdin}---\n${agent}` });
    expect(cells(stdout).map((row) => row.slice(0, 3))).toEqual([
      ['NAMESPACE', 'PODS', 'CPU-REQ'],
      ['default', '1', '1'],
      ['per node', '+1', '800m'],
      ['prod', '3', '2400m'],
      ['TOTAL', '4', '3400m'],
      ['per node', '+1', '800m'],
    ]);
  });

  test('counts Pods that are in the input, and not their controllers', async () => {
    const owner = '{ apiVersion: apps/v1, kind: ReplicaSet, name: rs, uid: u-9, controller: true }';
    const replicaSet = SHOP.replace('Deployment', 'ReplicaSet').replace('name: shop', 'uid: u-9');
    const pod = podManifest('rs-1', '{ requests: { cpu: 150m } }', 'prod').replace(
      'metadata: {',
      `metadata: { uid: u-1, ownerReferences: [${owner}],`,
    );
    const both = { stdin: `${replicaSet}---\n${pod}` };
    const { output } = await json(['inspect'], both);
    expect(output.summary).toMatchObject({ requests: { cpu: '150m' }, controllersSkipped: 1 });
    const noted = async (flags: readonly string[], setting: { stdin: string }) =>
      (await kubesem(['inspect', ...flags], setting)).stderr.includes('1 controller');
    expect(await noted(['--summary'], both)).toBe(true);
    expect(await noted([], both)).toBe(false);
    expect(await noted(['--summary'], { stdin })).toBe(false);
  });
});

describe('--only-namespace', () => {
  test('selects objects; those that name no namespace are in default', async () => {
    const inProd = await json(['inspect', '--only-namespace', 'prod'], { stdin });
    expect(names(inProd.output.objects)).toEqual(['shop']);
    expect(inProd.output.others).toHaveLength(1);
    expect(inProd.output.summary.pods).toBe(3);
    const unnamed = podManifest('web').replace(', namespace: default', '');
    const inDefault = await json(['inspect', '--only-namespace', 'default'], { stdin: unnamed });
    expect(names(inDefault.output.objects)).toEqual(['web']);
  });

  test('without objects is an error that names it', async () => {
    const { status, stdout, stderr } = await kubesem(['inspect', '--only-namespace', 'nowhere'], {
      stdin,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('error: <stdin>: no Kubernetes objects in namespace nowhere found\n');
  });
});

test('-o json is the whole report', async () => {
  const { status, output } = await json(['inspect', '--explain'], { stdin });
  expect(status).toBe(0);
  expect(output.objects[0].pod.explanation.requests.cpu.rule).toBe('INIT_STEP');
  expect(names(output.others)).toEqual(['s', 's']);
  expect(output.summary.requests.cpu).toBe('3400m');
  expect(output).not.toHaveProperty('dnsNames');
});

describe('--dns', () => {
  const service = `apiVersion: v1
kind: Service
metadata: { name: data, namespace: prod }
spec: { clusterIP: 10.96.14.7, ports: [{ name: sql, port: 5432 }] }
`;

  test('lists the names of the namespace', async () => {
    const file = fileOf(service, podManifest('web'));
    const { status, stdout, stderr } = await kubesem([
      'inspect',
      '--dns',
      file,
      '--only-namespace',
      'prod',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(cells(stdout)).toEqual([
      ['OBJECT', 'TYPE', 'NAME'],
      ['Service prod/data', 'service', 'data.prod.svc.cluster.local'],
      ['port', '_sql._tcp.data.prod.svc.cluster.local'],
    ]);
    const { output } = await json(['inspect', '--dns', file, '--only-namespace', 'prod']);
    expect(output.dnsNames).toMatchObject([{ kind: 'Service', name: 'data' }]);
    expect(output.objects).toEqual([]);
    const all = await kubesem(['inspect', '--dns', file]);
    expect(all.stdout).toBe((await kubesem(['dns', 'names', file])).stdout);
  });

  test('reports each problem once', async () => {
    const file = fileOf(service.replace('10.96.14.7', '7'), '[]\n');
    const { status, output, stderr } = await json(['inspect', '--dns', file]);
    expect(status).toBe(1);
    expect(codesOf(output.problems)).toEqual(['NOT_AN_OBJECT', 'INVALID_TYPE']);
    expect(problemsIn(stderr)).toEqual(['a.yaml:6:1 error', 'a.yaml:4:20 error']);
  });
});

test('a HorizontalPodAutoscaler makes the number of Pods a range', async () => {
  const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: shop, namespace: prod }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: shop }
  maxReplicas: 9
`;
  const file = fileOf(SHOP, autoscaler);
  const { stdout } = await kubesem(['inspect', file]);
  expect(cells(stdout)[1]).toEqual(expect.arrayContaining(['shop', '1-9']));
  const { stdout: summary } = await kubesem(['inspect', '--summary', file]);
  expect(cells(summary).map(([name, pods, cpu]) => [name, pods, cpu])).toEqual([
    ['NAMESPACE', 'PODS', 'CPU-REQ'],
    ['prod', '3', '2400m'],
    ['at least', '1', '800m'],
    ['at most', '9', '7200m'],
    ['TOTAL', '3', '2400m'],
    ['at least', '1', '800m'],
    ['at most', '9', '7200m'],
  ]);
});
