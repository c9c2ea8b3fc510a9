import { fields, type IntegerRange, type StatefulSet, THROW } from '@kubesem/core';

/** Options of {@link podNames} and {@link claimNames}. */
export interface PodNamesOptions {
  /** How many Pods are listed at most; 10,000 by default. */
  readonly limit?: number | undefined;
}

/** The claims of one Pod of a StatefulSet. */
export interface PodClaims {
  /** Name of the Pod. */
  readonly pod: string;
  /** Names of its PersistentVolumeClaims, in the order of the templates. */
  readonly claims: readonly string[];
}

const DEFAULT_LIMIT = 10_000;
const LIMIT_RANGE: IntegerRange = { min: 0, max: 10_000_000 };

/**
 * Lists the names of the Pods of a StatefulSet.
 *
 * @param statefulSet - the StatefulSet; defaults apply, and it is not changed
 * @param options - how many Pods are listed at most
 * @returns the names by ordinal, from `spec.ordinals.start` on
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the limit or a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { podNames } from '@kubesem/workloads';
 *
 * podNames({ metadata: { name: 'db' }, spec: { replicas: 2 } }) // => ['db-0', 'db-1']
 * podNames({ metadata: { name: 'db' }, spec: { ordinals: { start: 5 } } }) // => ['db-5']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `getPodName`, `getStartOrdinal` and `getEndOrdinal`.
 */
export function podNames(
  statefulSet: StatefulSet,
  options: PodNamesOptions = {},
): readonly string[] {
  return suffixes(statefulSet, options).map((suffix) => suffix.slice(1));
}

/**
 * Lists the names of the PersistentVolumeClaims that a StatefulSet creates from its templates.
 *
 * @param statefulSet - the StatefulSet; defaults apply, and it is not changed
 * @param options - how many Pods are listed at most
 * @returns the claims of each Pod, in the order of {@link podNames}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the limit or a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { claimNames } from '@kubesem/workloads';
 *
 * const volumeClaimTemplates = [{ metadata: { name: 'data' } }];
 * claimNames({ metadata: { name: 'db' }, spec: { replicas: 2, volumeClaimTemplates } }) // => [
 * //   { pod: 'db-0', claims: ['data-db-0'] },
 * //   { pod: 'db-1', claims: ['data-db-1'] },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `getPersistentVolumeClaimName`.
 */
export function claimNames(
  statefulSet: StatefulSet,
  options: PodNamesOptions = {},
): readonly PodClaims[] {
  const templates = fields(statefulSet, THROW)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  return suffixes(statefulSet, options).map((suffix) => ({
    pod: suffix.slice(1),
    claims: templates.map((template) => template + suffix),
  }));
}

/** What the names of Pods and claims end with: `-db-0` and so on. */
function suffixes(statefulSet: StatefulSet, options: PodNamesOptions): readonly string[] {
  const object = fields(statefulSet, THROW);
  const name = object.at('metadata').text('name');
  const spec = object.at('spec');
  const replicas = spec.integer('replicas') ?? 1;
  const start = spec.at('ordinals').integer('start') ?? 0;
  const most = fields(options, THROW).integer('limit', LIMIT_RANGE) ?? DEFAULT_LIMIT;
  const length = Math.min(Math.max(replicas, 0), most);
  return Array.from({ length }, (_, index) => `-${name}-${start + index}`);
}
