import { type Pod, type PodLike, toPod } from '@kubesem/core';
import { fail } from './dns-errors.js';

/** A Pod with the start of the paths of its spec's fields, in the object that was passed in. */
export function podWithPath(podLike: PodLike): { readonly pod: Pod; readonly path: string } {
  const pod = toPod(podLike);
  return { pod, path: pod === podLike ? 'spec.' : '' };
}

/** A list that may be absent. */
export function list<T>(values: readonly T[] | null | undefined, path: string): readonly T[] {
  if (values != null && !Array.isArray(values)) {
    fail('INVALID_TYPE', path, 'a list', { input: values });
  }
  return values ?? [];
}

/** A text that may be absent. */
export function text(value: unknown, path: string): string {
  if (value != null && typeof value !== 'string') {
    fail('INVALID_TYPE', path, 'a string', { input: value });
  }
  return (value ?? '') as string;
}

/** A list of texts that may be absent. */
export function texts(
  values: readonly string[] | null | undefined,
  path: string,
): readonly string[] {
  return list(values, path).map((value, index) => text(value, `${path}[${index}]`));
}
