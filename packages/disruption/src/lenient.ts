// Readers of stored objects. What has the wrong JSON type counts as absent: one bad object must not hide the others.
import {
  childPath,
  type ObjectMeta,
  objectOf,
  type Pod,
  raise,
  type Timestamp,
  textOf,
  timestampMs,
  wrongType,
} from '@kubesem/core';

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

/** Reads the option `now`, in milliseconds. Throws if it is not a time. */
export function readNow(now: Timestamp): number {
  const ms = timestampMs(now);
  return Number.isNaN(ms) ? raise(wrongType(now, childPath(undefined, 'now'), 'a time')) : ms;
}

/** A time as it is stored: in whole seconds, and a `Date` if the other one is. */
export function storedTime(ms: number, like: Timestamp | null | undefined): Timestamp {
  const date = new Date(Math.floor(ms / 1000) * 1000);
  return typeof like === 'object' && like !== null
    ? date
    : date.toISOString().replace('.000Z', 'Z');
}
