import type { Pod } from '../api/core/pod/pod.js';
import type { PodStatus } from '../api/core/pod/pod-status.js';
import { type Fields, fields } from '../field/fields.js';
import { THROW } from '../field/policy.js';

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
