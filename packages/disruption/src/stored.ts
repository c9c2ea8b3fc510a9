// What rules read of each stored object. What has the wrong JSON type counts as absent: one bad object must not hide the others.
// Read by hand, not by cursor: a drain and the budgets of a cluster read each Pod many times.
import {
  type Controller,
  type ObjectMeta,
  type OwnedObject,
  objectNamespace,
  type Pod,
  type StringMap,
} from '@kubesem/core';
import { ABSENT, fields, isFinalPhase, readController } from '@kubesem/core/internal';

/** What the API server fills in for a Pod without `terminationGracePeriodSeconds`. */
export const DEFAULT_GRACE_SECONDS = 30;

/** What every object with metadata has. */
interface NamedObject {
  readonly metadata?: ObjectMeta | null | undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name; empty if it is absent. */
export function nameOf({ metadata }: NamedObject): string {
  return textOf(metadata?.name);
}

/** The namespace; `default` if it is absent. */
export function namespaceOf(object: NamedObject): string {
  return objectNamespace(object);
}

/** Namespace and name, as etcd orders objects. */
export function keyOf(object: NamedObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`;
}

/** The uid; empty if it is absent. */
export function uidOf({ metadata }: NamedObject): string {
  return textOf(metadata?.uid);
}

/** The controller; undefined if the object has none. */
export function ownerOf(object: OwnedObject): Controller | undefined {
  return readController(fields(object, ABSENT).at('metadata'));
}

/** The labels; none if they are absent. */
export function labelsOf({ metadata }: NamedObject): StringMap {
  const labels: unknown = metadata?.labels;
  return typeof labels === 'object' && !Array.isArray(labels) ? ((labels ?? {}) as StringMap) : {};
}

/** Name of the node of a Pod; empty if it has none. */
export function nodeNameOf({ spec }: Pick<Pod, 'spec'>): string {
  return textOf(spec?.nodeName);
}

/** The phase of a Pod; empty if it is absent. */
export function phaseOf({ status }: Pick<Pod, 'status'>): string {
  return textOf(status?.phase);
}

/** Whether a Pod has succeeded or failed. */
export function isFinished(pod: Pick<Pod, 'status'>): boolean {
  return isFinalPhase(phaseOf(pod));
}

/**
 * Finalizers that controllers of Kubernetes remove from a Pod that has stopped: the Job controller and the garbage collector.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `trackJobStatusAndRemoveFinalizers`, `syncOrphanPod`;
 * `pkg/controller/garbagecollector`, `attemptToDeleteItem`, `processDeletingDependentsItem`, `orphanDependents`.
 */
const REMOVED_FINALIZERS: readonly string[] = [
  'batch.kubernetes.io/job-tracking',
  'foregroundDeletion',
  'orphan',
];

/** The finalizers that keep a Pod after it has stopped, until somebody outside Kubernetes removes them. */
export function keptBy({ metadata }: NamedObject): readonly string[] {
  const finalizers: unknown = metadata?.finalizers;
  return (Array.isArray(finalizers) ? finalizers : [])
    .map(textOf)
    .filter((name) => name !== '' && !REMOVED_FINALIZERS.includes(name));
}
