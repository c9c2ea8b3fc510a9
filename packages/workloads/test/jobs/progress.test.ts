import { jobProgress } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const now = '2026-01-01T12:00:00Z';
const progress = (spec: object, status: object = {}, metadata: object = {}) =>
  jobProgress({ metadata, spec, status }, { now });
const INDEXED = { completionMode: 'Indexed', completions: 5, parallelism: 3 };

describe('jobProgress', () => {
  test('counts what has yet to succeed', () => {
    expect(progress({ completions: 9, parallelism: 4 }, { succeeded: 7 })).toMatchObject({
      ...{ state: 'RUNNING', completionsLeft: 2, pods: 2, indexes: '', retriesLeft: 6 },
    });
    expect(progress({}).completionsLeft).toBe(1);
  });

  test('a work queue starts no more Pods after the first success', () => {
    const queue = { parallelism: 3 };
    expect(progress(queue)).toMatchObject({
      state: 'RUNNING',
      pods: 3,
      completionsLeft: undefined,
    });
    expect(progress(queue, { succeeded: 1, active: 2 })).toMatchObject({
      state: 'RUNNING',
      pods: 2,
    });
    expect(progress(queue, { succeeded: 1 })).toMatchObject({ state: 'COMPLETE', pods: 0 });
  });

  test('lists the next indexes', () => {
    expect(progress(INDEXED, { completedIndexes: '0,3' })).toMatchObject({
      ...{ completionsLeft: 3, pods: 3, indexes: '1,2,4' },
    });
    const status = { completedIndexes: '0', failedIndexes: '1-2' };
    expect(progress({ ...INDEXED, backoffLimitPerIndex: 0 }, status)).toMatchObject({
      ...{ indexes: '3,4', retriesLeft: undefined },
    });
  });

  test('counts Pods that the status does not count yet', () => {
    const uncountedTerminatedPods = { succeeded: ['a'], failed: ['b', 'c'] };
    const { succeeded, failed } = progress({}, { failed: 1, uncountedTerminatedPods });
    expect([succeeded, failed]).toEqual([1, 3]);
  });

  test.each([
    ['BackoffLimitExceeded', { backoffLimit: 2 }, { failed: 3 }],
    [undefined, { backoffLimit: 2 }, { failed: 2 }],
    ['DeadlineExceeded', { activeDeadlineSeconds: 60 }, { startTime: '2026-01-01T11:59:00Z' }],
    [undefined, { activeDeadlineSeconds: 61 }, { startTime: '2026-01-01T11:59:00Z' }],
    [
      undefined,
      { activeDeadlineSeconds: 60, suspend: true },
      { startTime: '2026-01-01T11:00:00Z' },
    ],
    [
      'MaxFailedIndexesExceeded',
      { ...INDEXED, backoffLimitPerIndex: 0, maxFailedIndexes: 1 },
      { failedIndexes: '0,1' },
    ],
    [
      'FailedIndexes',
      { ...INDEXED, backoffLimitPerIndex: 0 },
      { completedIndexes: '0-3', failedIndexes: '4' },
    ],
    ['CompletionsReached', INDEXED, { completedIndexes: '0-4' }],
    // The Job has finished already.
    ['Old', {}, { conditions: [{ type: 'Failed', status: 'True', reason: 'Old' }], failed: 9 }],
    ['Met', {}, { conditions: [{ type: 'SuccessCriteriaMet', status: 'True', reason: 'Met' }] }],
  ])('finishes with %s', (reason, spec, status) => {
    expect(progress(spec, status).reason).toBe(reason);
  });

  test.each([
    [[{ succeededIndexes: '1-2' }], 0],
    [[{ succeededCount: 3 }, { succeededCount: 2 }], 1],
    [[{ succeededIndexes: '1-4', succeededCount: 2 }], 0],
    [[{ succeededIndexes: '1-4' }], undefined],
    [[{}], undefined],
  ])('succeeds by the policy %j: rule %j', (rules, index) => {
    const spec = { ...INDEXED, successPolicy: { rules } };
    const { message } = progress(spec, { completedIndexes: '1,2' });
    expect(message).toBe(index === undefined ? undefined : `Matched rules at index ${index}`);
  });

  test.each([
    ['SUSPENDED', { suspend: true }, {}],
    ['DELETED', {}, { deletionTimestamp: now }],
    ['SKIPPED', { managedBy: 'example.com/x' }, {}],
    ['SKIPPED', { completionMode: 'Odd' }, {}],
    ['RUNNING', { managedBy: 'kubernetes.io/job-controller' }, {}],
  ])('is %s', (state, spec, metadata) => {
    const found = progress(spec, {}, metadata);
    expect([found.state, found.pods]).toEqual([state, state === 'RUNNING' ? 1 : 0]);
  });

  test('has seconds left', () => {
    const status = { startTime: '2026-01-01T11:59:30Z' };
    expect(progress({ activeDeadlineSeconds: 60 }, status).secondsLeft).toBe(30);
    expect(progress({ activeDeadlineSeconds: 60 }).secondsLeft).toBe(60);
    expect(progress({}).secondsLeft).toBeUndefined();
  });

  test.each([
    [{ completions: '5' }, {}, ['spec', 'completions']],
    [{ successPolicy: [] }, { completedIndexes: '0' }, ['spec', 'successPolicy']],
    [{}, { completedIndexes: 5 }, ['status', 'completedIndexes']],
    [
      {},
      { uncountedTerminatedPods: { failed: 1 } },
      ['status', 'uncountedTerminatedPods', 'failed'],
    ],
  ])('%j %j has the wrong type', (spec, status, segments) => {
    expect(() => progress({ ...INDEXED, ...spec }, status)).toThrow(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ segments }),
      }),
    );
  });

  const podOf = (phase: string, more: object = {}, metadata: object = {}) => ({
    metadata: {
      uid: `pod-${phase}`,
      finalizers: ['batch.kubernetes.io/job-tracking'],
      ownerReferences: [{ kind: 'Job', name: 'import', uid: 'j1', controller: true }],
      ...metadata,
    },
    status: { phase, ...more },
  });
  const withPods = (spec: object, pods: readonly object[], status: object = {}) =>
    jobProgress({ metadata: { name: 'import', uid: 'j1' }, spec, status }, { now, pods });

  test.each([
    [3, 'Running', 2, undefined, 0],
    [3, 'Pending', 1, undefined, 1],
    [3, 'Running', 3, 'BackoffLimitExceeded', 0],
    [0, 'Running', 0, undefined, 0],
    [0, 'Running', 1, 'BackoffLimitExceeded', 0],
    // A Pod that has ended counts once, whatever its restarts.
    [3, 'Succeeded', 9, undefined, 2],
  ])('counts restarts with OnFailure towards a limit of %j: %s, %j', (...row) => {
    const [backoffLimit, phase, restartCount, reason, retriesLeft] = row;
    const template = { spec: { restartPolicy: 'OnFailure' } };
    const pod = podOf(phase, { containerStatuses: [{ name: 'app', restartCount }] });
    const spec = { backoffLimit, completions: 2, template };
    expect(withPods(spec, [pod])).toMatchObject({ reason, retriesLeft });
    const never = { ...spec, template: { spec: { restartPolicy: 'Never' } } };
    expect(withPods(never, [pod]).reason).toBeUndefined();
  });

  test('restarts of init containers count', () => {
    const template = { spec: { restartPolicy: 'OnFailure' } };
    const status = [{ name: 'a', restartCount: 1 }];
    const pod = podOf('Pending', { initContainerStatuses: status, containerStatuses: status });
    expect(withPods({ backoffLimit: 2, template }, [pod]).state).toBe('FAILED');
  });

  test('counts Pods that have ended and that the status does not include', () => {
    const pods = [
      podOf('Succeeded'),
      podOf('Failed', {}, { uid: 'counted' }),
      podOf('Failed', {}, { finalizers: [] }),
      podOf('Failed', {}, { ownerReferences: [] }),
      podOf('Running', {}, { deletionTimestamp: now }),
    ];
    const status = { succeeded: 1, failed: 1, uncountedTerminatedPods: { failed: ['counted'] } };
    const found = withPods({ completions: 3 }, pods, status);
    expect([found.succeeded, found.failed, found.completionsLeft]).toEqual([2, 3, 1]);
    const replaces = withPods({ completions: 3, podReplacementPolicy: 'Failed' }, pods, status);
    expect(replaces.failed).toBe(2);
  });

  test('counts the indexes of Pods', () => {
    const at = (index: string, more: object = {}) => ({
      annotations: { 'batch.kubernetes.io/job-completion-index': index, ...more },
    });
    const failures = { 'batch.kubernetes.io/job-index-failure-count': '1' };
    const pods = [
      podOf('Succeeded', {}, at('1')),
      podOf('Succeeded', {}, at('9')),
      podOf('Failed', {}, at('2', failures)),
      podOf('Failed', {}, at('3')),
    ];
    const spec = { ...INDEXED, backoffLimitPerIndex: 1 };
    expect(withPods(spec, pods, { completedIndexes: '0' })).toMatchObject({
      ...{ succeeded: 2, failed: 2, indexes: '3,4' },
    });
  });

  test('a pod failure policy ignores Pods, or ends the Job', () => {
    const policy = (action: string) => ({
      podFailurePolicy: { rules: [{ action, onPodConditions: [{ type: 'X', status: 'True' }] }] },
    });
    const pod = podOf('Failed', { conditions: [{ type: 'X', status: 'True' }] });
    expect(withPods(policy('Ignore'), [pod])).toMatchObject({ state: 'RUNNING', failed: 0 });
    expect(withPods(policy('FailJob'), [pod]).reason).toBe('PodFailurePolicy');
  });

  test('a work queue is complete when its last Pod has ended', () => {
    const pods = [podOf('Succeeded'), podOf('Running', {}, { uid: 'r' })];
    const queue = { parallelism: 3 };
    expect(withPods(queue, pods)).toMatchObject({ state: 'RUNNING', pods: 1 });
    expect(withPods(queue, pods.slice(0, 1)).state).toBe('COMPLETE');
  });

  test('a decided Job counts Pods that end later', () => {
    const conditions = [{ type: 'SuccessCriteriaMet', status: 'True', reason: 'SuccessPolicy' }];
    const spec = { completions: 3, backoffLimit: 0 };
    const pods = [podOf('Succeeded'), podOf('Failed', {}, { uid: 'f' })];
    expect(withPods(spec, pods, { succeeded: 1, conditions })).toMatchObject({
      ...{ state: 'COMPLETE', reason: 'SuccessPolicy', succeeded: 2, failed: 1 },
    });
  });

  test('ranges that overlap count once', () => {
    expect(progress(INDEXED, { completedIndexes: '0-3,2' }).succeeded).toBe(4);
  });

  test('huge numbers of indexes take no time', () => {
    const spec = { completionMode: 'Indexed', completions: 2147483647, parallelism: 2147483647 };
    expect(progress(spec, { completedIndexes: '5' }).indexes).toBe('0-4,6-2147483646');
  });
});
