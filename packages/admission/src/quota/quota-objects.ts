import type { ObjectMeta } from '@kubesem/core';
import { PodResourcesError, readObject, readString } from '@kubesem/resources';

/**
 * An object of any kind that a ResourceQuota may count. Of items of a typed list, which carry no `kind`, the caller has to
 * say it.
 */
export interface QuotaObject {
  /** API group and version. */
  readonly apiVersion?: string | null | undefined;
  /** Kind. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and the like. */
  readonly metadata?: ObjectMeta | null | undefined;
}

/**
 * The resource that an object is of, as quotas name it: `pods`, `deployments.apps`.
 *
 * The plural is made from the kind: the API server knows it from the definitions of its resources.
 *
 * Source: `k8s.io/apimachinery/pkg/api/meta` v0.37.1, `UnsafeGuessKindToResource`, but for kinds such as `Gateway`.
 */
export function resourceOf(object: QuotaObject): string {
  const { apiVersion, kind } = readObject(object, '') ?? {};
  const singular = readString(kind, 'kind').toLowerCase();
  if (singular === '') {
    const message = 'kind: expected the kind of the object';
    throw new PodResourcesError({ code: 'INVALID_TYPE', message, path: 'kind', input: kind });
  }
  const [group, version] = readString(apiVersion, 'apiVersion').split('/');
  const plural = pluralOf(singular);
  return version === undefined ? plural : `${plural}.${group}`;
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

/** Whether two objects are of one namespace; one that names none may be of any. */
export function sharesNamespace(a: QuotaObject, b: QuotaObject): boolean {
  const [first, second] = [a.metadata?.namespace, b?.metadata?.namespace];
  return !first || !second || first === second;
}
