import {
  type CronJob,
  type DaemonSet,
  type Deployment,
  FieldError,
  type Job,
  type Pod,
  type PodTemplate,
  type ReplicaSet,
  type ReplicationController,
  type StatefulSet,
} from '@kubesem/core';
import { ABSENT, fieldProblem, fields } from '@kubesem/core/internal';
import {
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  POD,
  POD_TEMPLATE,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  STATEFUL_SET,
  type WorkloadKind,
} from '@kubesem/core/kinds';

/** A Pod, or an object with a Pod template. */
export type Workload =
  | Pod
  | PodTemplate
  | ReplicationController
  | Deployment
  | ReplicaSet
  | StatefulSet
  | DaemonSet
  | Job
  | CronJob;

/**
 * The kinds whose objects are Pods or have a Pod template, in the versions that Kubernetes serves.
 *
 * @example
 * ```ts
 * import { WORKLOAD_KINDS } from '@kubesem/workloads/internal';
 *
 * WORKLOAD_KINDS.map(({ kind }) => kind).slice(0, 3) // => ['Pod', 'PodTemplate', 'ReplicationController']
 * ```
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1.
 */
export const WORKLOAD_KINDS: readonly WorkloadKind[] = [
  POD,
  POD_TEMPLATE,
  REPLICATION_CONTROLLER,
  DEPLOYMENT,
  REPLICA_SET,
  STATEFUL_SET,
  DAEMON_SET,
  JOB,
  CRON_JOB,
];

/**
 * Finds the workload kind of an object: a Pod, or a kind with a Pod template.
 *
 * @param apiVersion - API group and version of the object
 * @param kind - kind of the object
 * @returns the kind; undefined for other kinds, and for a `Deployment` of another group or an older version
 *
 * @example
 * ```ts
 * import { workloadKind } from '@kubesem/workloads';
 *
 * workloadKind('batch/v1', 'Job')?.templateSegments // => ['spec', 'template']
 * workloadKind('batch.volcano.sh/v1alpha1', 'Job') // => undefined
 * ```
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1.
 */
export function workloadKind(apiVersion: string, kind: string): WorkloadKind | undefined {
  return WORKLOAD_KINDS.find((known) => known.apiVersion === apiVersion && known.kind === kind);
}

/**
 * Finds the version in which Kubernetes serves a workload, for one in a version that it does not serve: that of an older
 * release, or of the wrong built-in group.
 *
 * @param apiVersion - API group and version of the object
 * @param kind - kind of the object
 * @returns the version that is served, even if it is the one passed in; undefined for other kinds, and for groups that are
 * not built in, where a kind of that name is something else
 *
 * @example
 * ```ts
 * import { servedApiVersion } from '@kubesem/workloads';
 *
 * servedApiVersion('extensions/v1beta1', 'Deployment') // => 'apps/v1'
 * servedApiVersion('apps.example.com/v1', 'Deployment') // => undefined
 * ```
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1.
 */
export function servedApiVersion(apiVersion: string, kind: string): string | undefined {
  return /^(?:(?:apps|batch|extensions)\/)?[^/]*$/.test(apiVersion)
    ? WORKLOAD_KINDS.find((known) => known.kind === kind)?.apiVersion
    : undefined;
}

/** Options of the functions that read workloads. */
export interface WorkloadOptions {
  /** Kind of the object, for items of a list without a `kind`. */
  readonly kind?: WorkloadKind | undefined;
}

/** Returns the kind of a workload: that of the options, or its own. */
export function kindOf(workload: Workload, { kind }: WorkloadOptions): WorkloadKind {
  const object = fields<Workload>(workload, ABSENT);
  const [apiVersion, kindName] = [object.text('apiVersion'), object.text('kind')];
  const found = kind ?? workloadKind(apiVersion, kindName);
  if (found === undefined) {
    throw new FieldError(
      fieldProblem({
        type: 'NOT_SUPPORTED',
        code: 'NOT_A_WORKLOAD',
        path: undefined,
        value: `${apiVersion} ${kindName}`,
        message: 'expected a Pod or an object with a Pod template, in a version that is served',
      }),
    );
  }
  return found;
}
