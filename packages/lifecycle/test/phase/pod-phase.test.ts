import type { ContainerStatus, Pod } from '@kubesem/core';
import { podPhase } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const RUNNING = { running: {} };
const ended = (exitCode: number, reason = 'Error'): ContainerStatus['state'] => ({
  terminated: { exitCode, reason },
});
const crashing: ContainerStatus = {
  name: 'app',
  state: { waiting: { reason: 'CrashLoopBackOff' } },
  lastState: ended(1),
};

function podOf(containerStatuses: readonly ContainerStatus[], spec: Pod['spec'] = {}): Pod {
  const containers = containerStatuses.map(({ name }) => ({ name }));
  return { spec: { containers, ...spec }, status: { containerStatuses } };
}

test('a crash loop is running, because it restarts', () => {
  expect(podPhase(podOf([crashing]))).toEqual({
    phase: 'Running',
    rule: 'CONTAINER_RESTARTS',
    containers: ['app'],
  });
});

describe('where the documentation differs', () => {
  const pulling = { name: 'log', state: { waiting: { reason: 'ImagePullBackOff' } } };

  test('the documentation says that all containers have been created: a pull error keeps a Pod pending', () => {
    expect(podPhase(podOf([{ name: 'app', state: RUNNING }, pulling])).phase).toBe('Pending');
    const restarted = { ...pulling, lastState: ended(1) };
    expect(podPhase(podOf([{ name: 'app', state: RUNNING }, restarted])).phase).toBe('Running');
  });

  test('the documentation says that a Pod stuck in Pending cannot be scheduled: a pull error beside a running container is enough', () => {
    const pod = podOf([{ name: 'app', state: RUNNING }, pulling], { nodeName: 'node-1' });
    expect(podPhase(pod)).toEqual({
      phase: 'Pending',
      rule: 'CONTAINER_WAITING',
      containers: ['log'],
    });
  });

  test('the documentation says that in a failed Pod all containers have terminated: a failed init container is enough', () => {
    const pod: Pod = {
      spec: {
        restartPolicy: 'Never',
        initContainers: [{ name: 'migrate' }],
        containers: [{ name: 'app' }],
      },
      status: {
        initContainerStatuses: [{ name: 'migrate', state: ended(1) }],
        containerStatuses: [{ name: 'app', state: RUNNING }],
      },
    };
    expect(podPhase(pod)).toEqual({
      phase: 'Failed',
      rule: 'INIT_FAILED',
      containers: ['migrate'],
    });
  });
});

test.each([
  ['OnFailure', 0, 'Succeeded'],
  ['OnFailure', 1, 'Running'],
  ['Never', 1, 'Failed'],
  ['Always', 0, 'Running'],
  [undefined, 0, 'Running'],
])('restart policy %s, exit code %d: %s', (restartPolicy, exitCode, phase) => {
  expect(podPhase(podOf([{ name: 'app', state: ended(exitCode) }], { restartPolicy })).phase).toBe(
    phase,
  );
});

test('a Pod that is deleted ends at once, but not a static one', () => {
  const pod = podOf([{ name: 'app', state: ended(0) }]);
  const annotations = { 'kubernetes.io/config.source': 'file' };
  expect(podPhase(pod, { isTerminal: true }).phase).toBe('Succeeded');
  expect(podPhase({ ...pod, metadata: { annotations } }, { isTerminal: true }).phase).toBe(
    'Running',
  );
});

test('a sidecar that restarts keeps a new Pod pending, but not one that has run', () => {
  const pod: Pod = {
    spec: {
      initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
      containers: [{ name: 'app' }],
    },
    status: {
      initContainerStatuses: [{ name: 'proxy', started: false, state: RUNNING }],
      containerStatuses: [{ name: 'app', state: ended(1) }],
    },
  };
  expect(podPhase(pod, { hasInitialized: false }).phase).toBe('Pending');
  expect(podPhase(pod).phase).toBe('Running');
});

test.each([
  [{}],
  [{ spec: { containers: [null] }, status: { containerStatuses: [null] } }],
  [{ status: 5 }],
])('nothing is known of %j', (pod) => {
  expect(podPhase(pod as Pod).phase).toBe('Pending');
});
