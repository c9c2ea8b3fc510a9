import type { Pod } from '@kubesem/core';
import {
  CrashLoopBackOff,
  collectGarbage,
  containerRestart,
  crashLoop,
  crashLoopSettings,
  explainNextPodActions,
  explainPodPhase,
  explainPodRow,
  formatPodTable,
  type PodRuntime,
  PodSimulation,
  ProbeWorker,
  podConditions,
  podPhase,
  podReadiness,
  podRow,
  type RuntimeContainer,
  rankForDeletion,
} from '@kubesem/lifecycle';
import { array, assert, constantFrom, jsonValue, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';

/** Names that are unknown, duplicate, absent or of the wrong type, and times that are missing or in the future. */
const anyName = constantFrom<unknown>('app', 'log', 'proxy', '__proto__', 'constructor', '', 7);
const anyTime = constantFrom<unknown>(NOW, '1970-01-01T00:00:00Z', '2999-01-01T00:00:00Z', '', 5);
const anyNumber = constantFrom<unknown>(0, 1, 137, -1, 0.5, 2 ** 40, Number.NaN, '0');
const anyPolicy = constantFrom<unknown>('Always', 'OnFailure', 'Never', 'Sometimes', '', {});
const anyReason = constantFrom<unknown>('CrashLoopBackOff', 'Completed', '', [], 'OOMKilled');
const anyMessage = constantFrom<unknown>(
  'back-off 10s restarting failed container=app pod=web_shop(1)',
  'back-off 999999999h restarting failed container=',
  'back-off',
  5,
);

const state = record(
  {
    running: option(record({ startedAt: anyTime }, { requiredKeys: [] })),
    waiting: option(record({ reason: anyReason, message: anyMessage }, { requiredKeys: [] })),
    terminated: option(
      record(
        { exitCode: anyNumber, signal: anyNumber, reason: anyReason, finishedAt: anyTime },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);
const statuses = array(
  option(
    record(
      {
        name: anyName,
        containerID: constantFrom<unknown>('', 'cri://1', 'cri://2', 7),
        ready: constantFrom<unknown>(true, false, 'true'),
        started: constantFrom<unknown>(true, false, null),
        restartCount: anyNumber,
        state,
        lastState: state,
      },
      { requiredKeys: [] },
    ),
  ),
  { maxLength: 4 },
);
const probe = record(
  {
    periodSeconds: anyNumber,
    initialDelaySeconds: anyNumber,
    failureThreshold: anyNumber,
    successThreshold: anyNumber,
    exec: constantFrom<unknown>({}, { command: ['true'] }, 5),
  },
  { requiredKeys: [] },
);
const containers = array(
  option(
    record(
      {
        name: anyName,
        restartPolicy: anyPolicy,
        livenessProbe: probe,
        readinessProbe: probe,
        startupProbe: probe,
        restartPolicyRules: jsonValue({ maxDepth: 2 }),
        lifecycle: jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    ),
  ),
  { maxLength: 4 },
);
/** A Pod whose status contradicts its spec. */
const anyPod = record(
  {
    metadata: record(
      {
        name: anyName,
        creationTimestamp: anyTime,
        deletionTimestamp: anyTime,
        deletionGracePeriodSeconds: anyNumber,
      },
      { requiredKeys: [] },
    ),
    spec: record(
      {
        containers,
        initContainers: containers,
        restartPolicy: anyPolicy,
        activeDeadlineSeconds: anyNumber,
        terminationGracePeriodSeconds: anyNumber,
        nodeName: anyName,
        readinessGates: jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    ),
    status: record(
      {
        phase: constantFrom<unknown>('Pending', 'Running', 'Failed', 'CrashLoopBackOff', '', 7),
        startTime: anyTime,
        containerStatuses: statuses,
        initContainerStatuses: statuses,
        conditions: jsonValue({ maxDepth: 3 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
).map((pod) => pod as Pod);

const PHASES = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'];

/** What the runtime knows: the statuses of the Pod, as if they were its containers. */
function runtimeOf({ status }: Pod): PodRuntime {
  const known = (status?.containerStatuses ?? []).map((each) => ({
    name: each?.name,
    id: each?.containerID,
    state: each?.state?.running ? 'running' : 'exited',
    exitCode: each?.state?.terminated?.exitCode,
  }));
  return {
    sandboxes: [{ state: 'ready', attempt: 0, ip: '10.0.0.1' }],
    containers: known as readonly RuntimeContainer[],
  };
}

describe('whatever a Pod contains', () => {
  const holds = (check: (pod: Pod) => void): void => {
    assert(
      property(anyPod, (pod) => {
        const before = JSON.stringify(pod);
        check(pod);
        expect(JSON.stringify(pod)).toBe(before);
      }),
      { numRuns: 300 },
    );
  };

  test('it has a row, also if the clock runs backwards', () => {
    holds((pod) => {
      for (const now of [NOW, '1960-01-01T00:00:00Z', undefined]) {
        const { row, steps } = explainPodRow(pod, { now });
        expect(row).toEqual(podRow(pod, { now }));
        expect(steps.at(-1)?.status ?? '').toBe(row.status);
        expect(row.ready.ready).toBeLessThanOrEqual(row.ready.total + 4);
        expect(row.restarts.text).not.toMatch(/undefined|NaN/);
        expect(row.age).not.toMatch(/undefined|NaN/);
      }
      expect(formatPodTable([pod, pod], { now: NOW, wide: true }).split('\n')).toHaveLength(4);
    });
  });

  test('it has a phase, and conditions that agree with its readiness', () => {
    holds((pod) => {
      expect(PHASES).toContain(podPhase(pod));
      expect(explainPodPhase(pod).phase).toBe(podPhase(pod));
      const { ready, blockers } = podReadiness(pod);
      expect(podConditions(pod).ready.status).toBe(ready ? 'True' : 'False');
      expect(blockers.length === 0).toBe(ready);
    });
  });

  test('its containers restart or do not, and their countdowns are not negative', () => {
    holds((pod) => {
      for (const container of pod.spec?.containers ?? []) {
        expect([true, false]).toContain(containerRestart(pod, container, 1).restarts);
      }
      for (const status of pod.status?.containerStatuses ?? []) {
        expect(crashLoop(status, { now: NOW })?.remainingMs ?? 0).toBeGreaterThanOrEqual(0);
      }
    });
  });

  test('the kubelet does something about it', () => {
    holds((pod) => {
      const { actions, steps } = explainNextPodActions(pod, runtimeOf(pod));
      expect(actions.killPod && actions.start.length > 0 && !actions.createSandbox).toBe(false);
      expect(steps.every(({ rule }) => rule.length > 0)).toBe(true);
    });
  });

  test('it lives in virtual time', () => {
    holds((pod) => {
      const simulation = new PodSimulation(pod, { deleteAtSeconds: 20 }, { now: NOW });
      simulation.advance(40_000);
      const times = simulation.events.map(({ atMs }) => atMs);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.length).toBeLessThan(2000);
    });
  });

  test('its probes are due at most once a second', () => {
    holds((pod) => {
      for (const container of pod.spec?.containers ?? []) {
        for (const kind of ['liveness', 'readiness', 'startup'] as const) {
          const options = { pod, container: container?.name as string, startedAtMs: 0 };
          const settings = container?.[`${kind}Probe`] ?? {};
          const worker = new ProbeWorker(kind, settings, options);
          for (let count = 0; count < 5 && worker.nextMs !== undefined; count++) {
            const at = worker.nextMs;
            if (worker.due(at, pod.status ?? {})) {
              worker.report('Failure');
            }
            expect(worker.nextMs ?? at + 1000).toBeGreaterThanOrEqual(at + 1000);
          }
        }
      }
    });
  });

  test('it is garbage or not, and has a place among those to delete', () => {
    assert(
      property(array(anyPod, { maxLength: 4 }), (pods) => {
        const options = { pods, nodes: [], terminatedPodThreshold: 1, now: NOW };
        for (const { pod } of collectGarbage(options).deleted) {
          expect(pods).toContain(pod);
        }
        for (const controller of ['ReplicaSet', 'Job'] as const) {
          const ranked = rankForDeletion(pods, { controller, related: pods, now: NOW });
          expect(new Set(ranked)).toEqual(new Set(pods));
          expect(ranked).toHaveLength(pods.length);
        }
      }),
      { numRuns: 200 },
    );
  });
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

describe('ten times the containers are ten times the work', () => {
  test.each<[string, (pod: Pod) => unknown]>([
    ['podRow', (pod) => podRow(pod, { now: NOW })],
    ['explainPodRow', (pod) => explainPodRow(pod, { now: NOW })],
    ['podPhase', (pod) => podPhase(pod)],
    ['explainPodPhase', (pod) => explainPodPhase(pod)],
    ['podConditions', (pod) => podConditions(pod)],
    ['podReadiness', (pod) => podReadiness(pod)],
    ['nextPodActions', (pod) => explainNextPodActions(pod, runtimeOf(pod))],
    ['rankForDeletion', (pod) => rankForDeletion([pod, {}], { controller: 'Job', now: NOW })],
    ['collectGarbage', (pod) => collectGarbage({ pods: [pod], nodes: [], now: NOW })],
  ])('%s', (_, use) => {
    const [few, many] = [readsOf(1000, use), readsOf(10_000, use)];
    expect(few).toBeGreaterThan(0);
    expect(many / few).toBeLessThan(10.1);
  });
});
