import type { Pod } from '@kubesem/core';
import {
  containerRestart,
  crashLoop,
  explainPodRow,
  formatPodTable,
  nextPodActions,
  type PodRuntime,
  PodSimulation,
  ProbeWorker,
  podConditions,
  podPhase,
  podReadiness,
  podRow,
  podsToCollect,
  type RuntimeContainer,
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
      expect(PHASES).toContain(podPhase(pod).phase);
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
      const actions = nextPodActions(pod, runtimeOf(pod));
      expect(actions.killPod && actions.start.length > 0 && !actions.createSandbox).toBe(false);
      expect(actions.steps.every(({ rule }) => rule.length > 0)).toBe(true);
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

  test('it is garbage or not', () => {
    assert(
      property(array(anyPod, { maxLength: 4 }), (pods) => {
        const options = { terminatedPodThreshold: 1, now: NOW };
        const { deleted, kept } = podsToCollect({ pods, nodes: [] }, options);
        for (const { pod } of [...deleted, ...kept]) {
          expect(pods).toContain(pod);
        }
      }),
      { numRuns: 200 },
    );
  });
});
