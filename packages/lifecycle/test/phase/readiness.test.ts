import type { ContainerStatus, Pod } from '@kubesem/core';
import { podConditions, podReadiness } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const RUNNING = { running: {} };
const READY: ContainerStatus = { name: 'app', ready: true, started: true, state: RUNNING };

function podOf(containerStatuses: readonly ContainerStatus[], more: Pod = {}): Pod {
  const containers = containerStatuses.map(({ name }) => ({ name }));
  const { spec, status } = more;
  return {
    spec: { containers, ...spec },
    status: { phase: 'Running', containerStatuses, ...status },
  };
}

describe('what keeps a Pod from being ready', () => {
  test.each([
    [
      'a startup probe',
      { name: 'app', started: false, state: RUNNING },
      { code: 'STARTUP', container: 'app' },
    ],
    [
      'a readiness probe',
      { name: 'app', started: true, state: RUNNING },
      { code: 'READINESS', container: 'app' },
    ],
    [
      'an image',
      { name: 'app', state: { waiting: { reason: 'ErrImagePull', message: 'not found' } } },
      { code: 'WAITING', container: 'app', reason: 'ErrImagePull', message: 'not found' },
    ],
    [
      'its end',
      { name: 'app', state: { terminated: { exitCode: 2, reason: 'Error' } } },
      { code: 'TERMINATED', container: 'app', reason: 'Error', exitCode: 2 },
    ],
    ['nothing', { name: 'app' }, { code: 'WAITING', container: 'app', reason: '', message: '' }],
  ])('%s', (_, status, blocker) => {
    expect(podReadiness(podOf([status]))).toEqual({ ready: false, blockers: [blocker] });
  });

  test('a gate that no controller has set, and one that is false', () => {
    const conditions = [{ type: 'example.com/b', status: 'False' }];
    const readinessGates = [{ conditionType: 'example.com/a' }, { conditionType: 'example.com/b' }];
    const pod = podOf([READY], { spec: { readinessGates }, status: { conditions } });
    expect(podReadiness(pod).blockers).toEqual([
      { code: 'GATE', conditionType: 'example.com/a', status: undefined },
      { code: 'GATE', conditionType: 'example.com/b', status: 'False' },
    ]);
    expect(podConditions(pod).ready.message).toBe(
      'corresponding condition of pod readiness gate "example.com/a" does not exist., ' +
        'the status of pod readiness gate "example.com/b" is not "True", but False',
    );
  });

  test('a sidecar without a status', () => {
    const pod = podOf([READY], {
      spec: {
        containers: [{ name: 'app' }],
        initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
      },
    });
    expect(podReadiness(pod).blockers).toEqual([{ code: 'NO_STATUS', container: 'proxy' }]);
  });

  test('its end, whatever its containers say', () => {
    expect(podReadiness(podOf([READY], { status: { phase: 'Failed' } }))).toEqual({
      ready: false,
      blockers: [{ code: 'PHASE', phase: 'Failed' }],
    });
  });

  test('nothing', () => {
    expect(podReadiness(podOf([READY]))).toEqual({ ready: true, blockers: [] });
  });

  test('no status at all', () => {
    expect(podReadiness({}).blockers).toEqual([{ code: 'NO_STATUS', container: undefined }]);
  });
});

test('a Pod that was initialized stays so while its init containers run again', () => {
  const spec = { initContainers: [{ name: 'migrate' }], containers: [{ name: 'app' }] };
  const initContainerStatuses = [{ name: 'migrate', ready: false, state: RUNNING }];
  const before = { spec, status: { initContainerStatuses } };
  const conditions = [{ type: 'Initialized', status: 'True' }];
  expect(podConditions(before).initialized).toEqual({
    type: 'Initialized',
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: 'containers with incomplete status: [migrate]',
  });
  expect(
    podConditions({ spec, status: { initContainerStatuses, conditions } }).initialized.status,
  ).toBe('True');
});
