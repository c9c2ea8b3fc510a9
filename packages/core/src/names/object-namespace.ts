import type { ObjectMeta } from '../api/meta/object-meta.js';
import { objectOf, textOf } from '../field/read.js';

/**
 * Returns the namespace of an object.
 *
 * @param object - an object of a kind that is in a namespace
 * @returns the namespace; `default` if the object names none, as in a manifest
 *
 * @example
 * ```ts
 * import { objectNamespace } from '@kubesem/core';
 *
 * objectNamespace({ metadata: { namespace: 'prod' } }) // => 'prod'
 * objectNamespace({}) // => 'default'
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, `NamespaceDefault`.
 */
export function objectNamespace(object: {
  readonly metadata?: ObjectMeta | null | undefined;
}): string {
  const { metadata } = objectOf(object);
  return textOf(objectOf(metadata).namespace) || 'default';
}

/**
 * Returns what names an object of a kind that is in a namespace.
 *
 * @param object - the object; a field of the wrong type counts as absent
 * @returns its namespace, `default` if it names none, and its name, empty if it has none
 *
 * @example
 * ```ts
 * import { identityOf } from '@kubesem/core';
 *
 * identityOf({ metadata: { name: 'web' } }) // => { namespace: 'default', name: 'web' }
 * ```
 *
 * @internal
 */
export function identityOf(object: { readonly metadata?: ObjectMeta | null | undefined }): {
  readonly namespace: string;
  readonly name: string;
} {
  const { metadata } = objectOf(object);
  return { namespace: objectNamespace(object), name: textOf(objectOf(metadata).name) };
}

/**
 * Reports whether an object is being deleted: the API server has set the time.
 *
 * @param object - the object, of any kind
 * @returns whether it has a `deletionTimestamp`
 *
 * @example
 * ```ts
 * import { isBeingDeleted } from '@kubesem/core';
 *
 * isBeingDeleted({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }) // => true
 * ```
 *
 * @internal
 */
export function isBeingDeleted(object: {
  readonly metadata?: ObjectMeta | null | undefined;
}): boolean {
  return (object?.metadata?.deletionTimestamp ?? undefined) !== undefined;
}
