import { describe, expect, test } from 'vitest';
import { dump, node, pod } from '../../support/cluster.js';
import { codesOf, filesOf, json, kubesem, podManifest, problemsIn } from '../../support/run.js';
import { AGENT, CLUSTER, fit, into, podsByNode } from './run-fit.js';

describe('the nodes that can run a Pod', () => {
  test('with the overhead of its RuntimeClass in the cluster', async () => {
    const runtimeClass = {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name: 'gvisor' },
      overhead: { podFixed: { cpu: '2' } },
    };
    const spec = 'runtimeClassName: gvisor, containers: [{ name: app, image: a:1 }]';
    const manifest = `{ apiVersion: v1, kind: Pod, metadata: { name: new }, spec: { ${spec} } }`;
    const fitting = async (...objects: Parameters<typeof dump>) =>
      (await fit(manifest, ['-o', 'name'], dump(...objects))).stdout;
    const [small, large] = [
      node('small', { cpu: '1', pods: '3' }),
      node('large', { cpu: '2', pods: '3' }),
    ];
    expect(await fitting(small, large)).toBe('node/small\nnode/large\n');
    expect(await fitting(small, large, runtimeClass)).toBe('node/large\n');
  });

  test('and what is missing on the others, in the words of the scheduler', async () => {
    const manifests = [
      podManifest('new', '{ requests: { cpu: 1, memory: 3Gi } }'),
      AGENT,
      podManifest('gpus', '{ limits: { example.com/gpu: 2, example.com/x: 0 } }'),
    ].join('---\n');
    const { status, stdout, stderr } = await fit(manifests);
    expect(status).toBe(1);
    expect(stdout).toBe(`Pod default/new (1 Pod with cpu 1, memory 3Gi)
fits: up to 4 Pods on 2 of 3 nodes
NODE   FITS  PODS  MISSING
alpha  yes      2  -
beta   yes      2  -
gamma  no       0  Too many pods: 1 missing
                   Insufficient memory: 2Gi missing (the node is too small)

DaemonSet default/agent (1 Pod per node without requests)
does not fit: up to 112 Pods on 2 of 3 nodes
NODE   FITS  PODS  MISSING
alpha  yes      2  -
beta   yes    110  -
gamma  no       0  Too many pods: 1 missing

Pod default/gpus (1 Pod with example.com/gpu 2)
does not fit (3 nodes)
NODE   FITS  PODS  MISSING
alpha  no       0  Insufficient example.com/gpu: 2 missing (the node is too small)
beta   no       0  Insufficient example.com/gpu: 1 missing (the node is too small)
gamma  no       0  Too many pods: 1 missing
                   Insufficient example.com/gpu: 2 missing (the node is too small)
`);
    // What is not checked, and that together they may not fit.
    expect(stderr.split('\n')).toHaveLength(3);
  });

  test('--explain shows everything that is compared', async () => {
    const resources = '{ requests: { cpu: 1 }, limits: { example.com/gpu: 1, example.com/x: 0 } }';
    const { stdout } = await fit(podManifest('new', resources), ['--explain']);
    expect(stdout).toContain(`alpha  no       0  pods: 1 requested, 2 free of 3
                   cpu: 1 requested, 2500m free of 4
                   Insufficient example.com/gpu: 1 requested, 0 free of 0, 1 missing (the node is too small)
                   example.com/x: not requested
`);
  });

  test.each([
    ['{ requests: { cpu: 1m } }', { alpha: 2, beta: 110, gamma: 0, total: 112, fits: true }],
    [
      '{ requests: { cpu: 0, memory: 3Gi } }',
      { alpha: 2, beta: 2, gamma: 0, total: 4, fits: true },
    ],
    ['{ requests: { cpu: 900m } }', { alpha: 2, beta: 2, gamma: 0, total: 4, fits: true }],
    ['{ limits: { example.com/gpu: 2 } }', { alpha: 0, beta: 0, gamma: 0, total: 0, fits: false }],
  ])('%s: how many fit on each', async (resources, expected) => {
    expect(await podsByNode(resources)).toEqual(expected);
  });

  test.each([
    [4, '3Gi', 0],
    [5, '3Gi', 1],
    [0, '3Gi', 0],
    [0, '99Gi', 1],
  ])('a Deployment with %i Pods of %s: exit status %i', async (replicas, memory, expected) => {
    const { status, stdout } = await fit(`apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
        - { name: app, resources: { limits: { cpu: 1, memory: ${memory} } }, image: a:1 }
`);
    expect(stdout).toMatch(new RegExp(`^Deployment prod/shop \\(${replicas} Pods, `));
    expect(status).toBe(expected);
  });

  test('a Pod that names a node which the input lacks', async () => {
    const manifest = `${podManifest('new', '{ requests: { cpu: 1 } }')}  nodeName: gone\n`;
    const { stdout } = await fit(manifest);
    expect(stdout).toMatch(
      /^Pod default\/new \(1 Pod with cpu 1\)\ndoes not fit: names a node that is not in .*dump\.json: gone\n/,
    );
    const { stdout: csv } = await fit(manifest, ['-o', 'csv']);
    expect(csv).toMatch(/^Pod default\/new,NODE_NOT_FOUND,gone,no,0,not in .*dump\.json\r?$/m);
  });

  test('CSV has the verdict on an object', async () => {
    const manifest = `${podManifest('new', '{}')}  schedulingGates: [{ name: example.com/wait }]\n`;
    const { stdout } = await fit(manifest, ['-o', 'csv']);
    expect(stdout).toMatch(/^OBJECT,CODE,NODE,FITS,PODS,MISSING\r?$/m);
    expect(stdout).toMatch(/^Pod default\/new,SCHEDULING_GATED,alpha,yes,2,/m);
  });

  test('a DaemonSet has to fit on every node', async () => {
    const roomy = dump(node('alpha', { pods: '3' }), node('beta', { pods: '1' }));
    const { status, stderr } = await fit(AGENT, [], roomy);
    expect(status).toBe(0);
    // One workload: nothing is said about fitting together.
    expect(stderr.split('\n')).toHaveLength(2);
  });

  test('-o json has the reasons of the scheduler', async () => {
    const { output } = await json(into(CLUSTER), {
      stdin: podManifest('new', '{ requests: { memory: 4Gi } }'),
    });
    expect(output.objects).toMatchObject([
      {
        kind: 'Pod',
        name: 'new',
        pods: { count: 1 },
        fittingPods: 3,
        fits: true,
        nodes: [
          { node: 'alpha', reasons: [] },
          { node: 'beta', reasons: [] },
          { node: 'gamma', reasons: ['Too many pods', 'Insufficient memory'] },
        ],
      },
    ]);
    expect(output.problems).toEqual([]);
  });
});

describe('what is wrong is an error, and the rest is compared', () => {
  test('a Pod', async () => {
    const manifests = `${podManifest('bad', '{ requests: { cpu: 1x } }')}---\n${podManifest('good')}`;
    const { status, output, stderr } = await json(into(CLUSTER), { stdin: manifests });
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['<stdin>:7:37 error']);
    expect(output.objects).toMatchObject([{ name: 'good' }]);
    expect(codesOf(output.problems)).toEqual(['INVALID_QUANTITY']);
  });

  test('the cluster', async () => {
    const broken = dump(
      node('alpha', { cpu: '4', pods: '3' }),
      pod('x', 'alpha', { requests: { cpu: '1x' } }),
      pod('y', 'delta', {}),
    );
    const { status, output } = await json(into(broken), { stdin: podManifest('new', '{}') });
    expect(status).toBe(1);
    expect(output.problems).toMatchObject([
      { code: 'INVALID_QUANTITY', path: 'items[1].spec.containers[0].resources.requests[cpu]' },
      { code: 'NODE_NOT_FOUND', path: 'items[2].spec.nodeName' },
    ]);
    expect(output.objects).toMatchObject([{ fits: true, fittingPods: 2 }]);
  });

  test('a file of several', async () => {
    const path = filesOf({
      'a.yaml': podManifest('a'),
      'b.yaml': Uint8Array.of(0),
      'c.yaml': podManifest('c'),
      'alpha.json': CLUSTER,
      'delta.json': dump(node('delta', { cpu: '1' })),
    });
    const { status, output, stderr } = await json([
      ...['fit', path('a.yaml'), path('b.yaml'), path('c.yaml')],
      ...['--cluster', path('alpha.json'), '--cluster', path('delta.json')],
    ]);
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['error']);
    expect(stderr).toContain(`${path('b.yaml')}: `);
    expect(output.objects.map(({ nodes }: { nodes: [] }) => nodes.length)).toEqual([4, 4]);
  });

  test('warnings about the Pod concern other commands, those about the cluster are shown', async () => {
    const path = filesOf({
      'pod.yaml': `${podManifest('c')}apiVersion: v1\n`,
      'dump.yaml': `${CLUSTER}\n---\nkind: Pod\nkind: Pod\napiVersion: v1\n`,
    });
    const { status, stderr } = await kubesem([
      'fit',
      path('pod.yaml'),
      '--cluster',
      path('dump.yaml'),
    ]);
    expect(status).toBe(0);
    expect(problemsIn(stderr)).toEqual([expect.stringMatching(/^dump\.yaml:\d+:1 warning$/)]);
  });

  test.each<[string, string, string, number]>([
    ['no Pod', 'apiVersion: v1\nkind: Service\nmetadata: { name: s }\n', CLUSTER, 1],
    ['only an invalid Pod', podManifest('bad', '{ requests: { cpu: 1x } }'), CLUSTER, 1],
    ['no node', podManifest('new'), dump(pod('x', 'alpha', {})), 1],
    [
      'no node, and an invalid Pod',
      podManifest('new'),
      dump(pod('x', 'a', { requests: { cpu: 'x' } })),
      2,
    ],
    ['no node for a DaemonSet', AGENT, dump(), 1],
  ])('%s: no table', async (_, manifest, cluster, errors) => {
    const { status, stdout, stderr } = await fit(manifest, [], cluster);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toHaveLength(errors);
    expect(stderr.trim().split('\n')).toHaveLength(errors);
  });

  test.each(['table', 'json'])('no cluster: no verdict, not even as %s', async (format) => {
    const args = ['fit', '-', '--cluster', '/no/such/file', '-o', format];
    const { status, stdout, stderr } = await kubesem(args, { stdin: podManifest('new') });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toEqual(['error']);
  });
});
