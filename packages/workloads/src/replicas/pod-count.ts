import {
  type CronJob,
  type Deployment,
  type Job,
  type JobSpec,
  type JobStatus,
  type Pod,
} from '@kubesem/core';
import { COUNT_RANGE, type Fields, fields, hasEnded, THROW } from '@kubesem/core/internal';
import {
  CRON_JOB,
  DAEMON_SET,
  JOB,
  POD,
  POD_TEMPLATE,
  type WorkloadKind,
} from '@kubesem/core/kinds';
import { indexCount, parseIndexes } from '../jobs/indexes.js';
import { kindOf, type Workload, type WorkloadOptions } from './workload-kind.js';

/** How many Pods a workload runs. */
export interface PodCount {
  /** Number of Pods at once. */
  readonly count: number;
  /** What the count applies to: the whole object, each node of a DaemonSet, or each run of a CronJob. */
  readonly per: 'object' | 'node' | 'run';
  /** The range in which a HorizontalPodAutoscaler keeps the count; absent without one. */
  readonly autoscaled?:
    | {
        /** The lowest count. */
        readonly min: number;
        /** The highest count. */
        readonly max: number;
      }
    | undefined;
  /**
   * Why there are no Pods, unless the number of replicas is 0: the Pod or Job has ended or is about to, the Job or CronJob
   * is suspended, or the object is a template from which users create Pods.
   */
  readonly reason?: 'FINISHED' | 'SUSPENDED' | 'TEMPLATE' | undefined;
}

/** Options of {@link podCount}. */
export interface PodCountOptions extends WorkloadOptions {
  /**
   * Whether the object is a manifest. The API server drops the status of a manifest, so its status does not count. By
   * default, the object counts as stored.
   */
  readonly isManifest?: boolean | undefined;
}

/**
 * Computes how many Pods a workload runs at once, with the defaults of the API server.
 *
 * @param workload - a Pod, or an object with a Pod template; it is not changed
 * @param options - the kind of the object, and whether it is a manifest
 * @returns the number of Pods, and what it applies to
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_WORKLOAD` if the object is of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { podCount } from '@kubesem/workloads';
 *
 * podCount({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 3 } }) // => { count: 3, per: 'object' }
 * podCount({ apiVersion: 'apps/v1', kind: 'DaemonSet' }) // => { count: 1, per: 'node' }
 * const spec = { completions: 9, parallelism: 4 };
 * podCount({ apiVersion: 'batch/v1', kind: 'Job', spec, status: { succeeded: 7 } }) // => { count: 2, per: 'object' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetDefaults_Deployment` and the defaults of the other kinds;
 * `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `syncJob` and `manageJob`.
 */
export function podCount(workload: Workload, options: PodCountOptions = {}): PodCount {
  const kind = kindOf(workload, options);
  return readPodCount(fields(workload, THROW), kind, options.isManifest !== true);
}

/**
 * {@link podCount} for a workload that is being read.
 */
export function readPodCount(
  workload: Fields<Workload>,
  { kind }: WorkloadKind,
  isStored: boolean,
): PodCount {
  switch (kind) {
    case POD.kind:
      return podsOfPod(workload as Fields<Pod>, isStored);
    case POD_TEMPLATE.kind:
      return { count: 0, per: 'object', reason: 'TEMPLATE' };
    case DAEMON_SET.kind:
      return { count: 1, per: 'node' };
    case JOB.kind:
      return podsOfJob(workload as Fields<Job>, isStored);
    case CRON_JOB.kind:
      return podsOfCronJob(workload as Fields<CronJob>);
    default:
      return podsOfReplicas(workload as Fields<Deployment>);
  }
}

/** A Pod that has ended holds no resources. */
function podsOfPod(pod: Fields<Pod>, isStored: boolean): PodCount {
  return hasEnded(pod.at('status')) && isStored
    ? { count: 0, per: 'object', reason: 'FINISHED' }
    : { count: 1, per: 'object' };
}

function podsOfReplicas(workload: Fields<Deployment>): PodCount {
  return { count: workload.at('spec').integer('replicas', COUNT_RANGE) ?? 1, per: 'object' };
}

function podsOfCronJob(cronJob: Fields<CronJob>): PodCount {
  const spec = cronJob.at('spec');
  if (spec.flag('suspend')) {
    return { count: 0, per: 'run', reason: 'SUSPENDED' };
  }
  return runningPods(readJobSpec(spec.at('jobTemplate').at('spec')), NO_PODS, 'run');
}

function podsOfJob(job: Fields<Job>, isStored: boolean): PodCount {
  const { isFinished, ...pods } = readJobStatus(job.at('status'));
  if (isStored && isFinished) {
    return { count: 0, per: 'object', reason: 'FINISHED' };
  }
  return runningPods(readJobSpec(job.at('spec')), isStored ? pods : NO_PODS, 'object');
}

interface JobPods {
  readonly succeeded: number;
  /** Number of indexes that have failed for good. */
  readonly failed: number;
  readonly active: number;
}

const NO_PODS: JobPods = { succeeded: 0, failed: 0, active: 0 };

/**
 * Counts the Pods of a Job: as many as may run at once, but no more than have yet to succeed. A work queue, which has no
 * completions, starts no more Pods after the first has succeeded.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/batch/v1` v1.37.1, `SetDefaults_Job`; `k8s.io/kubernetes/pkg/controller/job`
 * v1.37.1, `manageJob` and `firstPendingIndexes`.
 */
function runningPods(
  { parallelism = 1, completions, suspend }: ReturnType<typeof readJobSpec>,
  { succeeded, failed, active }: JobPods,
  per: 'object' | 'run',
): PodCount {
  if (suspend) {
    return { count: 0, per, reason: 'SUSPENDED' };
  }
  if (completions === undefined) {
    return { count: succeeded > 0 ? active : parallelism, per };
  }
  const missing = completions - succeeded - failed;
  return { count: Math.max(Math.min(parallelism, missing), 0), per };
}

function readJobSpec(spec: Fields<JobSpec>) {
  return {
    suspend: spec.flag('suspend'),
    parallelism: spec.integer('parallelism', COUNT_RANGE),
    completions: spec.integer('completions', COUNT_RANGE),
  };
}

/** What ends a Job, or is about to: its Pods are then deleted. */
const FINISHED_CONDITIONS: readonly unknown[] = [
  'Complete',
  'Failed',
  'SuccessCriteriaMet',
  'FailureTarget',
];

function readJobStatus(status: Fields<JobStatus>): JobPods & { readonly isFinished: boolean } {
  const failedIndexes = status.text('failedIndexes');
  const conditions = status.each('conditions', ({ value }) => value);
  return {
    succeeded: status.integer('succeeded', COUNT_RANGE) ?? 0,
    failed: indexCount(parseIndexes(failedIndexes, Infinity)),
    active: status.integer('active', COUNT_RANGE) ?? 0,
    isFinished: conditions.some(
      (condition) => condition.status === 'True' && FINISHED_CONDITIONS.includes(condition.type),
    ),
  };
}
