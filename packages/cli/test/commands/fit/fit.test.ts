import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dump, node, pod } from '../../support/cluster.js';
import {
  codesOf,
  type Finished,
  filesOf,
  folderOf,
  json,
  kubesem,
  podManifest,
  problemsIn,
} from '../../support/run.js';

const CLUSTER = dump(
  node('alpha', { cpu: '4', memory: '9Gi', pods: '3' }),
  node('beta', { cpu: '2', memory: '6Gi', pods: '110', 'example.com/gpu': '1' }),
  node('gamma', { cpu: '8', memory: '1Gi', pods: '1' }),
  pod('web', 'alpha', { requests: { cpu: '1500m', memory: '1Gi' } }),
  pod('done', 'beta', { requests: { cpu: '2' } }, 'Failed'),
  pod('full', 'gamma', { requests: { cpu: '1' } }),
);
const AGENT = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: agent }] } } }
`;

/** The arguments that fit manifests from standard input into a cluster. */
const into = (cluster: string) => [
  'fit',
  '-',
  '--cluster',
  join(folderOf({ 'dump.json': cluster }), 'dump.json'),
];

async function fit(
  manifest: string,
  args: readonly string[] = [],
  cluster = CLUSTER,
): Promise<Finished> {
  return kubesem([...into(cluster), ...args], { stdin: manifest });
}

/** How many Pods fit on each node. */
async function podsByNode(resources: string, cluster = CLUSTER) {
  const { output } = await json(into(cluster), { stdin: podManifest('new', resources) });
  const { nodes, fittingPods, fits } = output.objects[0];
  const entries = nodes.map((one: { node: string; fittingPods: number }) => [
    one.node,
    one.fittingPods,
  ]);
  return { ...Object.fromEntries(entries), total: fittingPods, fits };
}

describe('the nodes that can run a Pod', () => {
  test('with the overhead of its RuntimeClass in the cluster', async () => {
    const runtimeClass = {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name: 'gvisor' },
      overhead: { podFixed: { cpu: '2' } },
    };
    const spec = 'runtimeClassName: gvisor, containers: [{ name: app }]';
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
does not fit: 0 of 1 Pod on 0 of 3 nodes
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
        - { name: app, resources: { limits: { cpu: 1, memory: ${memory} } } }
`);
    expect(stdout).toMatch(new RegExp(`^Deployment prod/shop \\(${replicas} Pods, `));
    expect(status).toBe(expected);
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

describe('what is not checked', () => {
  const SIZE = { cpu: '4', memory: '9Gi', pods: '3' };
  const small = (spec: object) =>
    `${JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'new' },
      spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
    })}\n`;
  const dedicated = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
  const limited = (spec: object) => dump({ ...node('alpha', SIZE), spec });

  test.each([
    ['a cordoned node', { unschedulable: true }, {}, 'the node is cordoned'],
    ['a taint', { taints: [dedicated] }, {}, 'taint dedicated=gpu:NoSchedule'],
    [
      'a taint that ends Pods',
      { taints: [{ key: 'a', effect: 'NoExecute' }] },
      { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }] },
      'taint a:NoExecute',
    ],
    ['a node selector', {}, { nodeSelector: { disk: 'ssd' } }, 'nodeSelector'],
    [
      'an affinity to nodes',
      {},
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] },
          },
        },
      },
      'affinity.nodeAffinity',
    ],
    [
      'an affinity to Pods',
      {},
      {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }],
          },
        },
      },
      'affinity.podAntiAffinity',
    ],
    [
      'a spread constraint',
      {},
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
        ],
      },
      'topologySpreadConstraints',
    ],
  ])('%s has no verdict, and a name', async (_, ofNode, ofPod, name) => {
    const cluster = limited(ofNode);
    const { status, stdout } = await fit(small(ofPod), [], cluster);
    expect(status).toBe(1);
    expect(stdout).toContain(`not checked: ${name}`);
    expect(stdout).not.toContain('yes');
    const { output } = await json(into(cluster), { stdin: small(ofPod) });
    expect(output.objects[0]).toMatchObject({ fits: false, nodes: [{ fits: false }] });
    expect(output.objects[0].nodes[0].notChecked).toEqual([name]);
    expect(output.notes).toHaveLength(1);
    expect((await fit(small(ofPod), ['-o', 'name'], cluster)).stdout).toBe('');
  });

  test.each([
    ['a tolerated taint', { taints: [dedicated] }, { tolerations: [{ operator: 'Exists' }] }],
    [
      'a tolerated cordon',
      { unschedulable: true },
      { tolerations: [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }] },
    ],
    ['a taint that others only avoid', { taints: [{ key: 'a', effect: 'PreferNoSchedule' }] }, {}],
    ['empty fields', { taints: null }, { nodeSelector: {}, affinity: { nodeAffinity: {} } }],
    [
      'what is only preferred',
      {},
      {
        topologySpreadConstraints: [{ topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
        affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
      },
    ],
  ])('%s excludes no node', async (_, ofNode, ofPod) => {
    const { status, stdout } = await fit(small(ofPod), [], limited(ofNode));
    expect([status, stdout]).toEqual([0, expect.stringContaining('fits: up to 3 Pods on 1 of 1')]);
  });

  describe('a Pod that names its node', () => {
    const nodes = dump(
      { ...node('alpha', SIZE), spec: { unschedulable: true, taints: [dedicated] } },
      { ...node('beta', SIZE), spec: { taints: [{ key: 'a', effect: 'NoExecute' }] } },
      node('gamma', { ...SIZE, cpu: '1m' }),
    );
    const spread = { topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };

    test.each<[string, object, string, number, string]>([
      [
        'is not kept off by a cordon and a taint',
        { nodeName: 'alpha' },
        'FITS',
        0,
        'fits: up to 3 Pods on',
      ],
      [
        'is not kept off by a spread constraint',
        { nodeName: 'alpha', topologySpreadConstraints: [spread] },
        ...(['FITS', 0, 'fits: up to 3 Pods on'] as const),
      ],
      [
        'has its node selector compared by the kubelet',
        { nodeName: 'alpha', nodeSelector: { disk: 'ssd' } },
        ...(['NOT_CHECKED', 1, 'not checked: 0 of 1 Pod on'] as const),
      ],
      [
        'is kept off by a taint that ends Pods',
        { nodeName: 'beta' },
        ...(['NOT_CHECKED', 1, 'not checked: 0 of 1 Pod on'] as const),
      ],
      [
        'needs the resources of its node',
        { nodeName: 'gamma' },
        'DOES_NOT_FIT',
        1,
        'does not fit: 0 of 1 Pod on',
      ],
      [
        'needs its node',
        { nodeName: 'nowhere' },
        'NODE_NOT_FOUND',
        1,
        'does not fit: names a node that is not',
      ],
    ])('%s', async (_, spec, code, expected, verdict) => {
      const containers = [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '2m' } } }];
      const manifest = small({ containers, ...spec });
      const { status, stdout } = await fit(manifest, [], nodes);
      expect(stdout.split('\n')[1]).toContain(verdict);
      expect(status).toBe(expected);
      const { output } = await json(into(nodes), { stdin: manifest });
      const { nodeName } = spec as { nodeName: string };
      expect(output.objects[0]).toMatchObject({ code, nodeName, fits: code === 'FITS' });
      expect(output.objects[0].nodes.length).toBe(nodeName === 'nowhere' ? 0 : 1);
      const names = (await fit(manifest, ['-o', 'name'], nodes)).stdout;
      expect(names).toBe(code === 'FITS' ? `node/${nodeName}\n` : '');
    });

    test('needs no extended resource that its node does not list', async () => {
      const resources = { limits: { 'example.com/gpu': '1' } };
      const containers = [{ name: 'app', image: 'app:1', resources }];
      const asked = async (spec: object) =>
        (await json(into(nodes), { stdin: small({ containers, ...spec }) })).output.objects[0].code;
      expect(await asked({})).toBe('DOES_NOT_FIT');
      expect(await asked({ nodeName: 'alpha' })).toBe('FITS');
    });
  });

  test('a Pod with scheduling gates is not scheduled until they are removed', async () => {
    const gates = [{ name: 'example.com/quota' }, { name: 'example.com/\u001b[2J' }];
    const manifest = small({ schedulingGates: gates });
    const cluster = limited({});
    const { status, stdout } = await fit(manifest, [], cluster);
    expect(status).toBe(1);
    expect(stdout.split('\n')[1]).toMatch(
      /^not scheduled: waits for its scheduling gates: example.com\/quota, .*2J; by resources, up to 3 Pods on 1 of 1 node$/,
    );
    expect(stdout).not.toContain('\u001b[2J');
    const { output } = await json(into(cluster), { stdin: manifest });
    expect(output.objects[0]).toMatchObject({
      code: 'SCHEDULING_GATED',
      schedulingGates: gates.map(({ name }) => name),
      fits: false,
    });
    expect((await fit(manifest, ['-o', 'name'], cluster)).stdout).toBe('');
  });

  test('the Pods of a DaemonSet run on cordoned nodes', async () => {
    expect((await fit(AGENT, [], limited({ unschedulable: true }))).status).toBe(0);
    expect((await fit(AGENT, [], limited({ taints: [dedicated] }))).status).toBe(1);
  });

  test('resources that are missing decide, and the other nodes keep their verdict', async () => {
    const cluster = dump(
      { ...node('alpha', { ...SIZE, cpu: '1' }), spec: { unschedulable: true } },
      { ...node('beta', SIZE), spec: { unschedulable: true } },
      node('gamma', SIZE),
    );
    const { stdout } = await fit(podManifest('new', '{ requests: { cpu: 3 } }'), [], cluster);
    expect(stdout).toContain('fits: up to 1 Pod on 1 of 3 nodes; 1 node not checked');
    expect(stdout).toMatch(/alpha +no +0 +Insufficient cpu/);
    expect(stdout).toMatch(/beta +unknown +- +not checked: the node is cordoned/);
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
      { code: 'UNKNOWN_NODE', path: 'items[2].spec.nodeName' },
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
