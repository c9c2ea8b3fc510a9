import type { Pod } from '@kubesem/core';
import {
  CrashLoopBackOff,
  containerRestart,
  crashLoop,
  crashLoopSettings,
  explainPodRow,
  nextPodActions,
  type PodRuntime,
  ProbeWorker,
  podConditions,
  podPhase,
  podReadiness,
  podRow,
  podsToCollect,
} from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';

test('a container that is null restarts as its Pod says', () => {
  const pod = { restartPolicy: 'Never', containers: [] };
  expect(containerRestart(pod, null as never, 1)).toMatchObject({ restarts: false });
});

describe('clocks that run backwards', () => {
  test('a probe is due again at the moment that was announced', () => {
    const pod = { spec: { containers: [{ name: 'app' }] } };
    const running = { running: { startedAt: NOW } };
    const status = {
      containerStatuses: [{ name: 'app', containerID: 'cri://1', started: true, state: running }],
    };
    const startedAtMs = Date.parse(NOW);
    const worker = new ProbeWorker('liveness', {}, { pod, container: 'app', startedAtMs });
    expect(worker.due(startedAtMs, status)).toBe(true);
    worker.report('Success');
    const next = worker.nextMs;
    expect(worker.due(startedAtMs - 60_000, status)).toBe(false);
    expect(worker.nextMs).toBe(next);
  });

  test('a back-off is never longer than its maximum', () => {
    const backOff = new CrashLoopBackOff(crashLoopSettings());
    const waits = [0, 0, 5, 4, 3, 2, 1, 0].map((minutes) => {
      const finishedAtMs = minutes * 60_000;
      return backOff.next({ finishedAtMs, nowMs: finishedAtMs });
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(300_000);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
  });

  test('a countdown to a restart starts at the end of the container', () => {
    const message = 'back-off 10s restarting failed container=app pod=web_shop(1)';
    const status = {
      state: { waiting: { reason: 'CrashLoopBackOff', message } },
      lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:01:00Z' } },
    };
    expect(crashLoop(status, { now: NOW })?.remainingMs).toBe(70_000);
  });
});

/** How often a function reads a property of a Pod with so many containers, counted by proxies. */
function readsOf(count: number, use: (pod: Pod) => unknown): number {
  let reads = 0;
  const wrapped = new WeakMap<object, object>();
  const counting = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const known = wrapped.get(value);
    const proxy =
      known ??
      new Proxy(value, {
        get(target, key, receiver) {
          reads++;
          return counting(Reflect.get(target, key, receiver));
        },
      });
    wrapped.set(value, proxy);
    return proxy as T;
  };
  use(counting(podWith(count, [WAITING, RUNNING, ENDED, {}])));
  use(counting(podWith(count, [RUNNING])));
  return reads;
}

const RUNNING = { running: { startedAt: NOW } };
const WAITING = { waiting: { reason: 'CrashLoopBackOff' } };
const ENDED = { terminated: { exitCode: 1, reason: 'Error', finishedAt: NOW } };

/** A Pod with so many sidecars, app containers and gates; its containers have these states in turn. */
function podWith(count: number, states: readonly object[]): Pod {
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const status = (name: string, index: number) => {
    const state = states[index % states.length];
    const ready = state === RUNNING;
    return { name, ready, started: true, restartCount: 1, state, lastState: ENDED };
  };
  const sidecar = (name: string) => ({ name: `s-${name}`, restartPolicy: 'Always' });
  return {
    metadata: { name: 'web', creationTimestamp: NOW },
    spec: {
      nodeName: 'alpha',
      containers: names.map((name) => ({ name, readinessProbe: { periodSeconds: 0 } })),
      initContainers: names.map(sidecar),
      readinessGates: names.map((name) => ({ conditionType: `example.com/${name}` })),
    },
    status: {
      phase: 'Running',
      conditions: names.map((name) => ({ type: `example.com/${name}`, status: 'False' })),
      containerStatuses: names.map(status),
      initContainerStatuses: names.map((name, index) => status(`s-${name}`, index)),
    },
  };
}

/** All app containers of a Pod, as ended ones. */
function runtimeOf({ spec }: Pod): PodRuntime {
  const containers = (spec?.containers ?? []).map(({ name = '' }) => ({
    ...{ name: `${name}`, id: `${name}`, state: 'exited' as const, exitCode: 1 },
  }));
  return { sandboxes: [{ state: 'ready', attempt: 0, ip: '10.0.0.1' }], containers };
}

/** The first look of a worker at the last container. */
function probed(pod: Pod): boolean {
  const container = `${pod.spec?.containers?.at(-1)?.name}`;
  const worker = new ProbeWorker('readiness', {}, { pod, container, startedAtMs: 0 });
  return worker.due(0, pod.status);
}

describe('ten times the containers are ten times the work', () => {
  test.each<[string, (pod: Pod) => unknown]>([
    ['podRow', (pod) => podRow(pod, { now: NOW })],
    ['explainPodRow', (pod) => explainPodRow(pod, { now: NOW })],
    ['podPhase', (pod) => podPhase(pod)],
    ['podConditions', (pod) => podConditions(pod)],
    ['podReadiness', (pod) => podReadiness(pod)],
    ['ProbeWorker', (pod) => probed(pod)],
    ['nextPodActions', (pod) => nextPodActions(pod, runtimeOf(pod))],
    ['podsToCollect', (pod) => podsToCollect({ pods: [pod], nodes: [] }, { now: NOW })],
  ])('%s', (_, use) => {
    const [few, many] = [readsOf(1000, use), readsOf(10_000, use)];
    expect(few).toBeGreaterThan(0);
    expect(many / few).toBeLessThan(10.1);
  });
});
