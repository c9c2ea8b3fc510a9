import type { Fields } from './fields.js';

/** How many Pods an object stands for. */
export interface PodCount {
  /** Number of Pods at once. */
  readonly count: number;
  /**
   * What the count is for: the object as a whole, each node that a DaemonSet fits on, or each run of a CronJob.
   */
  readonly per: 'object' | 'node' | 'run';
  /**
   * Why there are none, where that does not stand in a number of replicas: the Pod or Job has ended, or is about to, the
   * Job or CronJob is suspended, or the object is a template that a user makes Pods from.
   */
  readonly reason?: 'FINISHED' | 'SUSPENDED' | 'TEMPLATE' | undefined;
}

/** A kind whose objects are Pods or carry a template for them. */
export interface PodKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Where its Pod template stands; empty for a Pod, which is one itself. */
  readonly template: readonly string[];
  /** Counts the Pods of an object. */
  readonly pods: (fields: Fields) => PodCount;
}

const SPEC_TEMPLATE = ['spec', 'template'];

/**
 * The kinds that are inspected, by group and version, too: a `Deployment` of another group is another thing.
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1, the versions that this
 * release serves.
 */
const POD_KINDS: readonly PodKind[] = [
  { apiVersion: 'v1', kind: 'Pod', template: [], pods: podCount },
  { apiVersion: 'v1', kind: 'PodTemplate', template: ['template'], pods: templateCount },
  { apiVersion: 'v1', kind: 'ReplicationController', template: SPEC_TEMPLATE, pods: replicaCount },
  { apiVersion: 'apps/v1', kind: 'Deployment', template: SPEC_TEMPLATE, pods: replicaCount },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', template: SPEC_TEMPLATE, pods: replicaCount },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', template: SPEC_TEMPLATE, pods: replicaCount },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', template: SPEC_TEMPLATE, pods: daemonCount },
  { apiVersion: 'batch/v1', kind: 'Job', template: SPEC_TEMPLATE, pods: jobCount },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    template: ['spec', 'jobTemplate', ...SPEC_TEMPLATE],
    pods: cronJobCount,
  },
];

/** The kind of that name, if its objects are Pods or carry a template for them. */
export function findPodKind(apiVersion: string, kind: string): PodKind | undefined {
  return POD_KINDS.find((known) => known.apiVersion === apiVersion && known.kind === kind);
}

/**
 * The version that a kind of that name is served in, if this one is of Kubernetes, too, and is not: of an older release, or
 * of the wrong group. In all other groups a kind of that name is another thing.
 */
export function findServedVersion(apiVersion: string, kind: string): string | undefined {
  return /^(?:(?:apps|batch|extensions)\/)?[^/]*$/.test(apiVersion)
    ? POD_KINDS.find((known) => known.kind === kind)?.apiVersion
    : undefined;
}

/** Whether an API server has stored the object. The status of a manifest means nothing: the server drops it. */
function isStored(fields: Fields): boolean {
  return fields.text('metadata', 'uid') !== '';
}

/** A Pod that has ended holds nothing. Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`. */
function podCount(fields: Fields): PodCount {
  const phase = fields.text('status', 'phase');
  return isStored(fields) && (phase === 'Succeeded' || phase === 'Failed')
    ? { count: 0, per: 'object', reason: 'FINISHED' }
    : { count: 1, per: 'object' };
}

function templateCount(): PodCount {
  return { count: 0, per: 'object', reason: 'TEMPLATE' };
}

/** Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetDefaults_Deployment` and its siblings. */
function replicaCount(fields: Fields): PodCount {
  return { count: fields.count('spec', 'replicas') ?? 1, per: 'object' };
}

function daemonCount(): PodCount {
  return { count: 1, per: 'node' };
}

/** What ends a Job, or is about to: its Pods are deleted then. */
const FINISHED_CONDITIONS: readonly unknown[] = [
  'Complete',
  'Failed',
  'SuccessCriteriaMet',
  'FailureTarget',
];

/** Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `syncJob`. */
function jobCount(fields: Fields): PodCount {
  const isFinished = fields
    .objects('status', 'conditions')
    .some(({ type, status }) => FINISHED_CONDITIONS.includes(type) && status === 'True');
  return isStored(fields) && isFinished
    ? { count: 0, per: 'object', reason: 'FINISHED' }
    : podsOfJob(fields, ['spec'], 'object');
}

function cronJobCount(fields: Fields): PodCount {
  return fields.flag('spec', 'suspend')
    ? { count: 0, per: 'run', reason: 'SUSPENDED' }
    : podsOfJob(fields, ['spec', 'jobTemplate', 'spec'], 'run');
}

/**
 * As many at once as may run, and no more than have yet to succeed. A work queue of which one has succeeded starts no
 * more.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/batch/v1` v1.37.1, `SetDefaults_Job`; `k8s.io/kubernetes/pkg/controller/job`
 * v1.37.1, `manageJob` and `firstPendingIndexes`.
 */
function podsOfJob(fields: Fields, spec: readonly string[], per: 'object' | 'run'): PodCount {
  const parallelism = fields.count(...spec, 'parallelism') ?? 1;
  const completions = fields.count(...spec, 'completions');
  const hasStatus = per === 'object' && isStored(fields);
  const succeeded = (hasStatus ? fields.count('status', 'succeeded') : undefined) ?? 0;
  if (fields.flag(...spec, 'suspend')) {
    return { count: 0, per, reason: 'SUSPENDED' };
  }
  if (completions === undefined) {
    const count = succeeded > 0 ? (fields.count('status', 'active') ?? 0) : parallelism;
    return { count, per };
  }
  const failed = hasStatus ? indexCount(fields.text('status', 'failedIndexes')) : 0;
  const missing = completions - succeeded - failed;
  return { count: Math.max(Math.min(parallelism, missing), 0), per };
}

/** How many indexes a text such as `1,3-5` stands for. */
function indexCount(text: string): number {
  const ranges = text.match(/\d{1,10}(?:-\d{1,10})?/g) ?? [];
  const sizes = ranges.map((range) => {
    const [first, last = first] = range.split('-');
    return Number(last) - Number(first) + 1;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
