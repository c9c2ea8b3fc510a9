// What the Job controller creates instead of the Pods of Jobs that are evicted.
import { attempt, type Job, type Pod, type PodStatus } from '@kubesem/core';
import { ABSENT, fields, isActive } from '@kubesem/core/internal';
import { type JobProgress, jobProgress } from '@kubesem/workloads';
import { countedBy, countedJob, replacesOnlyFailedPods } from '@kubesem/workloads/internal';
import { withEvictionCondition } from '../eviction/target.js';
import { isFinished, keyOf, namespaceOf, ownerOf, uidOf } from '../stored.js';
import type { DrainCluster, PodReplacement } from './timeline.js';

/**
 * How long a Job waits after its first failure, and at most. A deleted Pod is a failure.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `DefaultJobPodFailureBackOff`, `MaxJobPodFailureBackOff`.
 */
const [FIRST_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS] = [10, 600];

const FINALIZER = 'batch.kubernetes.io/job-tracking';
const INDEX = 'batch.kubernetes.io/job-completion-index';
const FAILURES = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED_FAILURES = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** When a Job creates a Pod instead of one that is evicted. */
export type JobReplacement = Pick<PodReplacement, 'when' | 'waitSeconds'>;

/** The Jobs of a cluster in a simulation. */
export class LiveJobs {
  private readonly jobs: ReadonlyMap<string, Job> | undefined;
  private readonly pods: ReadonlyMap<string, readonly Pod[]>;
  private readonly live = new Map<string, LiveJob>();
  private readonly isEvicted: boolean;

  /**
   * @param cluster - the Pods and Jobs at the start; without Jobs, each is assumed to need its Pods
   * @param isEvicted - whether Pods are evicted, not only deleted
   */
  constructor({ jobs, pods }: Partial<Pick<DrainCluster, 'jobs' | 'pods'>>, isEvicted: boolean) {
    this.isEvicted = isEvicted;
    const given = fields({ jobs, pods }, ABSENT);
    this.jobs = jobs
      ? new Map(given.each('jobs', ({ value }) => [keyOf(value), value]))
      : undefined;
    const byJob = new Map<string, Pod[]>();
    for (const { value: pod } of given.objects('pods')) {
      const key = ownerKeyOf(pod);
      const list = byJob.get(key) ?? [];
      list.push(pod);
      byJob.set(key, list);
    }
    this.pods = byJob;
  }

  /** When the Job of a Pod replaces it; undefined if it never does. */
  replacementOf(pod: Pod): JobReplacement | undefined {
    const key = ownerKeyOf(pod);
    const { name, uid } = ownerOf(pod) ?? {};
    const job = this.jobs?.get(`${namespaceOf(pod)}/${name}`);
    if (this.jobs !== undefined && uidOf(job ?? {}) !== uid) {
      return undefined;
    }
    const live = this.live.get(key) ?? new LiveJob(job, this.pods.get(key) ?? [], this.isEvicted);
    this.live.set(key, live);
    return live.replacementOf(pod);
  }
}

/** Namespace and UID of the controller. */
function ownerKeyOf(pod: Pod): string {
  return `${namespaceOf(pod)}/${ownerOf(pod)?.uid}`;
}

/** Metadata that the controller gives each Pod, and that this one shares with the Pod that it replaces. */
export function jobMetadata({ metadata }: Pod): Pod['metadata'] {
  const index = metadata?.annotations?.[INDEX];
  return {
    finalizers: [FINALIZER],
    ...(index !== undefined && { annotations: { [INDEX]: index } }),
  };
}

class LiveJob {
  /** Without it, nothing is known but that it is a Job. */
  private readonly stored: Job | undefined;
  private readonly pods: readonly Pod[];
  private readonly counts: ReturnType<typeof countedBy>;
  private readonly isEvicted: boolean;
  private readonly waitsForFailure: boolean;
  private readonly isPerIndex: boolean;
  /** With all failures in its status; undefined before the first one. */
  private counted: Job | undefined;
  private hasEnded = false;
  private active = 0;
  private failures = 0;
  private lastFailureMs = 0;

  constructor(job: Job | undefined, pods: readonly Pod[], isEvicted: boolean) {
    const spec = fields(job, ABSENT).at('spec');
    // One Job that cannot be read must not hide the drain.
    const isReadable = job !== undefined && attempt(() => progressAt(job, 0, pods)).ok;
    this.stored = isReadable ? job : undefined;
    this.pods = pods;
    this.counts = this.stored === undefined ? () => true : countedBy(this.stored);
    this.isEvicted = isEvicted;
    this.waitsForFailure = isReadable && replacesOnlyFailedPods(spec);
    this.isPerIndex = isReadable && spec.has('backoffLimitPerIndex');
  }

  replacementOf(pod: Pod): JobReplacement | undefined {
    // The controller counts only active Pods that it has not released, so it has replaced the others before.
    const isUsed = this.waitsForFailure ? !isFinished(pod) : isActive(fields(pod, ABSENT));
    if (!isUsed || !this.counts(fields(pod, ABSENT))) {
      return undefined;
    }
    let failedMs: number | undefined;
    const waitSeconds = (atMs: number) => {
      if (failedMs === undefined) {
        failedMs = atMs;
        this.fail(pod, atMs);
      }
      if (!this.needsPod(atMs)) {
        return undefined;
      }
      const [failures, sinceMs] = this.isPerIndex
        ? [failuresOf(pod) + 1, failedMs]
        : [this.failures, this.lastFailureMs];
      const leftMs = sinceMs + backoffSeconds(failures) * 1000 - atMs;
      if (leftMs > 0) {
        return leftMs / 1000;
      }
      this.active += 1;
      return 0;
    };
    return { when: this.waitsForFailure ? 'STOPPED' : 'TERMINATING', waitSeconds };
  }

  /** Counts a Pod as failed: it is being deleted, or has ended. */
  private fail(pod: Pod, atMs: number): void {
    this.failures += 1;
    this.lastFailureMs = atMs;
    const { stored } = this;
    if (stored === undefined) {
      return;
    }
    if (this.counted === undefined) {
      this.hasEnded = progressAt(stored, atMs, this.pods).state !== 'RUNNING';
      this.counted = countedJob(stored, { now: new Date(atMs), pods: this.pods });
      this.active = this.counted.status?.active ?? 0;
    }
    // The Pods of the options can lack those of the drain.
    this.active = Math.max(0, this.active - (isActive(fields(pod, ABSENT)) ? 1 : 0));
    const pods = [this.failed(pod, atMs)];
    this.hasEnded = this.hasEnded || progressAt(this.counted, atMs, pods).state === 'FAILED';
    this.counted = countedJob(this.counted, { now: new Date(atMs), pods });
  }

  private failed(pod: Pod, atMs: number): Pod {
    const now = new Date(atMs);
    const marked = this.isEvicted ? withEvictionCondition(pod, atMs, now) : pod;
    const status: PodStatus = {
      ...fields(marked, ABSENT).at('status').value,
      ...(this.waitsForFailure && { phase: 'Failed' }),
    };
    // A Pod that runs has the finalizer, even if a manifest lacks it.
    const stored = fields(pod, ABSENT).at('metadata');
    const finalizers = [...stored.list('finalizers'), FINALIZER];
    const metadata = { ...stored.value, deletionTimestamp: now, finalizers };
    return { ...marked, metadata, status };
  }

  /** Whether it creates another Pod. */
  private needsPod(atMs: number): boolean {
    const { counted, active } = this;
    if (counted === undefined) {
      return true;
    }
    const job = { ...counted, status: { ...counted.status, active } };
    const { state, pods } = progressAt(job, atMs);
    return !this.hasEnded && state === 'RUNNING' && pods > active;
  }
}

function progressAt(job: Job, atMs: number, pods?: readonly Pod[]): JobProgress {
  return jobProgress(job, { now: new Date(atMs), pods });
}

/**
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `getRemainingTimeForFailuresCount`. The controller remembers failures
 * since the last success; here they are those of the simulation.
 */
function backoffSeconds(failures: number): number {
  return Math.min(FIRST_BACKOFF_SECONDS * 2 ** (failures - 1), MAX_BACKOFF_SECONDS);
}

/** How often the index of a Pod has failed before. Source: as above, `getIndexAbsoluteFailureCount`. */
function failuresOf(pod: Pod): number {
  const annotations = fields(pod, ABSENT).at('metadata').at('annotations');
  return [FAILURES, IGNORED_FAILURES]
    .map((name) => annotations.text(name))
    .reduce((sum, text) => sum + (/^\+?\d{1,9}$/.test(text) ? Number(text) : 0), 0);
}
