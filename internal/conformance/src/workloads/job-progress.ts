import type { Job, JobCondition, JobStatus, Pod, UncountedTerminatedPods } from '@kubesem/core';
import { jobProgress } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

interface JobCase {
  readonly job: Job;
  readonly pods?: readonly Pod[] | undefined;
  readonly now: string;
}

interface Answered {
  readonly status: JobStatus;
  readonly created: number;
  readonly indexes: readonly string[];
}

const NOW = '2026-01-01T12:00:00Z';
/** The controller creates no more Pods in one sync. */
const MOST_CREATED = 500;
const COUNTS = [0, 1, 2, 3, 3, 4, 5, 6, 10];
const ODD_INDEXES = ['', '0', '0,', 'x', '0,x,2', '9-20', '1-x', '0-9', '5', '-1', '1-2-3'];

/** Indexes in order, as the controller writes them; at times others. */
function indexes(random: Random): string {
  if (random.percent(10)) {
    return random.pick(ODD_INDEXES);
  }
  const parts: string[] = [];
  for (let at = random.below(3); at < 10; at += 2 + random.below(4)) {
    const end = at + random.below(3);
    parts.push(end === at ? `${at}` : `${at}-${end}`);
    at = end;
  }
  return parts.join(',');
}

function condition(random: Random): JsonObject {
  return {
    type: random.pick([
      ...['Suspended', 'Complete', 'Failed', 'SuccessCriteriaMet', 'FailureTarget', 'Odd'],
    ]),
    status: random.pick(['True', 'True', 'False', 'Unknown']),
    ...random.maybe(80, () => ({
      reason: random.pick(['PodFailurePolicy', 'CompletionsReached']),
    })),
    ...random.maybe(80, () => ({ message: random.pick(['', 'Container app failed']) })),
  };
}

function successRule(random: Random): JsonObject {
  return {
    ...random.maybe(70, () => ({ succeededIndexes: indexes(random) })),
    ...random.maybe(60, () => ({ succeededCount: random.pick(COUNTS) })),
  };
}

function jobSpec(random: Random): JsonObject {
  const isIndexed = random.percent(60);
  const mode = isIndexed ? 'Indexed' : random.pick(['NonIndexed', 'NonIndexed', 'Odd', '']);
  return {
    template: { spec: { containers: [], restartPolicy: random.pick(['Never', 'OnFailure']) } },
    ...random.maybe(isIndexed ? 95 : 40, () => ({ completionMode: mode })),
    ...random.maybe(isIndexed ? 100 : 60, () => ({
      completions: random.percent(95) ? random.pick(COUNTS) : random.pick([499, 500, 501, 1000]),
    })),
    ...random.maybe(80, () => ({
      parallelism: random.percent(95) ? random.pick(COUNTS) : random.pick([499, 500, 501, 1000]),
    })),
    ...random.maybe(50, () => ({ backoffLimit: random.pick([0, 1, 2, 3, 6]) })),
    ...(isIndexed && random.maybe(60, () => ({ backoffLimitPerIndex: random.below(3) }))),
    ...random.maybe(50, () => ({ maxFailedIndexes: random.pick(COUNTS) })),
    ...random.maybe(30, () => ({ activeDeadlineSeconds: random.pick([1, 59, 60, 61, 3600]) })),
    ...random.maybe(15, () => ({ suspend: random.percent(80) })),
    ...random.maybe(50, () => ({
      successPolicy: { rules: random.list(3, () => successRule(random)) },
    })),
    ...random.maybe(4, () => ({
      managedBy: random.pick(['kubernetes.io/job-controller', 'example.com/x', '']),
    })),
    ...random.maybe(20, () => ({ podFailurePolicy: failurePolicy(random) })),
    ...random.maybe(20, () => ({
      podReplacementPolicy: random.pick(['Failed', 'TerminatingOrFailed']),
    })),
  };
}

/** An Indexed Job lists no UIDs of Pods that have succeeded. */
function jobStatus(random: Random, isIndexed: boolean): JsonObject {
  const uids = () => random.list(2, (index) => `u${index}`);
  return {
    ...random.maybe(60, () => ({ succeeded: random.pick(COUNTS) })),
    ...random.maybe(60, () => ({ failed: random.pick(COUNTS) })),
    ...random.maybe(30, () => ({ terminating: 0 })),
    ...random.maybe(70, () => ({ completedIndexes: indexes(random) })),
    ...random.maybe(60, () => ({ failedIndexes: indexes(random) })),
    ...random.maybe(20, () => ({ conditions: random.list(2, () => condition(random)) })),
    ...random.maybe(60, () => ({
      startTime: random.pick([
        '2026-01-01T11:59:00Z',
        '2026-01-01T11:58:59Z',
        '2026-01-01T11:59:01Z',
      ]),
    })),
    ...random.maybe(20, () => ({
      uncountedTerminatedPods: {
        ...random.maybe(isIndexed ? 0 : 60, () => ({ succeeded: uids() })),
        ...random.maybe(60, () => ({ failed: uids() })),
      },
    })),
  };
}

const LABELS = { job: 'import' };

const jobOf = (
  spec: JsonObject,
  status: JsonObject,
  metadata: JsonObject = {},
  pods?: readonly JsonObject[],
): Json => ({
  job: {
    ...{ apiVersion: 'batch/v1', kind: 'Job', status },
    spec: { selector: { matchLabels: LABELS }, ...spec },
    metadata: { name: 'import', namespace: 'shop', uid: 'j1', ...metadata },
  },
  ...(pods && { pods }),
  now: NOW,
});

function containerStatus(random: Random): JsonObject {
  const exitCode = random.pick([0, 1, 42]);
  return {
    name: random.pick(['app', 'b']),
    ready: false,
    restartCount: random.pick([0, 0, 1, 2, 3, 6]),
    ...random.maybe(60, () => ({ state: { terminated: { exitCode } } })),
  };
}

/** A Pod that the Job controls. One that the status lists has ended. */
function pod(random: Random, at: number, uncounted: UncountedTerminatedPods): JsonObject {
  const ended = uncounted.failed?.includes(`u${at}`)
    ? 'Failed'
    : uncounted.succeeded?.includes(`u${at}`) && 'Succeeded';
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'import', uid: 'j1' };
  const conditions = [{ type: 'DisruptionTarget', status: 'True' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name: `import-${at}`, namespace: 'shop', uid: `u${at}`, labels: LABELS },
      ownerReferences: [{ ...owner, controller: true }],
      annotations: {
        ...random.maybe(80, () => ({
          'batch.kubernetes.io/job-completion-index': random.pick([
            ...['0', '1', '2', '3', '4', '5', '9', '-1', '+2', 'x', ''],
          ]),
        })),
        ...random.maybe(50, () => ({
          'batch.kubernetes.io/job-index-failure-count': random.pick(['0', '1', '2', '3', '-1']),
        })),
      },
      ...random.maybe(80, () => ({ finalizers: ['batch.kubernetes.io/job-tracking'] })),
      ...random.maybe(15, () => ({ deletionTimestamp: NOW })),
    },
    status: {
      phase:
        ended || random.pick(['Pending', 'Running', 'Running', 'Succeeded', 'Failed', 'Unknown']),
      ...random.maybe(20, () => ({ conditions })),
      containerStatuses: random.list(2, () => containerStatus(random)),
      initContainerStatuses: random.list(1, () => containerStatus(random)),
    },
  };
}

function failurePolicy(random: Random): JsonObject {
  const rule = () => ({
    action: random.pick(['FailJob', 'FailIndex', 'Ignore', 'Count']),
    ...(random.percent(50)
      ? { onExitCodes: { operator: random.pick(['In', 'NotIn']), values: [42] } }
      : { onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }),
  });
  return { rules: random.list(2, rule) };
}

/** The indexes of a list such as `1,3-5`, at most as many as one sync creates. */
function expanded(text: string): readonly string[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`);
    })
    .slice(0, MOST_CREATED);
}

const FINAL: readonly string[] = ['Complete', 'Failed'];
const STATES: { readonly [type: string]: string } = {
  Complete: 'COMPLETE',
  SuccessCriteriaMet: 'COMPLETE',
  Failed: 'FAILED',
  FailureTarget: 'FAILED',
};

/** The condition with which a Job has ended. */
function ended({ conditions }: JobStatus): JobCondition | undefined {
  return (conditions ?? []).find(
    ({ type, status }) => FINAL.includes(type ?? '') && status === 'True',
  );
}

/** The condition with which a Job has ended, or will when its Pods are gone: an earlier one, or a new one. */
function ending(status: JobStatus, before: JobStatus): JobCondition | undefined {
  const known = before.conditions ?? [];
  const added = (status.conditions ?? []).slice(known.length);
  const isTrue = (type: string) => {
    const first = known.find((each) => each.type === type);
    return first?.status === 'True' ? first : added.find((each) => each.type === type);
  };
  return ended(status) ?? isTrue('SuccessCriteriaMet') ?? isTrue('FailureTarget');
}

/** The Pods that the controller has counted, also those whose finalizers keep them out of the numbers. */
function counted(status: JobStatus, field: 'succeeded' | 'failed'): number {
  return (status[field] ?? 0) + (status.uncountedTerminatedPods?.[field]?.length ?? 0);
}

/** Whether the sync counts exactly the failed Pods: not those that it stops, or whose index needs them. */
function isFailedCounted({ spec }: Job, state: string): boolean {
  return state !== 'FAILED' && (spec?.backoffLimitPerIndex ?? undefined) === undefined;
}

const sync: Operation = {
  name: 'job.sync',
  program: 'kubernetes',
  *examples() {
    const template = { spec: { containers: [], restartPolicy: 'Never' } };
    const indexed = { template, completionMode: 'Indexed', completions: 5, parallelism: 3 };
    for (const succeeded of [0, 1, 4, 5, 6]) {
      for (const failed of [0, 6, 7]) {
        yield jobOf({ template, completions: 5, parallelism: 3 }, { succeeded, failed });
        yield jobOf({ template, parallelism: 3 }, { succeeded, failed });
      }
    }
    for (const completedIndexes of ['', '0', '1-3', '0-4', '0-9']) {
      for (const failedIndexes of ['', '0', '4', '0,4']) {
        const status = { completedIndexes, failedIndexes };
        yield jobOf(indexed, status);
        yield jobOf({ ...indexed, backoffLimitPerIndex: 1 }, status);
        yield jobOf({ ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 1 }, status);
        for (const rule of [{ succeededIndexes: '1-2' }, { succeededCount: 2 }]) {
          yield jobOf({ ...indexed, successPolicy: { rules: [{}, rule] } }, status);
        }
      }
    }
    for (const startTime of ['2026-01-01T11:59:00Z', '2026-01-01T11:59:01Z']) {
      yield jobOf({ ...indexed, activeDeadlineSeconds: 60 }, { startTime });
      yield jobOf({ ...indexed, activeDeadlineSeconds: 60, suspend: true }, { startTime });
    }
  },
  generate(random) {
    const spec = jobSpec(random);
    const status = random.maybe(95, () => jobStatus(random, spec['completionMode'] === 'Indexed'));
    const metadata = random.maybe(4, () => ({ deletionTimestamp: NOW }));
    const { uncountedTerminatedPods: uncounted } = status as JobStatus;
    return jobOf(
      spec,
      status,
      metadata,
      random.percent(60) ? random.list(4, (at) => pod(random, at, uncounted ?? {})) : undefined,
    );
  },
  compare(input, theirs, comparison) {
    const { job, pods, now } = input as unknown as JobCase;
    const { status, created, indexes } = theirs.out as unknown as Answered;
    const ours = jobProgress(job, { now, pods });
    const end = ours.state === 'SKIPPED' ? ended(status) : ending(status, job.status ?? {});
    const isOver = ours.state === 'COMPLETE' || ours.state === 'FAILED';
    comparison.field('state', STATES[end?.type ?? ''], isOver ? ours.state : undefined);
    comparison.field('reason', end && (end.reason ?? ''), ours.reason);
    if (ours.reason !== 'PodFailurePolicy') {
      // The controller takes the message of any Pod.
      comparison.field('message', end && (end.message ?? ''), ours.message);
    }
    if (pods === undefined) {
      comparison.field('created', created, Math.min(ours.pods, MOST_CREATED));
      const numbers = indexes.map(Number).sort((a, b) => a - b);
      comparison.field('indexes', numbers.join(), expanded(ours.indexes).join());
    }
    if (ours.state !== 'SKIPPED' && ended(job.status ?? {}) === undefined) {
      comparison.field('succeeded', counted(status, 'succeeded'), ours.succeeded);
      if (pods === undefined || isFailedCounted(job, ours.state)) {
        comparison.field('failed', counted(status, 'failed'), ours.failed);
      }
    }
  },
  kind(input) {
    const { job, pods, now } = input as unknown as JobCase;
    const { state, reason, completionsLeft, indexes, failedIndexesLeft, secondsLeft } = jobProgress(
      job,
      { now, pods },
    );
    return [
      ...[state, reason, completionsLeft === undefined, indexes !== '', job.spec?.completionMode],
      ...[failedIndexesLeft === undefined, secondsLeft === undefined, job.spec?.suspend],
      ...[pods !== undefined, job.spec?.template?.spec?.restartPolicy],
    ].join();
  },
};

/** What a Job has left. */
export const jobOperations: readonly Operation[] = [sync];
