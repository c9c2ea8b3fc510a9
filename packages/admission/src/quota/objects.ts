import { apiGroupOf, type ObjectMeta, objectNamespace } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';

/**
 * An object of any kind that a ResourceQuota may count. Items of a typed list have no `kind`, so set it before you pass
 * them.
 */
export interface QuotaObject {
  /** API group and version. */
  readonly apiVersion?: string | null | undefined;
  /** Kind. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. An object without a namespace is in `default`, and so is a quota. */
  readonly metadata?: ObjectMeta | null | undefined;
}

/**
 * Returns the resource of an object as quotas name it, such as `pods` or `deployments.apps`.
 *
 * The API server knows the plural from the definitions of its resources; here it is derived from the kind, which is right for
 * all built-in kinds and needs no table of them. A field of the wrong type throws, and so does an object without a kind.
 *
 * Source: `k8s.io/apimachinery/pkg/api/meta` v0.37.1, `UnsafeGuessKindToResource`, except for kinds such as `Gateway`.
 */
export function resourceOf(given: QuotaObject): string {
  const object = fields(given, THROW);
  const singular = object.text('kind').toLowerCase();
  if (singular === '') {
    object.required('kind', 'set the kind of the object', 'KIND_MISSING');
  }
  const group = apiGroupOf(object.text('apiVersion'));
  const plural = pluralOf(singular);
  return group === '' ? plural : `${plural}.${group}`;
}

function pluralOf(singular: string): string {
  if (singular.endsWith('endpoints')) {
    return singular;
  }
  if (singular.endsWith('s')) {
    return `${singular}es`;
  }
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** Whether two objects are in the same namespace. */
export function sharesNamespace(
  a: QuotaObject | null | undefined,
  b: QuotaObject | null | undefined,
): boolean {
  return objectNamespace(a ?? {}) === objectNamespace(b ?? {});
}
