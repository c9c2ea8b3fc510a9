import { apiGroupOf, type HorizontalPodAutoscaler } from '@kubesem/core';
import { COUNT_RANGE, type Fields, fields, THROW } from '@kubesem/core/internal';
import { autoscalerAsV2 } from '../autoscaling/autoscaler-v1.js';
import type { PodCount } from './pod-count.js';
import { WORKLOAD_KINDS } from './workload-kind.js';

/** The object that an autoscaler scales, in its own namespace. */
export interface ScaleTarget {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Kind, such as `Deployment`. */
  readonly kind: string;
  /** Name of the object. */
  readonly name: string;
}

/** What a HorizontalPodAutoscaler scales, and to how many Pods. */
export interface AutoscalerRange {
  /** The object that it scales. */
  readonly target: ScaleTarget;
  /** Minimum number of Pods. */
  readonly min: number;
  /** Maximum number of Pods. */
  readonly max: number;
  /** Whether the autoscaler itself has scaled the object to 0 Pods. */
  readonly scaledToZero: boolean;
}

/** Options of {@link autoscalerRange}. */
export interface AutoscalerOptions {
  /** Whether the object is a manifest, whose status the API server drops; by default, it counts as stored. */
  readonly isManifest?: boolean | undefined;
}

/**
 * Reads what a HorizontalPodAutoscaler scales, and to how many Pods.
 *
 * @param autoscaler - the object, of `autoscaling/v2` or `autoscaling/v1`; it is not changed
 * @param options - whether it is a manifest
 * @returns the range; undefined if the API server rejects it: `maxReplicas` is missing or lower than `minReplicas`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { autoscalerRange } from '@kubesem/workloads';
 *
 * const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
 * const range = autoscalerRange({ spec: { scaleTargetRef, maxReplicas: 10 } });
 * range?.target // => { group: 'apps', kind: 'Deployment', name: 'web' }
 * range?.min // => 1
 * range?.max // => 10
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `SetDefaults_HorizontalPodAutoscaler`;
 * `k8s.io/kubernetes/pkg/apis/autoscaling/validation` v1.37.1, `validateHorizontalPodAutoscalerSpec`.
 */
export function autoscalerRange(
  autoscaler: HorizontalPodAutoscaler,
  { isManifest = false }: AutoscalerOptions = {},
): AutoscalerRange | undefined {
  return readAutoscalerRange(fields(autoscaler, THROW), !isManifest);
}

/**
 * {@link autoscalerRange} for an autoscaler that is being read.
 */
export function readAutoscalerRange(
  autoscaler: Fields<HorizontalPodAutoscaler>,
  isStored: boolean,
): AutoscalerRange | undefined {
  const given = fields(autoscalerAsV2(autoscaler.value), autoscaler.policy);
  const spec = given.at('spec');
  const reference = spec.at('scaleTargetRef');
  const target = {
    // The version of the reference does not matter.
    group: apiGroupOf(reference.text('apiVersion')),
    kind: reference.text('kind'),
    name: reference.text('name'),
  };
  const min = spec.integer('minReplicas', COUNT_RANGE) ?? 1;
  const max = spec.integer('maxReplicas', COUNT_RANGE) ?? 0;
  const scaledToZero = isStored && hasScaledToZero(given);
  return max < 1 || max < min ? undefined : { target, min, max, scaledToZero };
}

function hasScaledToZero(autoscaler: Fields<HorizontalPodAutoscaler>): boolean {
  return autoscaler
    .at('status')
    .each('conditions', ({ value }) => value)
    .some(({ type, status }) => type === 'ScaledToZero' && status === 'True');
}

/**
 * Reports whether an autoscaler can scale objects of a kind: those with Pods and a `scale` subresource.
 *
 * @param group - API group; empty for the core group
 * @param kind - kind of the object
 * @returns false for all other kinds, such as DaemonSet and Job
 *
 * @example
 * ```ts
 * import { isScalableKind } from '@kubesem/workloads/internal';
 *
 * isScalableKind('apps', 'StatefulSet') // => true
 * isScalableKind('apps', 'DaemonSet') // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/apps/rest` and `k8s.io/kubernetes/pkg/registry/core/rest` v1.37.1.
 */
export function isScalableKind(group: string, kind: string): boolean {
  return WORKLOAD_KINDS.some(
    (each) => each.group === group && each.kind === kind && each.subresources.includes('scale'),
  );
}

/**
 * Applies an autoscaler to the number of Pods of the workload that it scales.
 *
 * An autoscaler does not scale a workload with 0 replicas, unless it has set them itself.
 *
 * @param count - number of Pods of the workload, from `podCount`
 * @param range - from `autoscalerRange`
 * @returns the number of Pods, which is within the range, and the range
 *
 * @example
 * ```ts
 * import { autoscaledPodCount, autoscalerRange } from '@kubesem/workloads';
 *
 * const range = autoscalerRange({ spec: { minReplicas: 2, maxReplicas: 10 } });
 * const scale = (count: number) => range && autoscaledPodCount({ count, per: 'object' }, range);
 * scale(1) // => { count: 2, per: 'object', autoscaled: { min: 2, max: 10 } }
 * scale(0) // => { count: 0, per: 'object' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `reconcileAutoscaler`.
 */
export function autoscaledPodCount(
  count: PodCount,
  { min, max, scaledToZero }: Omit<AutoscalerRange, 'target'>,
): PodCount {
  return count.count === 0 && !scaledToZero
    ? count
    : { ...count, count: Math.min(Math.max(count.count, min), max), autoscaled: { min, max } };
}
