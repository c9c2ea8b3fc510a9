import type { Job, Pod } from '@kubesem/core';
import { controllerReplacement, simulateDrain } from '@kubesem/disruption';
import { describe, expect, test } from 'vitest';
import { NOW, READY } from '../helpers.js';

const SELECTOR = { matchLabels: { job: 'import' } };

function job(spec: Job['spec'], more: Partial<Job> = {}): Job {
  const metadata = { name: 'import', namespace: 'shop', uid: 'j' };
  return {
    metadata,
    spec: { selector: SELECTOR, parallelism: 9, completions: 9, ...spec },
    ...more,
  };
}

/** A Pod of this Job. */
function podOf(name: string, metadata: object = {}, nodeName = 'node-1'): Pod {
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'import', uid: 'j', controller: true };
  return {
    metadata: {
      ...{ name, namespace: 'shop', uid: name, labels: SELECTOR.matchLabels },
      ...{ ownerReferences: [owner], finalizers: ['batch.kubernetes.io/job-tracking'] },
      ...metadata,
    },
    spec: { nodeName, terminationGracePeriodSeconds: 30 },
    status: { phase: 'Running', conditions: READY },
  };
}

const indexed = (index: number, failures = 0): Pod =>
  podOf(`i-${index}`, {
    annotations: {
      'batch.kubernetes.io/job-completion-index': `${index}`,
      'batch.kubernetes.io/job-index-failure-count': `${failures}`,
    },
  });

/** When which Pod is created in the drain of `node-1`. */
function created(
  jobs: readonly Job[] | undefined,
  pods: readonly Pod[],
  options: { disableEviction?: boolean; stopSeconds?: number } = {},
): readonly string[] {
  const { disableEviction, stopSeconds = 30 } = options;
  const cluster = { jobs, pods, podDisruptionBudgets: [] };
  const { events } = simulateDrain(['node-1'], cluster, {
    now: NOW,
    stopSeconds: () => stopSeconds,
    replacement: controllerReplacement({ readyAfterSeconds: 1, cluster, disableEviction }),
  });
  return events
    .filter(({ type }) => type === 'CREATED')
    .map(({ atMs, pod }) => `${atMs / 1000}s ${pod?.slice(5)}`);
}

const policy = (action: string, more: object = {}) => ({
  podFailurePolicy: {
    rules: [{ action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
  },
  ...more,
});
const AT_ONCE = ['10s a-new'];
const AFTER_STOP = ['40s a-new'];

test.each<[string, Job, readonly string[]]>([
  ['a failure more than backoffLimit', job({ backoffLimit: 0 }), []],
  ['a last failure that backoffLimit allows', job({ backoffLimit: 1 }), AT_ONCE],
  [
    'failures before that backoffLimit counts',
    job({ backoffLimit: 1 }, { status: { failed: 1 } }),
    [],
  ],
  ['the default backoffLimit', job({}, { status: { failed: 5 } }), AT_ONCE],
  ['the default backoffLimit, and failures before', job({}, { status: { failed: 6 } }), []],
  [
    'the condition Failed',
    job({}, { status: { conditions: [{ type: 'Failed', status: 'True' }] } }),
    [],
  ],
  ['suspend', job({ suspend: true }), []],
  ['another controller', job({ managedBy: 'example.com/queue' }), []],
  [
    'a deadline that is over',
    job({ activeDeadlineSeconds: 5 }, { status: { startTime: NOW } }),
    [],
  ],
  ['all completions', job({ completions: 3 }, { status: { succeeded: 3 } }), []],
  ['a success of a work queue', job({ completions: undefined }, { status: { succeeded: 1 } }), []],
  ['podReplacementPolicy Failed', job({ podReplacementPolicy: 'Failed' }), AFTER_STOP],
  [
    'podReplacementPolicy Failed and a failure more than backoffLimit',
    job({ podReplacementPolicy: 'Failed', backoffLimit: 0 }),
    [],
  ],
  ['a policy that fails the Job', job(policy('FailJob')), []],
  ['a policy that ignores evictions', job(policy('Ignore', { backoffLimit: 0 })), AFTER_STOP],
  ['a policy that counts evictions', job(policy('Count', { backoffLimit: 0 })), []],
  ['a Job that cannot be read', job({ backoffLimit: 'x' as never }), AT_ONCE],
  ['a Job of another uid', job({}, { metadata: { name: 'import', namespace: 'shop' } }), []],
])('a Job replaces an evicted Pod as its controller does: %s', (_, given, expected) => {
  expect(created([given], [podOf('a'), podOf('b', {}, 'node-2')])).toEqual(expected);
});

test('without Jobs, a Job is assumed to need its Pods', () => {
  expect(created(undefined, [podOf('a')])).toEqual(AT_ONCE);
  expect(created([], [podOf('a')])).toEqual([]);
});

test('a Pod that is deleted has no condition that a policy could match', () => {
  const given = job(policy('FailJob'));
  expect(created([given], [podOf('a')], { disableEviction: true })).toEqual(AFTER_STOP);
});

test('each failure doubles the time that a Job waits, and the last one counts for all', () => {
  const pods = ['a', 'b', 'c'].map((name) => podOf(name));
  const expected = ['40s a-new', '40s b-new', '40s c-new'];
  expect([...created([job({})], pods)].sort()).toEqual(expected);
});

test('a Job that ends before it creates a Pod creates none', () => {
  expect(created([job({ backoffLimit: 1 })], [podOf('a'), podOf('b')])).toEqual([]);
});

test('a Job with too many Pods replaces none', () => {
  const pods = [podOf('a'), podOf('b', {}, 'node-2')];
  expect(created([job({ parallelism: 1 })], pods)).toEqual([]);
});

describe('a Pod that the selector of its Job does not select', () => {
  const released = podOf('a', { labels: { job: 'other' } });

  test.each(['TerminatingOrFailed', 'Failed'])('is not replaced by policy %s', (policyName) => {
    const given = job({ podReplacementPolicy: policyName });
    expect(created([given], [released])).toEqual([]);
  });

  test('is no failure of the Job', () => {
    const given = job({ backoffLimit: 1 });
    expect(created([given], [released, podOf('b')])).toEqual(['10s b-new']);
  });
});

test('Pods that the options lack are replaced', () => {
  const { events } = simulateDrain(
    ['node-1'],
    { pods: [podOf('a')], podDisruptionBudgets: [] },
    { now: NOW, replacement: controllerReplacement({ cluster: { jobs: [job({})], pods: [] } }) },
  );
  expect(events.filter(({ type }) => type === 'CREATED')).toMatchObject([{ atMs: 10_000 }]);
});

test('a Pod that is being deleted is replaced only if its Job waits until it has failed', () => {
  const pod = podOf('a', {
    deletionTimestamp: '2026-01-01T00:00:20Z',
    deletionGracePeriodSeconds: 30,
  });
  expect(created([job({})], [pod])).toEqual([]);
  expect(created([job({ podReplacementPolicy: 'Failed' })], [pod])).toEqual(['30s a-new']);
});

test('a Pod that has failed is replaced by a Job that waits for this, although a finalizer keeps it', () => {
  const pod = podOf('a', { finalizers: ['example.com/backup'] });
  expect(created([job({ podReplacementPolicy: 'Failed' })], [pod])).toEqual(AFTER_STOP);
});

describe('an index with a limit of its own', () => {
  const limit = { completionMode: 'Indexed', completions: 2, parallelism: 2 } as const;

  test.each<[string, object, number, readonly string[]]>([
    ['is tried again after its own failures', { backoffLimitPerIndex: 3 }, 2, ['40s i-0-new']],
    ['is not tried again at its limit', { backoffLimitPerIndex: 2 }, 2, []],
    [
      'is not tried again if the policy fails it',
      { backoffLimitPerIndex: 3, ...policy('FailIndex') },
      0,
      [],
    ],
  ])('%s', (_, spec, failures, expected) => {
    const pods = [indexed(0, failures), { ...indexed(1), spec: { nodeName: 'node-2' } }];
    expect(created([job({ ...limit, ...spec })], pods)).toEqual(expected);
  });
});

test('thousands of evictions of a Job take no time that grows with their square', () => {
  const pods = Array.from({ length: 2000 }, (_, at) => podOf(`p-${at}`));
  const given = job({ backoffLimit: 5000, parallelism: 2000, completions: 2000 });
  expect(created([given], pods)).toHaveLength(2000);
});
