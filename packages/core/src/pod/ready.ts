import type { Pod } from '../api/core/pod/pod.js';
import type { PodCondition, PodStatus } from '../api/core/pod/pod-status.js';
import type { Timestamp } from '../api/meta/metadata.js';
import { type Fields, fields } from '../field/fields.js';
import { INT32_OPTION, readOption } from '../field/option.js';
import { THROW } from '../field/policy.js';
import { isObject } from '../field/values.js';
import { timestampMs } from '../time.js';

/** The first condition of a type counts. */
function readyCondition(status: Fields<PodStatus>): PodCondition | undefined {
  const conditions = status.list('conditions');
  if (!conditions.every(isObject)) {
    // A cursor on each condition of every Pod would take time.
    status.objects('conditions');
  }
  return conditions.find((condition) => condition?.type === 'Ready');
}

/**
 * {@link isPodReady} for a status that is being read.
 *
 * @internal
 */
export function isReady(status: Fields<PodStatus>): boolean {
  return readyCondition(status)?.status === 'True';
}

/**
 * {@link isPodActive} for a Pod that is being read.
 *
 * @internal
 */
export function isActive(pod: Fields<Pod>): boolean {
  return !hasEnded(pod.at('status')) && !isDeleted(pod);
}

function isDeleted(pod: Fields<Pod>): boolean {
  return pod.at('metadata').has('deletionTimestamp');
}

/**
 * Reports whether a Pod is ready: whether Services send traffic to it.
 *
 * @param pod - the Pod as it is stored
 * @returns true if its first condition `Ready` is `True`
 * @throws {@link FieldError} with code `INVALID_TYPE` if the Pod, its status or its conditions have the wrong type
 *
 * @example
 * ```ts
 * import { isPodReady } from '@kubesem/core';
 *
 * isPodReady({ status: { conditions: [{ type: 'Ready', status: 'True' }] } }) // => true
 * isPodReady({ status: { phase: 'Running' } }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/pod` v1.37.1, `IsPodReady`.
 */
export function isPodReady(pod: Pick<Pod, 'status'>): boolean {
  return isReady(fields<Pod>(pod, THROW).at('status'));
}

/**
 * Reports whether a Pod is being deleted and has not ended yet.
 *
 * @param pod - the Pod as it is stored
 * @returns true if it has a time of deletion, and its phase is not `Succeeded` or `Failed`
 * @throws {@link FieldError} with code `INVALID_TYPE` if the Pod, its metadata, its status or its phase has the wrong type
 *
 * @example
 * ```ts
 * import { isPodTerminating } from '@kubesem/core';
 *
 * isPodTerminating({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }) // => true
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `IsPodTerminating`.
 */
export function isPodTerminating(pod: Pick<Pod, 'metadata' | 'status'>): boolean {
  const read = fields<Pod>(pod, THROW);
  return !hasEnded(read.at('status')) && isDeleted(read);
}

/**
 * Reports whether controllers count a Pod: whether it has not ended and is not being deleted.
 *
 * @param pod - the Pod as it is stored
 * @returns true if it has no time of deletion, and its phase is not `Succeeded` or `Failed`
 * @throws {@link FieldError} with code `INVALID_TYPE` if the Pod, its metadata, its status or its phase has the wrong type
 *
 * @example
 * ```ts
 * import { isPodActive } from '@kubesem/core';
 *
 * isPodActive({ status: { phase: 'Pending' } }) // => true
 * isPodActive({ status: { phase: 'Failed' } }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `IsPodActive`.
 */
export function isPodActive(pod: Pick<Pod, 'metadata' | 'status'>): boolean {
  return isActive(fields<Pod>(pod, THROW));
}

/** Options of {@link podAvailableAt}. */
export interface PodAvailableAtOptions {
  /** How long a Pod must be ready, as in the spec of its workload; 0 by default. */
  readonly minReadySeconds?: number | undefined;
}

/** Options of {@link isPodAvailable}. */
export interface PodAvailableOptions extends PodAvailableAtOptions {
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Computes when a Pod becomes available, if it stays ready.
 *
 * @param pod - the Pod as it is stored
 * @param options - how long it must be ready
 * @returns milliseconds since 1970; undefined if it is not ready, or if it is not known since when
 * @throws {@link FieldError} with code `INVALID_TYPE` if the Pod, its status or its conditions have the wrong type,
 *   or if `minReadySeconds` is not an int32
 *
 * @example
 * ```ts
 * import { podAvailableAt } from '@kubesem/core';
 *
 * const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '1970-01-01T00:01:00Z' }];
 * podAvailableAt({ status: { conditions } }, { minReadySeconds: 10 }) // => 70_000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/pod` v1.37.1, `IsPodAvailable`.
 */
export function podAvailableAt(
  pod: Pick<Pod, 'status'>,
  options: PodAvailableAtOptions = {},
): number | undefined {
  const minReadySeconds = readOption('minReadySeconds', options.minReadySeconds, INT32_OPTION) ?? 0;
  const condition = readyCondition(fields<Pod>(pod, THROW).at('status'));
  const sinceMs = timestampMs(condition?.lastTransitionTime);
  return condition?.status !== 'True' || Number.isNaN(sinceMs)
    ? undefined
    : sinceMs + minReadySeconds * 1000;
}

/**
 * Reports whether a Pod is available: whether it has been ready for long enough.
 *
 * @param pod - the Pod as it is stored
 * @param options - how long it must be ready, and the current time
 * @returns true if it is available
 * @throws {@link FieldError} with code `INVALID_TYPE` if the Pod, its status or its conditions have the wrong type,
 *   or if `minReadySeconds` is not an int32
 *
 * @example
 * ```ts
 * import { isPodAvailable } from '@kubesem/core';
 *
 * const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
 * const options = { minReadySeconds: 10, now: '2026-01-01T00:00:09Z' };
 * isPodAvailable({ status: { conditions } }, options) // => false
 * ```
 */
export function isPodAvailable(pod: Pick<Pod, 'status'>, options: PodAvailableOptions): boolean {
  const at = podAvailableAt(pod, options);
  // Without a minimum, it does not matter since when.
  return options.minReadySeconds
    ? at !== undefined && at <= timestampMs(options.now)
    : isPodReady(pod);
}

/**
 * Reports whether a Pod has ended: its containers no longer run and will not start again.
 *
 * @param pod - the Pod as it is stored
 * @returns true if the phase is `Succeeded` or `Failed`
 * @throws {@link FieldError} with code `INVALID_TYPE` if the Pod, its status or its phase has the wrong type
 *
 * @example
 * ```ts
 * import { isPodTerminal } from '@kubesem/core';
 *
 * isPodTerminal({ status: { phase: 'Succeeded' } }) // => true
 * isPodTerminal({}) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/pod` v1.37.1, `IsPodTerminal`.
 */
export function isPodTerminal(pod: Pick<Pod, 'status'>): boolean {
  return hasEnded(fields<Pod>(pod, THROW).at('status'));
}

/**
 * {@link isPodTerminal} for a status that is being read.
 *
 * @internal
 */
export function hasEnded(status: Fields<PodStatus>): boolean {
  return isFinalPhase(status.text('phase'));
}

/**
 * Whether a Pod in a phase has ended.
 *
 * @internal
 */
export function isFinalPhase(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
