import { compareUtf8 } from '../text/byte-string.js';
import { isInt64Text } from '../text/int64.js';

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

/**
 * Compares two versions of an API group by their stability: `v2` before `v1` before `v1beta2` before `v1alpha1`, and all
 * other names last, in the order of their bytes.
 *
 * @param a - a version without its group, such as `v1beta1`
 * @param b - another version
 * @returns a negative number if `a` comes first, a positive number if `b` comes first, and 0 if they are equal
 *
 * @example
 * ```ts
 * import { compareApiVersions } from '@kubesem/core';
 *
 * ['v1alpha1', 'foo', 'v1', 'v10', 'v2beta1'].sort(compareApiVersions) // => ['v10', 'v1', 'v2beta1', 'v1alpha1', 'foo']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/version` v0.37.1, `CompareKubeAwareVersionStrings`.
 */
export function compareApiVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (first === undefined || second === undefined) {
    return first === second ? compareUtf8(a, b) : first === undefined ? 1 : -1;
  }
  const difference = first.findIndex((part, index) => part !== second[index]);
  return difference < 0 ? 0 : (second[difference] as number) - (first[difference] as number);
}

const STABILITY = ['alpha', 'beta', ''];

/** The stability, the major and the minor version; undefined if the name has another form. */
function parse(version: string): readonly number[] | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null || !isInt64Text(match[1] ?? '') || !isInt64Text(match[3] ?? '0')) {
    return undefined;
  }
  return [STABILITY.indexOf(match[2] ?? ''), Number(match[1]), Number(match[3] ?? 0)];
}
