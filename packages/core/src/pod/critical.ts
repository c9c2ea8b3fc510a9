import type { Pod } from '../api/core/pod/pod.js';
import type { Fields } from '../field/fields.js';
import { THROW } from '../field/policy.js';
import { type PodLike, podFields } from './pod-fields.js';

/** The lowest priority of system Pods. Source: `k8s.io/kubernetes/pkg/apis/scheduling` v1.37.1, `SystemCriticalPriority`. */
const SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

/**
 * Returns the priority of a Pod.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns `spec.priority`; 0 if it is absent
 * @throws {@link FieldError} with code `INVALID_TYPE` if the priority is not a 32-bit integer
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podPriority } from '@kubesem/core';
 *
 * podPriority({ priority: 1000, containers: [] }) // => 1000
 * podPriority({ containers: [] }) // => 0
 * ```
 *
 * Source: `k8s.io/component-helpers/scheduling/corev1` v0.37.1, `PodPriority`.
 */
export function podPriority(podLike: PodLike): number {
  return podFields(podLike, THROW).spec.integer('priority') ?? 0;
}

/**
 * Reports whether a Pod is a mirror: the object that the kubelet creates in the API for a static Pod.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns whether the Pod has the annotation `kubernetes.io/config.mirror`, even an empty one
 * @throws {@link FieldError} with code `INVALID_TYPE` if the metadata, its annotations or this annotation has the wrong type
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { isMirrorPod } from '@kubesem/core';
 *
 * isMirrorPod({ metadata: { annotations: { 'kubernetes.io/config.mirror': 'a1b2' } } }) // => true
 * isMirrorPod({ containers: [] }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsMirrorPod`.
 */
export function isMirrorPod(podLike: PodLike): boolean {
  return isMirror(podFields(podLike, THROW).pod);
}

/**
 * {@link isMirrorPod} for a Pod that is being read.
 *
 * @internal
 */
export function isMirror(pod: Fields<Pod>): boolean {
  return readAnnotation(pod, 'kubernetes.io/config.mirror') !== undefined;
}

/** Reads an annotation; undefined if it is absent. Go reads null as an empty string. */
function readAnnotation(pod: Fields<Pod>, name: string): string | undefined {
  const annotations = pod.at('metadata').at('annotations');
  return annotations.value[name] === undefined ? undefined : annotations.text(name);
}

/**
 * Reports whether a Pod is static: whether the kubelet has it from a file or URL, and not from the API.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns true if its annotation names a source other than the API
 * @throws {@link FieldError} with code `INVALID_TYPE` if the metadata or the annotation has the wrong type
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { isStaticPod } from '@kubesem/core';
 *
 * isStaticPod({ metadata: { annotations: { 'kubernetes.io/config.source': 'file' } } }) // => true
 * isStaticPod({ metadata: {} }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsStaticPod`.
 */
export function isStaticPod(podLike: PodLike): boolean {
  return isStatic(podFields(podLike, THROW).pod);
}

/**
 * {@link isStaticPod} for a Pod that is being read.
 *
 * @internal
 */
export function isStatic(pod: Fields<Pod>): boolean {
  const source = readAnnotation(pod, 'kubernetes.io/config.source');
  return source !== undefined && source !== 'api';
}

/**
 * Reports whether the kubelet protects a Pod from eviction: it is static, the mirror of a static Pod, or has a system
 * priority.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns whether the Pod is critical
 * @throws {@link FieldError} with code `INVALID_TYPE` if the metadata, an annotation or the priority has the wrong type
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { isCriticalPod } from '@kubesem/core';
 *
 * isCriticalPod({ spec: { priority: 2_000_001_000 } }) // => true
 * isCriticalPod({ metadata: { annotations: { 'kubernetes.io/config.source': 'file' } } }) // => true
 * isCriticalPod({ spec: { priority: 1000 } }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsCriticalPod`.
 */
export function isCriticalPod(podLike: PodLike): boolean {
  const isStatic = isStaticPod(podLike);
  const isMirror = isMirrorPod(podLike);
  return isStatic || isMirror || podPriority(podLike) >= SYSTEM_CRITICAL_PRIORITY;
}

/**
 * Reports whether a Pod is critical to its node: it is critical, and its priority class is `system-node-critical`.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns whether the Pod is critical to its node
 * @throws {@link FieldError} with code `INVALID_TYPE` if the metadata, an annotation, the priority or the priority class has the wrong type
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { isNodeCriticalPod } from '@kubesem/core';
 *
 * isNodeCriticalPod({ spec: { priorityClassName: 'system-node-critical', priority: 2_000_001_000 } }) // => true
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsNodeCriticalPod`.
 */
export function isNodeCriticalPod(podLike: PodLike): boolean {
  const className = podFields(podLike, THROW).spec.text('priorityClassName');
  return className === 'system-node-critical' && isCriticalPod(podLike);
}
