import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  Pod,
  PodTemplate,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '@kubesem/core';

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

/** A kind whose objects are Pods or have a Pod template. */
export interface WorkloadKind {
  /** API group and version in which Kubernetes serves the kind. */
  readonly apiVersion: 'v1' | 'apps/v1' | 'batch/v1';
  /** Name of the kind, such as `Deployment`. */
  readonly kind: string;
  /** Path of the Pod template, such as `['spec', 'template']`; empty for a Pod. */
  readonly templateSegments: readonly string[];
}

const SPEC_TEMPLATE = ['spec', 'template'];

/**
 * The kinds whose objects are Pods or have a Pod template, in the versions that Kubernetes serves.
 *
 * @example
 * ```ts
 * import { WORKLOAD_KINDS } from '@kubesem/workloads';
 *
 * WORKLOAD_KINDS.map(({ kind }) => kind).slice(0, 3) // => ['Pod', 'PodTemplate', 'ReplicationController']
 * ```
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1.
 */
export const WORKLOAD_KINDS: readonly WorkloadKind[] = [
  { apiVersion: 'v1', kind: 'Pod', templateSegments: [] },
  { apiVersion: 'v1', kind: 'PodTemplate', templateSegments: ['template'] },
  { apiVersion: 'v1', kind: 'ReplicationController', templateSegments: SPEC_TEMPLATE },
  { apiVersion: 'apps/v1', kind: 'Deployment', templateSegments: SPEC_TEMPLATE },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', templateSegments: SPEC_TEMPLATE },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', templateSegments: SPEC_TEMPLATE },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', templateSegments: SPEC_TEMPLATE },
  { apiVersion: 'batch/v1', kind: 'Job', templateSegments: SPEC_TEMPLATE },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    templateSegments: ['spec', 'jobTemplate', 'spec', 'template'],
  },
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
 * import { findWorkloadKind } from '@kubesem/workloads';
 *
 * findWorkloadKind('batch/v1', 'Job')?.templateSegments // => ['spec', 'template']
 * findWorkloadKind('batch.volcano.sh/v1alpha1', 'Job') // => undefined
 * ```
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1.
 */
export function findWorkloadKind(apiVersion: string, kind: string): WorkloadKind | undefined {
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
