import type { Pod } from '@kubesem/core';
import { type PodScript, PodSimulation } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';

function simulate(spec: Pod['spec'], script: PodScript, seconds: number): PodSimulation {
  const pod = { metadata: { name: 'web', namespace: 'shop', uid: 'u' }, spec };
  const simulation = new PodSimulation(pod, script, { now: NOW });
  simulation.advance(seconds * 1000);
  return simulation;
}

/** What `kubectl get pods --watch` would show. */
function watched({ changes }: PodSimulation): string[] {
  return changes.map(
    ({ atMs, row }) => `${atMs / 1000} ${row.ready.text} ${row.status} ${row.restarts.text}`,
  );
}

/** What happened to the containers. */
function happened({ events }: PodSimulation, ...actions: readonly string[]): string[] {
  return events
    .filter(({ action }) => actions.includes(action))
    .map(({ atMs, container, action }) => `${atMs / 1000} ${action} ${container}`);
}

const APP = { containers: [{ name: 'app' }] };

describe('PodSimulation', () => {
  test('a crash loop doubles its delays', () => {
    const script = { containers: { app: { runs: [{ ms: 5000, exitCode: 1 }] } } };
    const simulation = simulate(APP, script, 100);
    expect(happened(simulation, 'start')).toEqual([
      '0 start app',
      '5 start app',
      '20 start app',
      '45 start app',
      '90 start app',
    ]);
    expect(watched(simulation).slice(0, 7)).toEqual([
      '0 0/1 ContainerCreating 0',
      '1 1/1 Running 0',
      '5 0/1 Error 0',
      '6 1/1 Running 1 (1s ago)',
      '10 0/1 Error 1 (5s ago)',
      '20 0/1 CrashLoopBackOff 1 (10s ago)',
      '21 1/1 Running 2 (11s ago)',
    ]);
  });

  test('init containers run one after another, and a sidecar opens the way when it has started', () => {
    const startupProbe = { exec: { command: ['true'] }, periodSeconds: 5 };
    const spec = {
      initContainers: [{ name: 'setup' }, { name: 'proxy', restartPolicy: 'Always', startupProbe }],
      ...APP,
    };
    const answers = [
      { afterMs: 0, result: 'failure' },
      { afterMs: 6000, result: 'success' },
    ] as const;
    const containers = {
      setup: { runs: [{ ms: 3000 }] },
      proxy: { probes: { startup: answers } },
    };
    const simulation = simulate(spec, { containers }, 30);
    expect(happened(simulation, 'start')).toEqual([
      '0 start setup',
      '3 start proxy',
      '10 start app',
    ]);
    expect(simulation.row.ready.text).toBe('2/2');
  });

  test('the documentation says that app containers start in parallel: a postStart hook keeps the next one waiting', () => {
    const lifecycle = { postStart: { exec: { command: ['warm-up'] } } };
    const spec = { containers: [{ name: 'app', lifecycle }, { name: 'log' }] };
    const simulation = simulate(spec, { containers: { app: { postStart: { ms: 4000 } } } }, 10);
    expect(happened(simulation, 'start')).toEqual(['0 start app', '4 start log']);
  });

  test('a Pod is Pending while a container waits, and Failed only when all have ended', () => {
    const spec = { ...APP, restartPolicy: 'Never' };
    const script = { containers: { app: { runs: [{ ms: 2000, exitCode: 3 }] } } };
    const { changes, status } = simulate(spec, script, 10);
    expect(changes.map(({ status: { phase } }) => phase)).toEqual([
      'Pending',
      'Running',
      'Failed',
      'Failed',
    ]);
    expect(status.containerStatuses?.[0]?.state?.terminated).toMatchObject({
      exitCode: 3,
      startedAt: '2026-01-01T00:00:00Z',
      finishedAt: '2026-01-01T00:00:02Z',
    });
  });

  test('a startup probe of 30 times 10 seconds ends a container 290 seconds after its first probe', () => {
    const startupProbe = { exec: { command: ['up'] }, periodSeconds: 10, failureThreshold: 30 };
    const spec = { containers: [{ name: 'app', startupProbe }] };
    const startup = [{ afterMs: 0, result: 'failure' }] as const;
    const containers = { app: { runs: [{ stopMs: 0 }], probes: { startup } } };
    const simulation = simulate(spec, { containers }, 305);
    expect(happened(simulation, 'probe')[0]).toBe('10 probe app');
    expect(happened(simulation, 'stop')).toEqual(['300 stop app']);
  });

  test('deletion runs the hook, stops the app and then the sidecar', () => {
    const lifecycle = { preStop: { sleep: { seconds: 3 } } };
    const spec = {
      initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
      containers: [{ name: 'app', lifecycle }],
    };
    const runs = [{ stopMs: 1000 }];
    const script = { containers: { app: { runs }, proxy: { runs } }, deleteAtSeconds: 10 };
    const simulation = simulate(spec, script, 60);
    expect(happened(simulation, 'preStop', 'stop', 'exit')).toEqual([
      '10 preStop app',
      '13 stop app',
      '14 exit app',
      '14 stop proxy',
      '15 exit proxy',
    ]);
    expect(watched(simulation)).toContain('10 2/2 Terminating 0');
    expect(simulation.goneAtMs).toBe(15_000);
  });

  test('a container that ignores SIGTERM is killed at the end of its grace period', () => {
    const script = { deleteAtSeconds: 5, gracePeriodSeconds: 7 };
    const { events } = simulate(APP, script, 60);
    expect(events.filter(({ action }) => action === 'exit')).toEqual([
      { atMs: 12_000, action: 'exit', container: 'app', exitCode: 137 },
    ]);
  });

  test('all containers restart if a rule says so', () => {
    const exitCodes = { operator: 'In', values: [42] };
    const rules = [{ action: 'RestartAllContainers', exitCodes }];
    const app = { name: 'app', restartPolicy: 'Never', restartPolicyRules: rules };
    const spec = { initContainers: [{ name: 'setup' }], containers: [app, { name: 'log' }] };
    const containers = {
      setup: { runs: [{ ms: 1000 }] },
      app: { runs: [{ ms: 3000, exitCode: 42 }, {}] },
      log: { runs: [{ stopMs: 0 }] },
    };
    const simulation = simulate(spec, { containers }, 30);
    expect(happened(simulation, 'start')).toEqual([
      ...['0 start setup', '1 start app', '1 start log'],
      ...['5 start setup', '6 start app', '6 start log'],
    ]);
  });

  test('the API server accepts a hook with tcpSocket, and the kubelet cannot run it', () => {
    const lifecycle = { postStart: { tcpSocket: { port: 80 } } };
    const simulation = simulate({ containers: [{ name: 'app', lifecycle }] }, {}, 60);
    expect(simulation.row.status).toBe('PostStartHookError');
    expect(simulation.status.containerStatuses?.[0]?.state?.waiting?.message).toBe(
      'Cannot run handler: invalid handler: &LifecycleHandler{Exec:nil,HTTPGet:nil,TCPSocket:&TCPSocketAction{Port:{0 80 },Host:,},Sleep:nil,}',
    );
  });

  test.each([-1, 9_007_199_254_740_991])('a hook that sleeps %d seconds', (seconds) => {
    const lifecycle = { postStart: { sleep: { seconds } } };
    const simulation = simulate({ containers: [{ name: 'app', lifecycle }] }, {}, 60);
    expect(happened(simulation, 'start')).toEqual(['0 start app']);
  });

  test('the deadline ends a Pod', () => {
    const { status } = simulate({ ...APP, activeDeadlineSeconds: 20 }, {}, 60);
    expect(status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });

  test('a Pod that is removed while it stops gets no status any longer', () => {
    const spec = { ...APP, activeDeadlineSeconds: 1, terminationGracePeriodSeconds: 0 };
    const { changes, goneAtMs } = simulate(spec, { deleteAtSeconds: 4 }, 60);
    expect(goneAtMs).toBe(4000);
    expect(changes.filter(({ atMs }) => atMs === 4000)).toEqual([]);
  });

  test('the steps of time do not change a life', () => {
    const script = {
      containers: { app: { runs: [{ ms: 1500, exitCode: 1 }] } },
      deleteAtSeconds: 70,
    };
    const whole = simulate(APP, script, 120);
    const steps = simulate(APP, script, 0);
    for (let step = 0; step < 480; step++) {
      steps.advance(250);
    }
    expect(steps.changes).toEqual(whole.changes);
    expect(steps.events).toEqual(whole.events);
  });

  test('names are ordinary, also `__proto__`, and the Pod is not changed', () => {
    const pod = { spec: { containers: [{ name: '__proto__' }, { name: 'constructor' }] } };
    const before = JSON.stringify(pod);
    const simulation = new PodSimulation(pod, { containers: {} }, { now: NOW });
    simulation.advance(5000);
    expect(simulation.row.ready.text).toBe('2/2');
    expect(JSON.stringify(pod)).toBe(before);
  });

  test('a time that is none is an error', () => {
    expect(() => new PodSimulation(APP, {}, { now: 'soon' })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });

  test('10,000 containers start in linear time', () => {
    const containers = Array.from({ length: 10_000 }, (_, index) => ({ name: `c${index}` }));
    const simulation = simulate({ containers }, {}, 2);
    expect(simulation.row.ready.ready).toBe(10_000);
  });

  test('5000 containers become ready in linear time', () => {
    const containers = Array.from({ length: 5000 }, (_, index) => ({
      name: `c${index}`,
      readinessProbe: {},
    }));
    const simulation = simulate({ containers }, {}, 10);
    expect(simulation.row.ready.ready).toBe(5000);
    expect(simulation.events.filter(({ action }) => action === 'probe')).toHaveLength(5000);
  });
});
