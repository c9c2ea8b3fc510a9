import { rolloutStatus } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const web = (status: object, spec: object = { replicas: 3 }, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', generation: 2, ...more },
  spec,
  status: { observedGeneration: 2, ...status },
});
const set = (updateStrategy: object, status: object) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', generation: 1 },
  spec: { replicas: 3, updateStrategy },
  status: { observedGeneration: 1, ...status },
});

describe('a Deployment', () => {
  test('waits for the controller first', () => {
    const status = rolloutStatus(web({ observedGeneration: 1 }));
    expect(status).toMatchObject({
      text: 'Waiting for deployment spec update to be observed...',
      done: false,
      reason: 'NOT_OBSERVED',
    });
  });

  test('has exceeded its deadline, even if all Pods are available', () => {
    const conditions = [{ type: 'Progressing', reason: 'ProgressDeadlineExceeded' }];
    const done = { replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
    const status = rolloutStatus(web({ ...done, conditions }));
    expect(status.error).toBe('deployment "web" exceeded its progress deadline');
    expect(status.done).toBe(false);
  });

  test('is complete if all updated Pods are available, of more than are desired', () => {
    const done = { replicas: 4, updatedReplicas: 4, availableReplicas: 4 };
    expect(rolloutStatus(web(done)).reason).toBe('COMPLETE');
    expect(rolloutStatus(web({ ...done, availableReplicas: 3 })).reason).toBe('NOT_AVAILABLE');
  });

  test('is not complete if readyReplicas equals replicas, as dashboards assume', () => {
    const status = { observedGeneration: 1, replicas: 3, readyReplicas: 3, updatedReplicas: 3 };
    expect(rolloutStatus(web(status)).reason).toBe('NOT_OBSERVED');
  });

  test('has no desired number of Pods', () => {
    expect(rolloutStatus(web({}, {})).done).toBe(true);
  });

  test('runs another revision than the expected one', () => {
    const annotations = { 'deployment.kubernetes.io/revision': '4' };
    const running = web({ replicas: 3, updatedReplicas: 3, availableReplicas: 3 }, undefined, {
      annotations,
    });
    expect(rolloutStatus(running, { revision: 4 }).done).toBe(true);
    const { error, reason } = rolloutStatus(running, { revision: 3 });
    expect(error).toBe('desired revision (3) is different from the running revision (4)');
    expect(reason).toBe('WRONG_REVISION');
  });
});

describe('a StatefulSet', () => {
  const done = { readyReplicas: 3, updatedReplicas: 3, currentReplicas: 3 };

  test('as stored ends as a partitioned rollout', () => {
    const rolling = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } };
    const { text } = rolloutStatus(set(rolling, done));
    expect(text).toBe('partitioned roll out complete: 3 new pods have been updated...');
  });

  test('without rollingUpdate compares revisions', () => {
    const revisions = { updateRevision: 'db-2', currentRevision: 'db-1' };
    const status = rolloutStatus(set({ type: 'RollingUpdate' }, { ...done, ...revisions }));
    expect(status.reason).toBe('NOT_CURRENT');
  });

  test('with OnDelete is an error, and done', () => {
    const { error, done: isDone } = rolloutStatus(set({ type: 'OnDelete' }, done));
    expect(error).toBe('rollout status is only available for RollingUpdate strategy type');
    expect(isDone).toBe(true);
  });

  test('counts as not observed without an observed generation', () => {
    const unobserved = set({ type: 'RollingUpdate' }, { ...done, observedGeneration: 0 });
    const status = rolloutStatus({ ...unobserved, metadata: { name: 'db', generation: 0 } });
    expect(status.reason).toBe('NOT_OBSERVED');
  });
});

test('a DaemonSet compares with the nodes that should run it', () => {
  const daemonSet = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'log', generation: 1 },
    spec: { updateStrategy: { type: 'RollingUpdate' } },
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 3,
      updatedNumberScheduled: 3,
      numberAvailable: 2,
    },
  };
  const { text } = rolloutStatus(daemonSet);
  expect(text).toBe(
    'Waiting for daemon set "log" rollout to finish: 2 of 3 updated pods are available...',
  );
});

test('the explanation ends with the check that failed', () => {
  const status = { replicas: 3, updatedReplicas: 3, availableReplicas: 1 };
  const { checks, reason } = rolloutStatus(web(status));
  expect(checks.map(({ passed }) => passed)).toEqual([true, true, true, true, false]);
  expect(checks.at(-1)?.reason).toBe(reason);
});

describe('bad input', () => {
  test('another kind, or a Deployment of another group', () => {
    const codes = { code: 'NOT_A_ROLLOUT' };
    expect(() => rolloutStatus({ apiVersion: 'batch/v1', kind: 'Job' })).toThrow(
      expect.objectContaining(codes),
    );
    expect(() => rolloutStatus({ apiVersion: 'apps.example.com/v1', kind: 'Deployment' })).toThrow(
      expect.objectContaining(codes),
    );
  });

  test('a count of the wrong type', () => {
    const wrong = web({ updatedReplicas: '3' });
    expect(() => rolloutStatus(wrong)).toThrow(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ segments: ['status', 'updatedReplicas'] }),
      }),
    );
  });

  test('nothing is changed', () => {
    const frozen = Object.freeze(web(Object.freeze({ replicas: 3 })));
    expect(rolloutStatus(frozen).reason).toBe('NOT_UPDATED');
  });
});
