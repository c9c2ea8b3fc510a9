import type { ObjectMeta } from '../api/meta/object-meta.js';
import { fields } from '../field/fields.js';
import { ABSENT } from '../field/policy.js';

/**
 * Returns whether an object is a manifest or stored.
 *
 * @param object - an object of any kind; a field of the wrong type counts as absent
 * @returns `STORED` if it has a uid, which only the API server sets; else `MANIFEST`
 *
 * @example
 * ```ts
 * import { originOf } from '@kubesem/core';
 *
 * originOf({ metadata: { name: 'web' } }) // => 'MANIFEST'
 * originOf({ metadata: { name: 'web', uid: '5c2b' } }) // => 'STORED'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/registry/rest` v0.37.1, `FillObjectMetaSystemFields`.
 */
export function originOf(object: {
  readonly metadata?: ObjectMeta | null | undefined;
}): 'MANIFEST' | 'STORED' {
  return fields(object, ABSENT).at('metadata').text('uid') === '' ? 'MANIFEST' : 'STORED';
}
