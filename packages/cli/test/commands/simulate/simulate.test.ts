import { describe, expect, test } from 'vitest';
import {
  cells,
  fileOf,
  filesOf,
  json,
  kubesem,
  podManifest,
  problemsIn,
} from '../../support/run.js';

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  terminationGracePeriodSeconds: 20
  initContainers:
    - { name: migrate, image: a:1 }
    - { name: proxy, restartPolicy: Always, startupProbe: { periodSeconds: 1, tcpSocket: { port: 80 } }, image: a:1 }
  containers:
    - name: app
      readinessProbe: { periodSeconds: 5, httpGet: { port: 80 } }
      lifecycle: { preStop: { sleep: { seconds: 5 } } }
      image: app:1
`;

const simulate = (args = '', stdin = POD) =>
  kubesem(['simulate', '-', ...args.split(' ').filter(Boolean)], { stdin });

interface SimulatedEvent {
  readonly atMs: number;
  readonly action: string;
  readonly container?: string;
  readonly exitCode?: number;
  readonly timeoutSeconds?: number;
}

/** The events of a container. */
async function eventsOf(container: string, args: string, stdin = POD): Promise<SimulatedEvent[]> {
  const { output } = await json(['simulate', '-', ...args.split(' ').filter(Boolean)], { stdin });
  return output.events.filter((event: SimulatedEvent) => event.container === container);
}

const times = (events: readonly SimulatedEvent[], action: string) =>
  events.filter((event) => event.action === action).map(({ atMs }) => atMs / 1000);

describe('by default', () => {
  test('all containers start in order, become ready, and end after a minute', async () => {
    const { status, stdout, stderr } = await simulate();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`Pod default/web: gone after 67s
                 0                                                           67s
migrate (init)   ▒▒·····························································
proxy (sidecar)  ··▒████████████████████████████████████████████████████████████
app              ····███████████████████████████████████████████████████████████
                 █ ready  ▒ runs  · waits or has ended

TIME  CONTAINER  EVENT                     READY  STATUS           RESTARTS
  0s  -          sandbox created           -      -                -
  0s  migrate    starts                    0/2    Init:0/2         0
  2s  migrate    ends with exit code 0     -      -                -
  2s  proxy      starts                    0/2    Init:1/2         0
  4s  proxy      startup probe: success    -      -                -
  4s  app        starts                    1/2    PodInitializing  0
  5s  app        readiness probe: success  2/2    Running          0
 60s  app        preStop hook              2/2    Terminating      0
 65s  app        SIGTERM, kill after 15s   -      -                -
 66s  app        ends with exit code 0     -      -                -
 66s  proxy      SIGTERM, kill after 14s   -      -                -
 67s  proxy      ends with exit code 0     -      -                -
 67s  -          sandbox stopped           0/2    Completed        0
 67s  -          Pod gone                  -      -                -
`);
  });

  test('the template of a workload is simulated as well', async () => {
    const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec: { template: { spec: { containers: [{ name: app, image: a:1 }] } } }
`;
    expect((await simulate('', deployment)).stdout).toMatch(/^Pod default\/shop: gone after 6\ds/);
  });
});

describe('options', () => {
  test('--exit ends each run, with the delays of a crash loop in between', async () => {
    const events = await eventsOf('app', '--exit app=1@5s', podManifest('web'));
    const [starts, ends] = [times(events, 'start'), times(events, 'exit')];
    expect(events.find(({ action }) => action === 'exit')?.exitCode).toBe(1);
    const waits = starts.slice(1).map((start, index) => start - (ends[index] ?? 0));
    expect(waits.slice(1, 5).map((wait) => Math.round(wait / 10) * 10)).toEqual([10, 20, 40, 80]);
  });

  test('several --exit are the runs one after the other', async () => {
    const args = '--exit app=3@5s --exit app=0@9s --duration 30s';
    const events = await eventsOf('app', args, podManifest('web'));
    expect(events.filter(({ action }) => action === 'exit').map((event) => event.exitCode)).toEqual(
      [3, 0],
    );
  });

  test('--probe makes a liveness probe fail, and the kubelet restarts the container', async () => {
    const probe = 'livenessProbe: { periodSeconds: 10, httpGet: { port: 80 } },';
    const pod = podManifest('web').replace('app:1,', `app:1, ${probe}`);
    const events = await eventsOf('app', '--probe app/liveness=failure@15s --delete-at 2m', pod);
    expect(times(events, 'stop')[0]).toBe(40);
    expect(times(events, 'start')).toHaveLength(3);
  });

  test('--probe keeps a Pod from being ready until it succeeds', async () => {
    const args = '--probe app/readiness=failure@0s --probe app/readiness=success@31s';
    const { stdout } = await simulate(args);
    const ready = cells(stdout).find((line) => line.includes('2/2'));
    expect(ready?.slice(0, 3)).toEqual(['36s', 'app', 'readiness probe: success']);
    expect(stdout).toMatch(/readiness probe: failure/);
  });

  test('--stop takes longer than the grace period', async () => {
    const events = await eventsOf('app', '--stop app=50s --grace-period 12s --delete-at 20s');
    expect(times(events, 'stop')).toEqual([25]);
    expect(times(events, 'exit')).toEqual([32]);
    expect(events.at(-1)?.exitCode).toBe(137);
  });

  test('--duration ends the simulation before the Pod', async () => {
    const { stdout } = await simulate('--duration 30s');
    expect(stdout).toMatch(/^Pod default\/web: still there after 30s/);
  });
});

describe('a script', () => {
  test('says what containers do, and options replace it', async () => {
    const script = `deleteAtSeconds: 30
containers:
  app:
    runs: [{ ms: 4000, exitCode: 7 }, {}]
    preStop: { ms: 1000 }
`;
    const path = filesOf({ 'script.yaml': script });
    const args = `--script ${path('script.yaml')}`;
    const events = await eventsOf('app', args, podManifest('web'));
    expect(events.find(({ action }) => action === 'exit')?.exitCode).toBe(7);
    expect(times(events, 'start')).toHaveLength(2);
    expect(times(events, 'stop')).toEqual([30]);
    const later = await eventsOf('app', `${args} --delete-at 45s`, podManifest('web'));
    expect(times(later, 'stop')).toEqual([45]);
  });

  test.each<[string, string, RegExp]>([
    ['an unknown field', 'speed: 2', /a\.yaml:1:\d+: error: speed: unknown field/],
    ['a list', '[]', /must be an object/],
    ['a negative time', 'containers: { app: { runs: [{ ms: -1 }] } }', /runs\[0\]\.ms: must be/],
    ['half a code', 'containers: { app: { runs: [{ exitCode: 1.5 }] } }', /exitCode: must be/],
    ['no runs', 'containers: { app: { runs: [] } }', /runs: must have at least one/],
    [
      'an unknown answer',
      'containers: { app: { probes: { liveness: [{ afterMs: 0, result: maybe }] } } }',
      /must be success, failure or error/,
    ],
    [
      'answers in the wrong order',
      'containers: { app: { probes: { liveness: [{ afterMs: 9, result: error }, { afterMs: 1, result: error }] } } }',
      /must be sorted/,
    ],
    ['an unknown container', 'containers: { db: {} }', /no container named "db"/],
    ['two documents', 'deleteAtSeconds: 1\n---\na: 1', /must be one document/],
    ['nothing', '', /no script found/],
  ])('with %s is invalid', async (_, script, message) => {
    const { status, stdout, stderr } = await simulate(
      `--script ${fileOf(script)}`,
      podManifest('web'),
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('that is missing is an error', async () => {
    expect((await simulate('--script nosuch.yaml')).status).toBe(1);
  });
});

describe('what is wrong with the input', () => {
  test.each([
    ['several Pods', `${podManifest('a')}---\n${podManifest('b')}`, 'found; pass a file with one'],
    ['no Pod', 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a }\n', 'no Pods'],
  ])('%s', async (_, stdin, message) => {
    const { status, stdout, stderr } = await simulate('', stdin);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('an invalid Pod has its problem', async () => {
    const { status, stderr } = await simulate('', podManifest('a', '{ limits: { cpu: x } }'));
    expect([status, problemsIn(stderr)]).toEqual([1, ['<stdin>:7:35 error']]);
  });

  test.each([
    '--exit app=1',
    '--exit app=256@1s',
    '--exit =1@1s',
    '--stop app@1s',
    '--probe app=failure@1s',
    '--probe app/readiness=maybe@1s',
    '--delete-at soon',
    '--script -',
  ])('%s is a wrong command line', async (args) => {
    const { status, stdout } = await simulate(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

test('the timeline and the table fit into 80 columns', async () => {
  const long = POD.replaceAll('migrate', 'migrate-the-database-of-the-shop-to-the-newest-schema');
  const stdin = long;
  const { stdout } = await kubesem(['simulate'], { stdin, isTerminal: true, columns: 80 });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
