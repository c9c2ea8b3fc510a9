import { formatPodTable } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';
import { dump, job, node } from '../../support/cluster.js';
import { cells, fileOf, json, kubesem } from '../../support/run.js';

const NOW = '2026-01-01T12:00:00Z';
const RUNNING = { running: {} };

interface Parts {
  readonly metadata?: object | undefined;
  readonly spec?: object | undefined;
  readonly status?: object | undefined;
}

/** A Pod with the container `app` on a node; its status replaces that of a ready one. */
function podOf(name: string, { metadata, spec, status }: Parts = {}) {
  const containerStatuses = [{ name: 'app', ready: true, started: true, state: RUNNING }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', creationTimestamp: '2026-01-01T11:00:00Z', ...metadata },
    spec: { nodeName: 'alpha', containers: [{ name: 'app' }], ...spec },
    status: { phase: 'Running', containerStatuses, ...status },
  };
}

const pods = (args: string, ...items: unknown[]) =>
  kubesem(['pods', '--now', NOW, ...args.split(' ').filter(Boolean)], { stdin: dump(...items) });

/** What a Pod with one container status waits for. */
async function waitsFor(containerStatus: object, spec: object = {}): Promise<string> {
  const containerStatuses = [{ name: 'app', ...containerStatus }];
  const pod = podOf('web', { spec, status: { containerStatuses } });
  const { output } = await json(['pods', '--now', NOW], { stdin: dump(pod) });
  return output.pods[0].waitsFor;
}

const waiting = (reason: string, message = '') => ({ state: { waiting: { reason, message } } });
const CRASHING = waiting(
  'CrashLoopBackOff',
  'back-off 2m40s restarting failed container=app pod=web_shop(1)',
);
const FAILED = { exitCode: 1, reason: 'Error', finishedAt: '2026-01-01T11:58:00Z' };

describe('the table', () => {
  test('has the cells of kubectl, and what each Pod waits for', async () => {
    const lastState = { terminated: FAILED };
    const containerStatuses = [{ name: 'app', restartCount: 3, lastState, ...CRASHING }];
    const crashing = podOf('web', { status: { containerStatuses } });
    const { status, stdout, stderr } = await pods('', crashing, podOf('db'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`NAME  READY  STATUS            RESTARTS    AGE  WAITS FOR
web   0/1    CrashLoopBackOff  3 (2m ago)  60m  app: restart in 40s
db    1/1    Running           0           60m  -
`);
  });

  test('has no column of waits if all Pods are ready', async () => {
    const { stdout } = await pods('--no-headers', podOf('web'));
    expect(cells(stdout)).toEqual([['web', '1/1', 'Running', '0', '60m']]);
  });

  test('has namespaces if there are several or if asked, and -n selects one', async () => {
    const other = podOf('web', { metadata: { namespace: 'test' } });
    const bare = podOf('bare', { metadata: { namespace: undefined } });
    expect(cells((await pods('', podOf('web'), other)).stdout).map(([first]) => first)).toEqual([
      'NAMESPACE',
      'shop',
      'test',
    ]);
    expect((await pods('-A', podOf('web'))).stdout).toMatch(/^NAMESPACE/);
    const { stdout } = await pods('-n test -o name', podOf('no'), other, bare);
    expect(stdout).toBe('pod/web\npod/bare\n');
    expect((await pods('-A -n test -o name', podOf('no'), other)).stdout).toBe('pod/no\npod/web\n');
  });

  test('selects by labels, and shows them', async () => {
    const labelled = (name: string, labels: object) => podOf(name, { metadata: { labels } });
    const all = [
      labelled('a', { app: 'web', tier: 'x' }),
      labelled('b', { app: 'db' }),
      podOf('c'),
    ];
    const names = async (selector: string) =>
      (await pods(`-o name -l ${selector}`, ...all)).stdout.split('\n').slice(0, -1);
    expect(await names('app=web')).toEqual(['pod/a']);
    expect(await names('app!=web')).toEqual(['pod/b', 'pod/c']);
    expect(await names('app,!tier')).toEqual(['pod/b']);
    const { stdout } = await pods('-L tier,example.com/app -L app --show-labels', ...all);
    expect(cells(stdout).map((line) => line.slice(5))).toEqual([
      ['TIER', 'APP', 'APP', 'LABELS'],
      ['x', '-', 'web', 'app=web,tier=x'],
      ['-', '-', 'db', 'app=db'],
      ['-', '-', '-', '-'],
    ]);
  });

  test('can be sorted by exact ages, restarts and ready parts', async () => {
    const aged = (name: string, creationTimestamp: string, restartCount: number) =>
      podOf(name, {
        metadata: { creationTimestamp },
        status: { containerStatuses: [{ name: 'app', restartCount, state: RUNNING }] },
      });
    const all = [
      aged('old', '2025-06-01T00:00:00Z', 9),
      aged('new', '2025-12-31T23:00:02Z', 10),
      // Both are 13h old.
      aged('newest', '2025-12-31T23:00:03Z', 0),
    ];
    const names = async (column: string) =>
      cells((await pods(`--no-headers --sort-by ${column}`, ...all)).stdout).map(([name]) => name);
    expect(await names('AGE')).toEqual(['newest', 'new', 'old']);
    expect(await names('-age')).toEqual(['old', 'new', 'newest']);
    expect(await names('-RESTARTS')).toEqual(['new', 'old', 'newest']);
    const half = podOf('half', { spec: { containers: [{ name: 'app' }, { name: 'b' }] } });
    const { stdout } = await pods('-o name --sort-by READY -o csv', podOf('full'), half);
    expect(stdout.split('\r\n')[1]).toMatch(/^half,1\/2,/);
  });

  test('--kubectl prints the bytes of kubectl', async () => {
    const items = [podOf('web'), podOf('db', { metadata: { labels: { app: 'db' } } })];
    const { stdout } = await pods('--kubectl -A -o wide -L app --show-labels', ...items);
    expect(stdout).toBe(
      formatPodTable(items, {
        now: NOW,
        wide: true,
        allNamespaces: true,
        labelColumns: ['app'],
        showLabels: true,
      }),
    );
    const short = await pods('--kubectl --no-headers -l app', ...items);
    expect(short.stdout).toBe('db    1/1   Running   0     60m\n');
  });
});

describe('what a Pod waits for', () => {
  test.each<[string, object, object]>([
    ['ErrImagePull', waiting('ErrImagePull', 'not found'), {}],
    ['the kubelet', { state: {} }, {}],
    ['restart in 40s', { ...CRASHING, lastState: { terminated: FAILED } }, {}],
    ['restart (back-off 2m40s)', CRASHING, {}],
    ['restart', waiting('CrashLoopBackOff'), {}],
    [
      'restart (back-off over)',
      { ...CRASHING, lastState: { terminated: { ...FAILED, finishedAt: '2026-01-01T10:00:00Z' } } },
      {},
    ],
    ['restart', { state: { terminated: FAILED } }, {}],
    ['ended, exit code 1 (Error)', { state: { terminated: FAILED } }, { restartPolicy: 'Never' }],
    [
      'startup probe',
      { started: false, state: RUNNING },
      { containers: [{ name: 'app', startupProbe: {} }] },
    ],
    [
      'postStart hook',
      { started: false, state: RUNNING },
      { containers: [{ name: 'app', lifecycle: { postStart: {} } }] },
    ],
    ['its start', { started: false, state: RUNNING }, {}],
    [
      'readiness probe',
      { started: true, state: RUNNING },
      { containers: [{ name: 'app', readinessProbe: {} }] },
    ],
    ['readiness', { started: true, state: RUNNING }, {}],
  ])('%s', async (expected, status, spec) => {
    expect(await waitsFor(status, spec)).toBe(`app: ${expected}`);
  });

  test('a node, a scheduling gate, a kubelet, or the end of an init container', async () => {
    const conditions = [{ type: 'PodScheduled', status: 'False', message: 'Insufficient cpu.' }];
    const unscheduled = { nodeName: undefined };
    const status = { phase: 'Pending', containerStatuses: undefined };
    const gates = { ...unscheduled, schedulingGates: [{ name: 'example.com/quota' }] };
    const initContainers = [{ name: 'migrate' }];
    const initContainerStatuses = [{ name: 'migrate', state: RUNNING }];
    const containerStatuses = [{ name: 'app', ...waiting('PodInitializing') }];
    const { output } = await json(['pods', '--now', NOW, '--why'], {
      stdin: dump(
        podOf('a', { spec: unscheduled, status: { ...status, conditions } }),
        podOf('b', { spec: gates, status }),
        podOf('c', { status }),
        podOf('d', {
          spec: { initContainers },
          status: { ...status, initContainerStatuses, containerStatuses },
        }),
      ),
    });
    expect(output.pods.map((pod: { waitsFor: string }) => pod.waitsFor)).toEqual([
      'a node',
      'scheduling gate example.com/quota',
      'the kubelet of alpha',
      'init container migrate: completion',
    ]);
    expect(output.pods[0].reasons[1].text).toContain('Insufficient cpu.');
  });

  test('deletion, with what is left of the grace period', async () => {
    const metadata = { deletionTimestamp: '2026-01-01T12:00:12Z', deletionGracePeriodSeconds: 30 };
    const { stdout } = await pods('', podOf('web', { metadata }));
    expect(cells(stdout)[1]).toEqual([
      'web',
      '1/1',
      'Terminating',
      '0',
      '60m',
      'deletion, within 12s',
    ]);
    const late = { ...metadata, deletionTimestamp: '2026-01-01T11:59:00Z', finalizers: ['a/b'] };
    const why = await pods('--why', podOf('web', { metadata: late }));
    expect(why.stdout).toContain('its grace period ended 60s ago; finalizers: a/b');
  });

  test('several things, of which the column has the first', async () => {
    const readinessGates = [{ conditionType: 'example.com/a' }, { conditionType: 'example.com/b' }];
    const { stdout } = await pods('', podOf('web', { spec: { readinessGates } }));
    expect(cells(stdout)[1]?.at(-1)).toBe('gate example.com/a (+1)');
  });
});

describe('--why', () => {
  test('shows the chain of reasons for each Pod that needs one', async () => {
    const lastState = { terminated: FAILED };
    const containerStatuses = [{ name: 'app', restartCount: 3, lastState, ...CRASHING }];
    const { stdout } = await pods(
      '--why',
      podOf('db'),
      podOf('web', { status: { containerStatuses } }),
    );
    expect(stdout).toBe(`shop/web CrashLoopBackOff, 0/1 ready
  status     CrashLoopBackOff: a container waits (container app, status.containerStatuses[0].state.waiting.reason)
  container  app restarts in 40s at the earliest, at 2026-01-01T12:00:40Z (back-off 2m40s); 3 restarts, last end: exit code 1 (Error) 2m ago
  phase      Running: a container that ended will restart (app)
`);
  });

  test('also of Pods that are ready but restarted in the last 10 minutes, and of those that failed', async () => {
    const restarted = (name: string, finishedAt: string) => {
      const lastState = { terminated: { exitCode: 2, finishedAt } };
      const app = { name: 'app', ready: true, started: true, restartCount: 1, state: RUNNING };
      return podOf(name, { status: { containerStatuses: [{ ...app, lastState }] } });
    };
    const failed = podOf('failed', {
      spec: { restartPolicy: 'Never' },
      status: {
        phase: 'Failed',
        containerStatuses: [{ name: 'app', state: { terminated: FAILED } }],
      },
    });
    const items = [
      restarted('now', '2026-01-01T11:51:00Z'),
      restarted('before', '2026-01-01T11:49:00Z'),
      failed,
      job,
    ];
    expect((await pods('--why -o name', ...items)).stdout).toBe('pod/now\npod/failed\n');
    const { stdout } = await pods('--why', ...items);
    expect(stdout).toContain('app: 1 restart, last end: exit code 2 9m ago');
    expect(stdout).toContain('app ended with exit code 1 (Error) 2m ago; no restart');
  });

  test('prints the probe that does not succeed, as kubectl describe does', async () => {
    const httpGet = { path: '/ready', port: 8080 };
    const probe = { httpGet, periodSeconds: 5 };
    const why = async (started: boolean, probes: object) => {
      const spec = { containers: [{ name: 'app', ...probes }] };
      const status = { containerStatuses: [{ name: 'app', started, state: RUNNING }] };
      return (await pods('--why', podOf('web', { spec, status }))).stdout;
    };
    const line =
      'http-get http://:8080/ready delay=0s timeout=1s period=5s successThreshold=1 failureThreshold=3';
    expect(await why(true, { readinessProbe: probe })).toContain(
      `app runs; its readiness probe does not succeed: ${line}\n`,
    );
    expect(await why(false, { startupProbe: probe })).toContain(
      `app runs; its startup probe has not succeeded: ${line}\n`,
    );
  });

  test('says so if there is nothing to explain', async () => {
    const { status, stdout, stderr } = await pods('--why', podOf('web'));
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('All Pods are ready');
  });

  test('a Pod that contradicts itself is explained, too', async () => {
    const odd = podOf('odd', {
      metadata: { labels: 5, finalizers: 'x', deletionTimestamp: 7 },
      spec: { containers: [null, 3, { name: 'app' }], schedulingGates: 4, readinessGates: [null] },
      status: { phase: 8, containerStatuses: [null, { name: 'app', state: 3 }], conditions: 'x' },
    });
    const { status, stdout } = await pods('--why', odd, podOf('none', { spec: undefined }));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^shop\/odd/);
  });
});

describe('what is wrong with the input', () => {
  test('no Pods are an error, but no Pod that matches is not', async () => {
    const none = await pods('', node('alpha', {}));
    expect(none.status).toBe(1);
    expect(none.stderr).toContain('<stdin>: no Pods found');
    const filtered = await pods('-l app=web', podOf('web'));
    expect(filtered).toMatchObject({ status: 0, stdout: '' });
    expect(filtered.stderr).toContain('No Pod matches');
  });

  test('a file that cannot be read is one, and the others are shown', async () => {
    const file = fileOf('apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n', 'a: [');
    const { status, stdout } = await kubesem(['pods', file, '-o', 'name']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'pod/a\n' });
  });

  test.each([
    ['--now yesterday'],
    ['-l app=a=b'],
    ['--kubectl --why'],
    ['--kubectl --sort-by AGE'],
    ['--why --show-labels'],
    ['-n '],
  ])('%s is a wrong command line', async (args) => {
    const { status, stdout } = await kubesem(['pods', '-', ...args.split(' ')], { stdin: dump() });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

test('without --now, ages are counted to the current time in whole seconds', async () => {
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { output } = await json(['pods'], { stdin: dump(podOf('web')) });
  expect(output.now).toMatch(/:\d\dZ$/);
  expect(Date.parse(output.now)).toBeGreaterThanOrEqual(before);
});

test('a Pod that cannot be read is an error, and the others are shown', async () => {
  const broken = { ...podOf('broken'), spec: 'text' };
  const containerStatuses = [{ name: 'app', ...CRASHING }];
  const web = podOf('web', { status: { containerStatuses } });
  for (const flags of ['', '--why', '--kubectl']) {
    const { status, stdout, stderr } = await pods(flags, broken, web);
    expect(status).toBe(1);
    expect(stdout).not.toContain('broken');
    expect(stdout).toContain('web');
    expect(stderr).toMatch(/: error: spec: /);
  }
});
