import { describe, expect, test } from 'vitest';
import { painted } from './painted.js';
import { kubesem } from './terminal.js';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  replicas: 3
  template:
    spec:
      overhead: { cpu: 10m }
      initContainers:
        - { name: mesh, restartPolicy: Always, resources: { requests: { cpu: 100m } } }
        - { name: migrate, resources: { requests: { cpu: 700m } } }
      containers:
        - { name: app, resources: { requests: { cpu: 500m, memory: 64Mi, example.com/gpu: 2 }, limits: { memory: 128Mi, example.com/gpu: 2 } } }
        - { name: log, resources: { limits: { cpu: 30m, memory: 20Mi, ephemeral-storage: 1Gi } } }
`;
const DAEMON_SET = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: a, resources: { requests: { memory: 32Mi }, limits: { cpu: 1 } } }] } } }
`;
const CRON_JOB = `apiVersion: batch/v1
kind: CronJob
metadata: { name: report, namespace: prod }
spec: { suspend: true, jobTemplate: { spec: { template: { spec: { containers: [{ name: r }] } } } } }
`;
const STORED_POD = `apiVersion: v1
kind: Pod
metadata: { name: whole, uid: u-1 }
spec:
  resources: { requests: { cpu: 2 }, limits: { cpu: 2, memory: 1Gi } }
  containers:
    - { name: app, resources: { requests: { cpu: 300m }, limits: { cpu: 1 } } }
`;
const BROKEN_POD = `apiVersion: v1
kind: Pod
metadata: { name: broken }
spec: { containers: [{ name: app, resources: { limits: { cpu: 1x } } }] }
`;
const OTHERS = `apiVersion: v1
kind: Service
metadata: { name: s }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: s }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: t }
`;
const RESIZED_POD = `apiVersion: v1
kind: Pod
metadata: { name: resized, uid: u-1 }
spec:
  overhead: { memory: 10Mi, pods.example/x: 1 }
  containers:
    - { name: app, image: 'busybox@sha256:a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1', resources: { requests: { cpu: 4, memory: 60Mi }, limits: { cpu: 4, memory: 60Mi } } }
    - { name: idle, image: 'Idle' }
  ephemeralContainers: [{ name: debug, image: 'registry.k8s.io/pause:3.10' }]
status:
  conditions: [{ type: PodResizePending, status: 'True', reason: Infeasible }]
  containerStatuses:
    - { name: app, allocatedResources: { cpu: 1, memory: 40Mi }, resources: { requests: { cpu: 2, memory: 50Mi }, limits: { cpu: 3 } } }
`;

/** What is printed of these documents, with the names of the colours, and without the wording of what is wrong. */
async function report(flags: readonly string[], ...documents: string[]) {
  const setting = { stdin: documents.join('---\n'), colors: true };
  const { status, stdout, stderr } = await kubesem(['inspect', ...flags], setting);
  return {
    status,
    stdout: painted(stdout),
    stderr: painted(stderr).replaceAll(/(:<\/>) .*/g, '$1'),
  };
}

const ALL = [DEPLOYMENT, DAEMON_SET, CRON_JOB, STORED_POD, BROKEN_POD, OTHERS];

describe('the whole of what is printed', () => {
  test('-o wide', async () => {
    const { stdout, stderr } = await report(['-o', 'wide'], ...ALL);
    expect(
      stdout,
    ).toBe(`<bold>NAMESPACE</>  <bold>KIND</>        <bold>NAME</>                  <bold>PODS</>  <bold>QOS</>         <bold>CPU-REQ</>  <bold>CPU-LIM</>  <bold>MEM-REQ</>  <bold>MEM-LIM</>  <bold>OTHER REQ/LIM</>                                   <bold>ORIGIN</>    <bold>PLACE</>
prod       Deployment  shop                     3  <yellow>Burstable</>      810m      40m     84Mi    148Mi  example.com/gpu 2/2, ephemeral-storage 1Gi/1Gi  manifest  <stdin>:1
           <dim>  sidecar</>   <dim>  mesh</>                                     <dim>100m</>        <dim>-</>        <dim>-</>        <dim>-</>
           <dim>  init</>      <dim>  migrate</>                                  <dim>700m</>        <dim>-</>        <dim>-</>        <dim>-</>
           <dim>  app</>       <dim>  app</>                                      <dim>500m</>        <dim>-</>     <dim>64Mi</>    <dim>128Mi</>  <dim>example.com/gpu 2/2</>
           <dim>  app</>       <dim>  log</>                                       <dim>30m</>      <dim>30m</>     <dim>20Mi</>     <dim>20Mi</>  <dim>ephemeral-storage 1Gi/1Gi</>
default    DaemonSet   agent               1/node  <yellow>Burstable</>         1        1     32Mi        -                                                  manifest  <stdin>:16
           <dim>  app</>       <dim>  a</>                                           <dim>1</>        <dim>1</>     <dim>32Mi</>        <dim>-</>
prod       CronJob     report     0/run suspended  <magenta>BestEffort</>        -        -        -        -                                                  manifest  <stdin>:21
           <dim>  app</>       <dim>  r</>                                           <dim>-</>        <dim>-</>        <dim>-</>        <dim>-</>
default    Pod         whole                    1  <yellow>Burstable</>         2        2        -      1Gi                                                  stored    <stdin>:26
           <dim>  app</>       <dim>  app</>                                      <dim>300m</>        <dim>1</>        <dim>-</>        <dim>-</>
default    Pod         broken                   -  <red>ERROR</>             -        -        -        -  -                                               manifest  <stdin>:34
`);
    expect(
      stderr,
    ).toBe(`<dim>amounts of one Pod each: 3 objects with the defaults of the API server, 1 Pod as stored</>
<dim>3 objects of other kinds; --verbose lists them</>
<stdin>:37:63: <red>error:</>
`);
  });

  test('--summary', async () => {
    const { stdout, stderr } = await report(['--summary'], ...ALL);
    expect(
      stdout,
    ).toBe(`<bold>NAMESPACE</>    <bold>PODS</>  <bold>CPU-REQ</>  <bold>CPU-LIM</>  <bold>MEM-REQ</>  <bold>MEM-LIM</>  <bold>OTHER REQ/LIM</>
default         1        2        2        -      1Gi
  each node    +1        1        1     32Mi        -
prod            3    2430m     120m    252Mi    444Mi  example.com/gpu 6/6, ephemeral-storage 3Gi/3Gi
<bold>TOTAL</>           <bold>4</>    <bold>4430m</>    <bold>2120m</>    <bold>252Mi</>   <bold>1468Mi</>  <bold>example.com/gpu 6/6, ephemeral-storage 3Gi/3Gi</>
<bold>  each node</>    <bold>+1</>        <bold>1</>        <bold>1</>     <bold>32Mi</>        <bold>-</>
`);
    expect(
      stderr,
    ).toBe(`<dim>amounts of all Pods: 3 objects with the defaults of the API server, 1 Pod as stored</>
<dim>3 objects of other kinds; --verbose lists them</>
<stdin>:37:63: <red>error:</>
`);
  });

  test('--verbose, of other kinds alone', async () => {
    const { stdout, stderr } = await report(['--verbose'], OTHERS);
    expect(stdout).toBe(`
<bold>OTHER KIND</>  <bold>VERSION</>  <bold>OBJECTS</>
ConfigMap   v1             2
Service     v1             1
`);
    expect(stderr).toBe(``);
  });

  test('--images', async () => {
    const { stdout, stderr } = await report(['--images'], RESIZED_POD, BROKEN_POD);
    expect(
      stdout,
    ).toBe(`<bold>OBJECT</>               <bold>CONTAINER</>          <bold>PULLED AS</>                                  <bold>PULL POLICY</>
Pod default/resized  app                docker.io/library/busybox@sha256:a1a1a1a…  IfNotPresent
                     idle               <red>Idle</>                                       IfNotPresent
                     debug (ephemeral)  registry.k8s.io/pause:3.10                 IfNotPresent
Pod default/broken   -                  <red>ERROR</>                                      -
`);
    expect(stderr).toBe(`<dim>images of one Pod each: 1 Pod as stored</>
<stdin>:8:28: <yellow>warning:</>
<stdin>:18:63: <red>error:</>
`);
  });

  test('--explain a manifest', async () => {
    const { stdout, stderr } = await report(['--explain'], DEPLOYMENT);
    expect(
      stdout,
    ).toBe(`<bold>NAMESPACE</>  <bold>KIND</>        <bold>NAME</>  <bold>PODS</>  <bold>QOS</>        <bold>CPU-REQ</>  <bold>CPU-LIM</>  <bold>MEM-REQ</>  <bold>MEM-LIM</>  <bold>OTHER REQ/LIM</>
prod       Deployment  shop     3  <yellow>Burstable</>     810m      40m     84Mi    148Mi  example.com/gpu 2/2, ephemeral-storage 1Gi/1Gi

<bold>Deployment prod/shop</> <dim>(<stdin>:1, after the defaults of the API server)</>
  QoS <yellow>Burstable</>: one Burstable container is enough
    mesh (sidecar): Burstable, cpu request 100m has no limit, memory has neither request nor limit
    migrate (init): Burstable, cpu request 700m has no limit, memory has neither request nor limit
    app: Burstable, cpu request 500m has no limit, memory request 64Mi is not the limit 128Mi
    log: Guaranteed
  cpu request <bold>810m</>: the start needs more than what runs later
    <dim>start  100m mesh (sidecar)</>
    start  800m = 700m migrate (init) + 100m sidecars
    <dim>run    630m = 500m app + 30m log + 100m mesh (sidecar)</>
    spec.overhead adds 10m
  cpu limit <bold>40m</>: what runs together
    run    30m log
    spec.overhead adds 10m
    without a limit, so the Pod may use more: app, mesh, migrate
  memory request <bold>84Mi</>: what runs together
    run    84Mi = 64Mi app + 20Mi log
  memory limit <bold>148Mi</>: what runs together
    run    148Mi = 128Mi app + 20Mi log
    without a limit, so the Pod may use more: mesh, migrate
  example.com/gpu request <bold>2</>: what runs together
    run    2 app
  example.com/gpu limit <bold>2</>: what runs together
    run    2 app
  ephemeral-storage request <bold>1Gi</>: what runs together
    run    1Gi log
  ephemeral-storage limit <bold>1Gi</>: what runs together
    run    1Gi log
    without a limit, so the Pod may use more: app, mesh, migrate
  cgroups (v2)
    Pod: cpu.weight 32, cpu.max max 100000, memory.max max
    mesh (sidecar): cpu.weight 17, cpu.max max 100000, memory.max max
    migrate (init): cpu.weight 76, cpu.max max 100000, memory.max max
    app: cpu.weight 59, cpu.max max 100000, memory.max 134217728
    log: cpu.weight 7, cpu.max 3000 100000, memory.max 20971520
`);
    expect(
      stderr,
    ).toBe(`<dim>amounts of one Pod each: 1 object with the defaults of the API server</>
`);
  });

  test('--explain a Pod whose resize is infeasible, and one with resources of its own', async () => {
    const { stdout, stderr } = await report(
      ['--explain'],
      RESIZED_POD,
      STORED_POD,
      BROKEN_POD.replace('name: broken', 'name: broken, uid: u-3'),
    );
    expect(
      stdout,
    ).toBe(`<bold>NAMESPACE</>  <bold>KIND</>  <bold>NAME</>     <bold>PODS</>  <bold>QOS</>        <bold>CPU-REQ</>  <bold>CPU-LIM</>  <bold>MEM-REQ</>  <bold>MEM-LIM</>  <bold>OTHER REQ/LIM</>
default    Pod   resized     1  <yellow>Burstable</>        2        3     60Mi        -  pods.example/x 1/-
default    Pod   whole       1  <yellow>Burstable</>        2        2        -      1Gi
default    Pod   broken      -  <red>ERROR</>            -        -        -        -  -

<bold>Pod default/resized</> <dim>(<stdin>:1, as stored)</>
  QoS <yellow>Burstable</>: some containers are Guaranteed and some BestEffort
    app: Guaranteed
    idle: BestEffort, cpu has neither request nor limit, memory has neither request nor limit
  cpu request <bold>2</>: what runs together
    spec 4 (not counted: the resize is infeasible)
      run    4 app
    actuated 2 (highest)
      run    2 app
    allocated 1
      run    1 app
  cpu limit <bold>3</>: what runs together
    spec 4 (not counted: the resize is infeasible)
      run    4 app
    actuated 3 (highest)
      run    3 app
    without a limit, so the Pod may use more: idle
  memory request <bold>60Mi</>: what runs together
    spec 60Mi (not counted: the resize is infeasible)
      run    60Mi app
    actuated 50Mi (highest)
      run    50Mi app
    allocated 40Mi
      run    40Mi app
    spec.overhead adds 10Mi
  pods.example/x request <bold>1</>: overhead alone
    spec nothing (not counted: the resize is infeasible)
    actuated nothing
    allocated nothing
    spec.overhead adds 1
  cgroups (v2)
    Pod: cpu.weight 79, cpu.max max 100000, memory.max max
    app: cpu.weight 174, cpu.max 300000 100000, memory.max max
    idle: cpu.weight 1, cpu.max max 100000, memory.max max
    debug (ephemeral): cpu.weight 1, cpu.max max 100000, memory.max max
  image of app: busybox@sha256:a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
    stands for docker.io/library/busybox@sha256:a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
    pull policy IfNotPresent, by default: there is a digest and no tag
  image of idle: Idle
    pull policy IfNotPresent, by default: it is no image
  image of debug (ephemeral): registry.k8s.io/pause:3.10
    pull policy IfNotPresent, by default: the tag is not \`latest\`

<bold>Pod default/whole</> <dim>(<stdin>:15, as stored)</>
  QoS <yellow>Burstable</>: spec.resources alone is judged
    spec.resources: Burstable, memory limit 1Gi has no request
  cpu request <bold>2</>: spec.resources replaces the sum of the containers
    spec 300m (highest)
      run    300m app
    actuated 300m
      run    300m app
    allocated 300m
      run    300m app
    spec.resources sets 2 in place of 300m
  cpu limit <bold>2</>: spec.resources replaces the sum of the containers
    spec 1 (highest)
      run    1 app
    actuated 1
      run    1 app
    spec.resources sets 2 in place of 1
  memory limit <bold>1Gi</>: spec.resources replaces the sum of the containers
    spec nothing
    actuated nothing
    spec.resources sets 1Gi
  cgroups (v2)
    Pod: cpu.weight 79, cpu.max 200000 100000, memory.max 1073741824
    app: cpu.weight 40, cpu.max 100000 100000, memory.max 1073741824
`);
    expect(stderr).toBe(`<dim>amounts of one Pod each: 2 Pods as stored</>
<stdin>:8:28: <yellow>warning:</>
<stdin>:26:63: <red>error:</>
`);
  });

  test('other resources have a column only where there are some', async () => {
    for (const flags of [[], ['--summary']]) {
      const { stdout } = await report(flags, CRON_JOB, BROKEN_POD);
      expect(stdout).toMatch(/^.*<bold>MEM-LIM<\/>\n/);
    }
  });
});
