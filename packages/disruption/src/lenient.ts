// Readers of stored objects. What has the wrong JSON type counts as absent: one bad object must not hide the others.
import {
  listOf,
  type ObjectMeta,
  objectNamespace,
  objectOf,
  type Pod,
  textOf,
} from '@kubesem/core';

/** What the API server fills in for a Pod without `terminationGracePeriodSeconds`. */
export const DEFAULT_GRACE_SECONDS = 30;

/** The integer; undefined if it is absent. */
export function integerOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/** What every object with metadata has. */
interface NamedObject {
  readonly metadata?: ObjectMeta | null | undefined;
}

/** The name; empty if it is absent. */
export function nameOf(object: NamedObject): string {
  return textOf(objectOf(objectOf(object).metadata).name);
}

/** The namespace; `default` if it is absent. */
export function namespaceOf(object: NamedObject): string {
  return objectNamespace(object);
}

/** Namespace and name, as etcd orders objects. */
export function keyOf(object: NamedObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`;
}

/** Whether the object is being deleted. */
export function isDeleted(object: NamedObject): boolean {
  const { deletionTimestamp } = objectOf(objectOf(object).metadata);
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}

/** The phase of a Pod; empty if it is absent. */
export function phaseOf(pod: Pick<Pod, 'status'>): string {
  return textOf(objectOf(objectOf(pod).status).phase);
}

/** Whether a Pod has succeeded or failed. */
export function isFinished(pod: Pick<Pod, 'status'>): boolean {
  const phase = phaseOf(pod);
  return phase === 'Succeeded' || phase === 'Failed';
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
  return listOf(objectOf(metadata).finalizers)
    .map(textOf)
    .filter((name) => name !== '' && !REMOVED_FINALIZERS.includes(name));
}
