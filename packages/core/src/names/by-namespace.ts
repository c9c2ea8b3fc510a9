import type { ObjectMeta } from '../api/meta/object-meta.js';
import { listOf } from '../field/read.js';
import { objectNamespace } from './object-namespace.js';

/**
 * Groups objects by namespace, for what looks at one namespace only, so that no object is compared with those of all others.
 *
 * @param objects - the objects; they are not changed. An object without a namespace is in `default`
 * @returns a function that returns the objects of a namespace, in their order
 *
 * @example
 * ```ts
 * import { byNamespace } from '@kubesem/core';
 *
 * const podsIn = byNamespace([{ metadata: { namespace: 'shop', name: 'web' } }, { metadata: { name: 'job' } }]);
 * podsIn('shop').map(({ metadata }) => metadata.name) // => ['web']
 * podsIn('lab') // => []
 * ```
 *
 * @internal
 */
export function byNamespace<T extends { readonly metadata?: ObjectMeta | null | undefined }>(
  objects: readonly T[],
): (namespace: string) => readonly T[] {
  const found = new Map<string, T[]>();
  for (const object of listOf(objects)) {
    const namespace = objectNamespace(object);
    const own = found.get(namespace) ?? [];
    found.set(namespace, own);
    own.push(object);
  }
  return (namespace) => found.get(namespace) ?? [];
}
