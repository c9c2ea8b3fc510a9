import {
  controllerOf,
  INT32_RANGE,
  ignoreProblem,
  isInt64Text,
  isPodActive,
  type Job,
  type JobSpec,
  listOf,
  objectNamespace,
  objectOf,
  objectsOf,
  type Pod,
  readInteger,
  textOf,
} from '@kubesem/core';
import { JOB } from '@kubesem/core/kinds';
import { matchPodFailurePolicy, type PodFailurePolicyMatch } from '@kubesem/lifecycle';
import { labelSelectorRequirements, matchesLabelSelector } from '@kubesem/selectors';

/** What the Pods of a Job add to its status. */
export interface JobPods {
  /** Pods that run or will run. */
  readonly active: number;
  /** Pods that have succeeded, and that the status does not count yet. */
  readonly succeeded: number;
  /** Pods that have failed, that the status does not count yet, and that the pod failure policy does not ignore. */
  readonly failed: number;
  /** The indexes of Pods that have succeeded. */
  readonly succeededIndexes: readonly number[];
  /** The indexes whose own limit is exceeded. */
  readonly failedIndexes: readonly number[];
  /** How often the containers of Pods that have not ended were restarted. */
  readonly restarts: number;
  /** The message with which the pod failure policy ends the Job. */
  readonly failure: string | undefined;
}

/** How the Pods of a Job count. */
export interface JobPodsOptions {
  /** The number of indexes; undefined if the Job is not Indexed. */
  readonly indexes: number | undefined;
  /** How often an index can fail. */
  readonly backoffLimitPerIndex: number | undefined;
  /** UIDs of the Pods in the status whose success or failure is counted soon. */
  readonly uncounted: {
    readonly succeeded: ReadonlySet<string>;
    readonly failed: ReadonlySet<string>;
  };
}

const FINALIZER = 'batch.kubernetes.io/job-tracking';
const INDEX = 'batch.kubernetes.io/job-completion-index';
const INDEX_FAILURES = 'batch.kubernetes.io/job-index-failure-count';

/**
 * Counts the Pods of a Job that its status does not count yet.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `getNewFinishedPods`, `nonIgnoredFailedPodsCount`, `getFailJobMessage`,
 * `calculateSucceededIndexes`, `calculateFailedIndexes` and `pastBackoffLimitOnFailure`.
 */
export function countJobPods(job: Job, pods: readonly Pod[], options: JobPodsOptions): JobPods {
  const spec: Partial<JobSpec> = objectOf(job.spec);
  const own = ownPods(job, pods);
  const results = own.map((pod) => resultOf(pod, spec, options));
  const uncounted = results.filter(
    ({ isTracked, index }) => isTracked && (options.indexes === undefined || index !== undefined),
  );
  const indexesOf = (list: readonly PodResult[]) => list.flatMap(({ index }) => index ?? []);
  return {
    active: own.filter((pod) => isPodActive(pod, ignoreProblem)).length,
    succeeded: uncounted.filter(
      ({ phase, uid }) => phase === 'Succeeded' && !options.uncounted.succeeded.has(uid),
    ).length,
    failed: uncounted.filter(
      ({ policy, uid }) => policy?.counts === true && !options.uncounted.failed.has(uid),
    ).length,
    succeededIndexes: indexesOf(uncounted.filter(({ phase }) => phase === 'Succeeded')),
    failedIndexes: indexesOf(uncounted.filter(({ isIndexFailed }) => isIndexFailed)),
    restarts: own.reduce((sum, pod) => sum + restartsOf(pod), 0),
    failure: results.map(({ policy }) => policy?.message).find((text) => text !== undefined),
  };
}

/** The Pods that the Job controls; it releases those that its selector does not select. */
function ownPods(job: Job, pods: readonly Pod[]): readonly Pod[] {
  const { uid, name } = objectOf(job.metadata);
  const namespace = objectNamespace(job);
  const selector = objectOf(job.spec).selector ?? undefined;
  const requirements = labelSelectorRequirements(selector ?? {});
  return objectsOf(pods).filter((pod) => {
    const owner = controllerOf(pod);
    const isOwned = owner?.kind === JOB.kind && owner.uid === uid && owner.name === name;
    return (
      isOwned &&
      objectNamespace(pod) === namespace &&
      matchesLabelSelector(requirements, objectOf(pod.metadata).labels)
    );
  }) as readonly Pod[];
}

interface PodResult {
  readonly uid: string;
  readonly phase: string;
  /** Whether its finalizer shows that it is not counted yet. */
  readonly isTracked: boolean;
  readonly index: number | undefined;
  /** What the pod failure policy does; undefined if it has not failed. */
  readonly policy: PodFailurePolicyMatch | undefined;
  readonly isIndexFailed: boolean;
}

function resultOf(
  pod: Pod,
  spec: Partial<JobSpec>,
  { indexes, backoffLimitPerIndex = Infinity }: JobPodsOptions,
): PodResult {
  const { uid, finalizers, annotations } = objectOf(pod.metadata);
  const phase = textOf(objectOf(pod.status).phase);
  const { podFailurePolicy } = spec;
  const policy = isFailed(pod, phase, spec)
    ? matchPodFailurePolicy(podFailurePolicy, pod)
    : undefined;
  const index = numberOf(objectOf(annotations)[INDEX]);
  const failures = numberOf(objectOf(annotations)[INDEX_FAILURES]);
  return {
    uid: textOf(uid),
    phase,
    policy,
    isTracked: listOf(finalizers).includes(FINALIZER),
    index: index >= 0 && index < (indexes ?? 0) ? index : undefined,
    isIndexFailed:
      policy?.action === 'FailIndex' ||
      (policy?.counts === true &&
        (failures <= INT32_RANGE.max ? Math.max(failures, 0) : 0) >= backoffLimitPerIndex),
  };
}

/** Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `isPodFailed`. */
function isFailed(pod: Pod, phase: string, spec: Partial<JobSpec>): boolean {
  const isDeleted = (objectOf(pod.metadata).deletionTimestamp ?? undefined) !== undefined;
  return (
    phase === 'Failed' || (!replacesOnlyFailedPods(spec) && isDeleted && phase !== 'Succeeded')
  );
}

/**
 * Whether a Job waits until a Pod has failed before it replaces it; if not, it replaces a Pod that is being deleted.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `onlyReplaceFailedPods`; `pkg/apis/batch/v1`, `SetDefaults_Job`.
 *
 * @param spec - the spec of the Job; the default of the API server applies
 * @returns whether it waits
 * @internal
 */
export function replacesOnlyFailedPods({
  podFailurePolicy,
  podReplacementPolicy,
}: Partial<JobSpec>): boolean {
  const initial = (podFailurePolicy ?? undefined) === undefined ? undefined : 'Failed';
  return (podReplacementPolicy ?? initial) === 'Failed';
}

function restartsOf({ status }: Pod): number {
  const { phase, containerStatuses, initContainerStatuses } = objectOf(status);
  const isUnfinished = phase === 'Running' || phase === 'Pending';
  const all = [...listOf(initContainerStatuses), ...listOf(containerStatuses)];
  return isUnfinished
    ? objectsOf(all).reduce((sum, { restartCount }) => sum + countOf(restartCount), 0)
    : 0;
}

function countOf(value: unknown): number {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem) ?? 0;
}

/** The number that an annotation holds; -1 for any other text. */
function numberOf(text: unknown): number {
  return typeof text === 'string' && isInt64Text(text) ? Number(text) : -1;
}
