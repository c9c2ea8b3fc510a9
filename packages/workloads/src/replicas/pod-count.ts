import {
  COUNT_RANGE,
  type CronJob,
  childPath,
  type Deployment,
  type FieldPath,
  isPodTerminal,
  type Job,
  type JobCondition,
  type JobSpec,
  type Pod,
  type ReportProblem,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import { CRON_JOB, DAEMON_SET, JOB, POD, POD_TEMPLATE } from '@kubesem/core/kinds';
import { indexCount, parseIndexes } from '../jobs/indexes.js';
import type { Workload } from './workload-kind.js';
import { kindOf, type WorkloadOptions } from './workload-options.js';

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
 * @param options - the kind of the object, whether it is a manifest, and the receiver of problems
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
  const { kind } = kindOf(workload, options);
  const isStored = options.isManifest !== true;
  switch (kind) {
    case POD.kind:
      return podsOfPod(workload as Pod, isStored, options.report);
    case POD_TEMPLATE.kind:
      return { count: 0, per: 'object', reason: 'TEMPLATE' };
    case DAEMON_SET.kind:
      return { count: 1, per: 'node' };
    case JOB.kind:
      return podsOfJob(workload as Job, isStored, options.report);
    case CRON_JOB.kind:
      return podsOfCronJob(workload as CronJob, options.report);
    default:
      return podsOfReplicas(workload as Deployment, options.report);
  }
}

type Report = ReportProblem<'INVALID_TYPE'> | undefined;

/** A Pod that has ended holds no resources. */
function podsOfPod(pod: Pod, isStored: boolean, report: Report): PodCount {
  return isPodTerminal(pod, report) && isStored
    ? { count: 0, per: 'object', reason: 'FINISHED' }
    : { count: 1, per: 'object' };
}

function podsOfReplicas(workload: Deployment, report: Report): PodCount {
  const specPath = childPath(undefined, 'spec');
  const spec = readObject(workload.spec, specPath, report);
  const replicas = readInteger(
    spec?.replicas,
    childPath(specPath, 'replicas'),
    COUNT_RANGE,
    report,
  );
  return { count: replicas ?? 1, per: 'object' };
}

function podsOfCronJob(cronJob: CronJob, report: Report): PodCount {
  const specPath = childPath(undefined, 'spec');
  const spec = readObject(cronJob.spec, specPath, report);
  if (readBoolean(spec?.suspend, childPath(specPath, 'suspend'), report)) {
    return { count: 0, per: 'run', reason: 'SUSPENDED' };
  }
  const templatePath = childPath(specPath, 'jobTemplate');
  const template = readObject(spec?.jobTemplate, templatePath, report);
  const jobSpecPath = childPath(templatePath, 'spec');
  const jobSpec = readJobSpec(template?.spec, jobSpecPath, report);
  return runningPods(jobSpec, NO_PODS, 'run');
}

function podsOfJob({ spec, status }: Job, isStored: boolean, report: Report): PodCount {
  const statusPath = childPath(undefined, 'status');
  const { isFinished, ...pods } = readJobStatus(status, statusPath, report);
  if (isStored && isFinished) {
    return { count: 0, per: 'object', reason: 'FINISHED' };
  }
  const jobSpec = readJobSpec(spec, childPath(undefined, 'spec'), report);
  return runningPods(jobSpec, isStored ? pods : NO_PODS, 'object');
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

function readJobSpec(value: JobSpec | null | undefined, path: FieldPath, report: Report) {
  const spec = readObject(value, path, report);
  const count = (field: 'parallelism' | 'completions') =>
    readInteger(spec?.[field], childPath(path, field), COUNT_RANGE, report);
  const suspend = readBoolean(spec?.suspend, childPath(path, 'suspend'), report);
  return { parallelism: count('parallelism'), completions: count('completions'), suspend };
}

/** What ends a Job, or is about to: its Pods are then deleted. */
const FINISHED_CONDITIONS: readonly unknown[] = [
  'Complete',
  'Failed',
  'SuccessCriteriaMet',
  'FailureTarget',
];

function readJobStatus(
  value: Job['status'],
  path: FieldPath,
  report: Report,
): JobPods & { readonly isFinished: boolean } {
  const status = readObject(value, path, report);
  const count = (field: 'succeeded' | 'active') =>
    readInteger(status?.[field], childPath(path, field), COUNT_RANGE, report) ?? 0;
  const failedIndexes = readString(status?.failedIndexes, childPath(path, 'failedIndexes'), report);
  const listPath = childPath(path, 'conditions');
  const conditions = readList<JobCondition | null>(status?.conditions, listPath, report).map(
    (condition, index) => readObject(condition, childPath(listPath, index), report),
  );
  return {
    succeeded: count('succeeded'),
    failed: indexCount(parseIndexes(failedIndexes, Infinity)),
    active: count('active'),
    isFinished: conditions.some(
      (condition) => condition?.status === 'True' && FINISHED_CONDITIONS.includes(condition.type),
    ),
  };
}
