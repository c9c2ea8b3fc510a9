import { describe, expect, test } from 'vitest';
import { kubesem } from '../../support/run.js';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  template:
    spec:
      overhead: { cpu: 10m }
      initContainers:
        - { name: mesh, restartPolicy: Always, resources: { requests: { cpu: 100m } } }
        - { name: migrate, resources: { requests: { cpu: 700m } } }
      containers:
        - { name: app, resources: { requests: { cpu: 500m, memory: 64Mi }, limits: { memory: 128Mi } } }
        - { name: log, resources: { limits: { cpu: 30m, memory: 20Mi } } }
`;
const POD_LEVEL = `apiVersion: v1
kind: Pod
metadata: { name: whole, uid: u-1 }
spec:
  resources: { requests: { cpu: 2 }, limits: { cpu: 2, memory: 1Gi } }
  containers:
    - { name: app, resources: { requests: { cpu: 300m }, limits: { cpu: 1 } } }
`;
const RESIZED = `apiVersion: v1
kind: Pod
metadata: { name: resized, uid: u-1 }
spec:
  overhead: { pods.example/x: 1 }
  containers:
    - { name: app, resources: { requests: { cpu: 4 }, limits: { cpu: 4 } } }
    - { name: idle }
status:
  conditions: [{ type: PodResizePending, status: 'True', reason: Infeasible }]
  containerStatuses:
    - { name: app, allocatedResources: { cpu: 1 }, resources: { requests: { cpu: 2 }, limits: { cpu: 3 } } }
`;

/** The explanation of the object in a manifest, without its indentation. */
async function explain(stdin: string): Promise<string[]> {
  const { stdout } = await kubesem(['inspect', '--explain'], { stdin });
  return stdout
    .slice(stdout.indexOf('\n\n') + 2)
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

test('a manifest: phases, overhead, containers without limits, cgroups', async () => {
  const { stdout } = await kubesem(['inspect', '--explain'], { stdin: DEPLOYMENT });
  expect(
    stdout.slice(stdout.indexOf('\n\n') + 2),
  ).toBe(`Deployment prod/shop (<stdin>:1, with API server defaults)
  QoS Burstable: at least one container is Burstable
    mesh (sidecar): Burstable, cpu request 100m has no limit, memory has neither request nor limit
    migrate (init): Burstable, cpu request 700m has no limit, memory has neither request nor limit
    app: Burstable, cpu request 500m has no limit, memory request 64Mi differs from limit 128Mi
    log: Guaranteed
  cpu request 810m: an init step needs more than the running containers
    init  100m mesh (sidecar)
    init  800m = 700m migrate (init) + 100m sidecars
    run   630m = 500m app + 30m log + 100m mesh (sidecar)
    spec.overhead adds 10m
  cpu limit 40m: sum of the containers that run together
    run   30m log
    spec.overhead adds 10m
    no limit, so the Pod can use more: app, mesh, migrate
  memory request 84Mi: sum of the containers that run together
    run   84Mi = 64Mi app + 20Mi log
  memory limit 148Mi: sum of the containers that run together
    run   148Mi = 128Mi app + 20Mi log
    no limit, so the Pod can use more: mesh, migrate
  cgroups (v2)
    Pod: cpu.weight 32, cpu.max max 100000, memory.max max
    mesh (sidecar): cpu.weight 17, cpu.max max 100000, memory.max max
    migrate (init): cpu.weight 76, cpu.max max 100000, memory.max max
    app: cpu.weight 59, cpu.max max 100000, memory.max 134217728
    log: cpu.weight 7, cpu.max 3000 100000, memory.max 20971520
`);
});

test('a Pod whose resize is infeasible: the sources of each amount', async () => {
  const lines = await explain(RESIZED);
  const start = lines.findIndex((line) => line.startsWith('cpu request 2'));
  expect(lines.slice(start + 1, start + 7).map((line) => line.replace(/ \(.*/, ''))).toEqual([
    'spec 4',
    'run   4 app',
    'actuated 2',
    'run   2 app',
    'allocated 1',
    'run   1 app',
  ]);
  expect(lines).toContain('spec.overhead adds 1');
  expect(lines.filter((line) => /highest/.test(line))).toEqual([
    'actuated 2 (highest)',
    'actuated 3 (highest)',
  ]);
  expect(lines.filter((line) => /infeasible/.test(line))).toHaveLength(3);
});

test('a Pod with resources of its own: what they replace', async () => {
  const lines = await explain(POD_LEVEL);
  expect(lines.filter((line) => line.startsWith('spec.resources sets'))).toEqual([
    'spec.resources sets 2 instead of 300m',
    'spec.resources sets 2 instead of 1',
    'spec.resources sets 1Gi',
  ]);
  expect(lines).toContain('spec.resources: Burstable, memory limit 1Gi has no request');
  expect(lines).toContain('app: cpu.weight 40, cpu.max 100000 100000, memory.max 1073741824');
});

describe('images', () => {
  test.each<[string, string[]]>([
    ['busybox', ['full name docker.io/library/busybox:latest']],
    ['reg.example/app:2', []],
    [
      `busybox:1@sha256:${'a1'.repeat(32)}`,
      [
        `pulled as docker.io/library/busybox@sha256:${'a1'.repeat(32)}`,
        `full name docker.io/library/busybox:1@sha256:${'a1'.repeat(32)}`,
      ],
    ],
    ['Idle', []],
  ])('%s', async (image, names) => {
    const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { initContainers: [{ name: start, image: '${image}' }], containers: [{ name: app }] }
`;
    const lines = await explain(pod);
    const start = lines.indexOf(`image of start (init): ${image}`);
    expect(start).toBeGreaterThan(0);
    expect(lines.slice(start + 1)).toEqual([
      ...names,
      expect.stringMatching(/^pull policy \w+ \(/),
    ]);
  });
});

test('an object with errors has no explanation', async () => {
  const stdin = DEPLOYMENT.replace('30m', '30x');
  const { stdout } = await kubesem(['inspect', '--explain'], { stdin });
  expect(stdout).not.toContain('\n\n');
});

test.each([
  [
    '{ requests: { cpu: 0 }, limits: { cpu: 0 } }',
    'cpu request and limit 0 (0 is the same as not set)',
  ],
  ['{ limits: { cpu: "0" } }', 'cpu request and limit 0 (0 is the same as not set)'],
  [
    '{ requests: { cpu: 0 }, limits: { cpu: 1 } }',
    'cpu limit 1, request 0 (0 is the same as not set)',
  ],
  ['{ requests: { cpu: 0 } }', 'cpu request 0 (0 is the same as not set)'],
  ['{ requests: { memory: 1 } }', 'cpu has neither request nor limit'],
])('a QoS reason for 0 says that it is written: %s', async (resources, text) => {
  const lines = await explain(`apiVersion: v1
kind: Pod
metadata: { name: zero }
spec: { containers: [{ name: app, resources: ${resources} }] }
`);
  expect(lines.find((line) => line.startsWith('app: '))).toContain(text);
});
