// Readers of stored objects. What has the wrong JSON type counts as absent: one bad object must not hide the others.
import { type ObjectMeta, objectOf, type Pod, textOf } from '@kubesem/core';

/** The integer; undefined if it is absent. */
export function integerOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/** What every object with metadata has. */
interface NamedObject {
  readonly metadata?: ObjectMeta | null | undefined;
}

/** The name; empty if it is absent. */
export function nameOf({ metadata }: NamedObject): string {
  return textOf(objectOf(metadata).name);
}

/** The namespace; `default` if it is absent. */
export function namespaceOf({ metadata }: NamedObject): string {
  return textOf(objectOf(metadata).namespace) || 'default';
}

/** Namespace and name, as etcd orders objects. */
export function keyOf(object: NamedObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`;
}

/** Whether the object is being deleted. */
export function isDeleted({ metadata }: NamedObject): boolean {
  const { deletionTimestamp } = objectOf(metadata);
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}

/** The phase of a Pod; empty if it is absent. */
export function phaseOf({ status }: Pick<Pod, 'status'>): string {
  return textOf(objectOf(status).phase);
}

/** Whether a Pod has succeeded or failed. */
export function isFinished(pod: Pick<Pod, 'status'>): boolean {
  const phase = phaseOf(pod);
  return phase === 'Succeeded' || phase === 'Failed';
}
