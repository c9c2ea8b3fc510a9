/**
 * Returns the API group of an `apiVersion`.
 *
 * @param apiVersion - API group and version, such as `apps/v1`
 * @returns the text before the first slash; empty for the core group, whose objects have `v1`
 *
 * @example
 * ```ts
 * import { apiGroupOf } from '@kubesem/core';
 *
 * apiGroupOf('apps/v1') // => 'apps'
 * apiGroupOf('v1') // => ''
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/runtime/schema` v0.37.1, `ParseGroupVersion`.
 */
export function apiGroupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
}
