import { controllerOf, type Job, type JobSpec, objectNamespace, type Pod } from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  INT32_RANGE,
  isActive,
  isInt64Text,
} from '@kubesem/core/internal';
import { JOB } from '@kubesem/core/kinds';
import { labelSelectorRequirements, matchesLabelSelector } from '@kubesem/selectors';
import { type PodFailurePolicyMatch, podFailurePolicyMatch } from './failure-policy.js';

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
  const spec = fields(job, ABSENT).at('spec');
  const own = fields({ pods }, ABSENT).objects('pods').filter(countedBy(job));
  const results = own.map((pod) => resultOf(pod, spec, options));
  const uncounted = results.filter(
    ({ isTracked, index }) => isTracked && (options.indexes === undefined || index !== undefined),
  );
  const indexesOf = (list: readonly PodResult[]) => list.flatMap(({ index }) => index ?? []);
  return {
    active: own.filter(isActive).length,
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

/**
 * Finds the Pods that a Job counts: those that it controls, without those that its selector does not select, which it releases.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `getPodsForJob`.
 *
 * @param job - the Job
 * @returns whether the Job counts a Pod
 * @throws the errors of {@link @kubesem/selectors!labelSelectorRequirements | labelSelectorRequirements} if the selector is invalid
 */
export function countedBy(job: Job): (pod: Fields<Pod>) => boolean {
  const object = fields(job, ABSENT);
  const { uid, name } = object.at('metadata').value;
  const namespace = objectNamespace(job);
  const requirements = labelSelectorRequirements(object.at('spec').raw('selector') ?? {});
  return (pod) => {
    const owner = controllerOf(pod.value);
    const isOwned = owner?.kind === JOB.kind && owner.uid === uid && owner.name === name;
    return (
      isOwned &&
      objectNamespace(pod.value) === namespace &&
      matchesLabelSelector(requirements, pod.at('metadata').raw('labels'))
    );
  };
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
  pod: Fields<Pod>,
  spec: Fields<JobSpec>,
  { indexes, backoffLimitPerIndex = Infinity }: JobPodsOptions,
): PodResult {
  const metadata = pod.at('metadata');
  const annotations = metadata.at('annotations');
  const phase = pod.at('status').text('phase');
  const policy = isFailed(pod, phase, spec)
    ? podFailurePolicyMatch(spec.raw('podFailurePolicy'), pod.value)
    : undefined;
  const index = numberOf(annotations.text(INDEX));
  const failures = numberOf(annotations.text(INDEX_FAILURES));
  return {
    uid: metadata.text('uid'),
    phase,
    policy,
    isTracked: metadata.list('finalizers').includes(FINALIZER),
    index: index >= 0 && index < (indexes ?? 0) ? index : undefined,
    isIndexFailed:
      policy?.action === 'FailIndex' ||
      (policy?.counts === true &&
        (failures <= INT32_RANGE.max ? Math.max(failures, 0) : 0) >= backoffLimitPerIndex),
  };
}

/** Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `isPodFailed`. */
function isFailed(pod: Fields<Pod>, phase: string, spec: Fields<JobSpec>): boolean {
  const isDeleted = pod.at('metadata').has('deletionTimestamp');
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
 */
export function replacesOnlyFailedPods(spec: Fields<JobSpec>): boolean {
  const initial = spec.has('podFailurePolicy') ? 'Failed' : undefined;
  return (spec.raw('podReplacementPolicy') ?? initial) === 'Failed';
}

function restartsOf(pod: Fields<Pod>): number {
  const status = pod.at('status');
  const phase = status.text('phase');
  const isUnfinished = phase === 'Running' || phase === 'Pending';
  const all = [...status.objects('initContainerStatuses'), ...status.objects('containerStatuses')];
  return isUnfinished
    ? all.reduce((sum, container) => sum + (container.integer('restartCount') ?? 0), 0)
    : 0;
}

/** The number that an annotation holds; -1 for any other text. */
function numberOf(text: string): number {
  return isInt64Text(text) ? Number(text) : -1;
}
