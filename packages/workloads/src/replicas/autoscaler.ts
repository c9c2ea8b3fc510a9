import {
  apiGroupOf,
  COUNT_RANGE,
  type Condition,
  childPath,
  type FieldPath,
  type HorizontalPodAutoscaler,
  type ReportProblem,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
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
  /** Receives the problems of fields of the wrong type, which then count as absent; throws by default. */
  readonly report?: ReportProblem<'INVALID_TYPE'> | undefined;
}

/**
 * Reads what a HorizontalPodAutoscaler scales, and to how many Pods.
 *
 * @param autoscaler - the object, of `autoscaling/v2` or `autoscaling/v1`; it is not changed
 * @param options - whether it is a manifest, and the receiver of problems
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
  { isManifest = false, report }: AutoscalerOptions = {},
): AutoscalerRange | undefined {
  const given = autoscalerAsV2(readObject(autoscaler, undefined, report) ?? {});
  const specPath = childPath(undefined, 'spec');
  const spec = readObject(given.spec, specPath, report);
  const count = (field: 'minReplicas' | 'maxReplicas') =>
    readInteger(spec?.[field], childPath(specPath, field), COUNT_RANGE, report);
  const targetPath = childPath(specPath, 'scaleTargetRef');
  const reference = readObject(spec?.scaleTargetRef, targetPath, report);
  const text = (field: 'apiVersion' | 'kind' | 'name') =>
    readString(reference?.[field], childPath(targetPath, field), report);
  const [version, target] = [text('apiVersion'), { kind: text('kind'), name: text('name') }];
  const [min, max] = [count('minReplicas') ?? 1, count('maxReplicas') ?? 0];
  const scaledToZero = !isManifest && hasScaledToZero(given.status, report);
  // The version of the reference does not matter.
  const group = apiGroupOf(version);
  return max < 1 || max < min
    ? undefined
    : { target: { group, ...target }, min, max, scaledToZero };
}

function hasScaledToZero(
  value: HorizontalPodAutoscaler['status'],
  report: AutoscalerOptions['report'],
): boolean {
  const statusPath = childPath(undefined, 'status');
  const path: FieldPath = childPath(statusPath, 'conditions');
  const status = readObject(value, statusPath, report);
  return readList<Condition | null>(status?.conditions, path, report)
    .map((condition, index) => readObject(condition, childPath(path, index), report))
    .some((condition) => condition?.type === 'ScaledToZero' && condition.status === 'True');
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
 * import { isScalableKind } from '@kubesem/workloads';
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
