import { inspectObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

interface Parts {
  readonly metadata?: object | undefined;
  readonly spec?: object | undefined;
  readonly status?: object | undefined;
}

const RUNNING = { running: {} };
const RESOURCES = { requests: { cpu: '1' }, limits: { cpu: '1' } };

/** The report on a Pod with the container `app`. */
function reportOn({ metadata, spec, status }: Parts) {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', uid: 'u1', ...metadata },
    spec: { containers: [{ name: 'app', image: 'x.example/a:1', resources: RESOURCES }], ...spec },
    status,
  };
  const text = JSON.stringify(pod, undefined, 1);
  const [object] = inspectObjects([parseObjects({ name: 'pod.json', text })]).objects;
  if (object === undefined) {
    throw new Error('no report');
  }
  return object;
}

const problemsOf = (parts: Parts) =>
  reportOn(parts).problems.map(({ code, severity, message }) => [code, severity, message]);

const withStatus = (containerStatus: object): Parts => ({
  status: { phase: 'Running', containerStatuses: [{ name: 'app', ...containerStatus }] },
});

const message = 'back-off 2m40s restarting failed container=app pod=web_default(u1)';
const CRASHING = {
  state: { waiting: { reason: 'CrashLoopBackOff', message } },
  lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:00:00Z' } },
  restartCount: 4,
};

test('a stored Pod has a status, and a manifest has none', () => {
  expect(reportOn(withStatus(CRASHING)).pod?.status).toEqual({
    status: 'CrashLoopBackOff',
    ready: { ready: 0, total: 1, text: '0/1' },
    restarts: 4,
    readiness: {
      ready: false,
      blockers: [{ code: 'WAITING', container: 'app', reason: 'CrashLoopBackOff', message }],
    },
    crashLoops: [
      {
        container: 'app',
        backOffSeconds: 160,
        restartsAtMs: Date.parse('2026-01-01T00:02:40Z'),
      },
    ],
  });
  expect(reportOn({ metadata: { uid: undefined } }).pod?.status).toBeUndefined();
});

describe('a stored Pod that is not ready', () => {
  test('has a crash loop with its delay and the earliest restart', () => {
    const { problems } = reportOn(withStatus(CRASHING));
    expect(problems).toMatchObject([
      { code: 'CRASH_LOOP', severity: 'warning', path: 'status.containerStatuses[0].state' },
    ]);
    expect(problems[0]?.line).toBeGreaterThan(1);
    expect(problems[0]?.message).toContain('after 2m40s, not before 2026-01-01T00:02:40.000Z');
  });

  test.each<[string, object, string]>([
    ['an image', { state: { waiting: { reason: 'ErrImagePull' } } }, 'app waits (ErrImagePull)'],
    ['its end', { state: { terminated: { exitCode: 3 } } }, 'has ended with exit code 3'],
    ['its start', { started: false, state: RUNNING }, 'has not started'],
    ['readiness', { started: true, state: RUNNING }, 'the readiness probe of container app'],
  ])('waits for %s', (_, status, text) => {
    expect(problemsOf(withStatus(status))).toEqual([
      ['POD_NOT_READY', 'warning', expect.stringContaining(text)],
    ]);
  });

  test('waits for a gate, an init container, or a node', () => {
    const ready = withStatus({ ready: true, started: true, state: RUNNING });
    const readinessGates = [{ conditionType: 'example.com/a' }];
    expect(problemsOf({ status: ready.status, spec: { ...specWith({ readinessGates }) } })).toEqual(
      [['POD_NOT_READY', 'warning', expect.stringContaining('example.com/a')]],
    );
    const pending = withStatus({ state: { waiting: { reason: 'PodInitializing' } } });
    const initContainerStatuses = [{ name: 'migrate', state: RUNNING }];
    const initContainers = [{ name: 'migrate', image: 'x.example/m:1', resources: RESOURCES }];
    expect(
      problemsOf({
        spec: specWith({ initContainers }),
        status: { ...pending.status, phase: 'Pending', initContainerStatuses },
      }),
    ).toEqual([['POD_NOT_READY', 'warning', expect.stringContaining('init container migrate')]]);
    const conditions = [{ type: 'PodScheduled', status: 'False', message: '0/2 nodes' }];
    expect(problemsOf({ status: { phase: 'Pending', conditions } })).toEqual([
      ['POD_NOT_READY', 'warning', expect.stringContaining('not scheduled (0/2 nodes)')],
    ]);
  });

  const specWith = (more: object) => ({
    containers: [{ name: 'app', image: 'x.example/a:1', resources: RESOURCES }],
    ...more,
  });

  test.each<[string, Parts]>([
    ['is a manifest', { metadata: { uid: undefined }, ...withStatus(CRASHING) }],
    ['is ready', withStatus({ ready: true, started: true, state: RUNNING })],
    [
      'is being deleted',
      { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, ...withStatus(CRASHING) },
    ],
    [
      'has ended',
      {
        status: {
          phase: 'Failed',
          containerStatuses: [{ name: 'app', state: { terminated: { exitCode: 1 } } }],
        },
      },
    ],
    ['has no statuses', { status: { phase: 'Running' } }],
    ['has an empty condition', { status: { phase: 'Running', conditions: [{}] } }],
  ])('has no problem if it %s', (_, parts) => {
    expect(problemsOf(parts)).toEqual([]);
  });
});

test('probes and hooks that are probably a mistake are warnings, also in manifests', () => {
  const container = {
    name: 'app',
    image: 'x.example/a:1',
    resources: RESOURCES,
    livenessProbe: { httpGet: { port: 80 }, periodSeconds: 2, timeoutSeconds: 3 },
    readinessProbe: { httpGet: { port: 80 } },
    lifecycle: { preStop: { sleep: { seconds: 30 } } },
  };
  const spec = { containers: [container] };
  expect(
    problemsOf({ metadata: { uid: undefined }, spec }).map(([code, how]) => [code, how]),
  ).toEqual([
    ['HOOK_FILLS_GRACE_PERIOD', 'warning'],
    ['LIVENESS_BEFORE_READINESS', 'warning'],
    ['PROBE_TIMEOUT_ABOVE_PERIOD', 'warning'],
  ]);
});

test('probes and hooks that the API server rejects are errors in manifests, and warnings about stored Pods', () => {
  const lifecycle = { preStop: { sleep: { seconds: 31 } } };
  const container = { name: 'app', image: 'x.example/a:1', resources: RESOURCES, lifecycle };
  const spec = { containers: [container] };
  const rejected = problemsOf({ metadata: { uid: undefined }, spec });
  expect(rejected.map(([code, severity]) => [code, severity])).toEqual([['INVALID', 'error']]);
  expect(problemsOf({ spec }).map(([code, severity]) => [code, severity])).toEqual([
    ['INVALID', 'warning'],
  ]);
});
