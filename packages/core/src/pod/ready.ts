// Read by hand, not by cursor: these functions run for each Pod of a cluster, and would take some five times as long.
import type { Pod } from '../api/core/pod/pod.js';
import type { PodCondition } from '../api/core/pod/pod-status.js';
import type { Timestamp } from '../api/meta/metadata.js';
import { INT32_OPTION, readOption } from '../field/option.js';
import { childPath } from '../field/path.js';
import { type ReportProblem, readList, readObject } from '../field/read.js';
import { timestampMs } from '../time/timestamp.js';
import { isPodTerminal } from './terminal.js';

/** The first condition of a type counts. */
function readyCondition(
  pod: Pick<Pod, 'status'>,
  report: ReportProblem<'INVALID_TYPE'> | undefined,
): PodCondition | undefined {
  const statusPath = childPath(undefined, 'status');
  const status = readObject(readObject(pod, undefined, report)?.status, statusPath, report);
  const path = childPath(statusPath, 'conditions');
  return readList<PodCondition>(status?.conditions, path, report)
    .map((condition, index) => readObject(condition, childPath(path, index), report))
    .find((condition) => condition?.type === 'Ready');
}

/**
 * Reports whether a Pod is ready: whether Services send traffic to it.
 *
 * @param pod - the Pod as it is stored
 * @param report - receives problems; throws by default
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
export function isPodReady(
  pod: Pick<Pod, 'status'>,
  report?: ReportProblem<'INVALID_TYPE'>,
): boolean {
  return readyCondition(pod, report)?.status === 'True';
}

/**
 * Reports whether a Pod is being deleted and has not ended yet.
 *
 * @param pod - the Pod as it is stored
 * @param report - receives problems; throws by default
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
export function isPodTerminating(
  pod: Pick<Pod, 'metadata' | 'status'>,
  report?: ReportProblem<'INVALID_TYPE'>,
): boolean {
  return !isPodTerminal(pod, report) && isDeleted(pod, report);
}

/**
 * Reports whether controllers count a Pod: whether it has not ended and is not being deleted.
 *
 * @param pod - the Pod as it is stored
 * @param report - receives problems; throws by default
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
export function isPodActive(
  pod: Pick<Pod, 'metadata' | 'status'>,
  report?: ReportProblem<'INVALID_TYPE'>,
): boolean {
  return !isPodTerminal(pod, report) && !isDeleted(pod, report);
}

function isDeleted(
  pod: Pick<Pod, 'metadata'>,
  report: ReportProblem<'INVALID_TYPE'> | undefined,
): boolean {
  const { metadata } = readObject(pod, undefined, report) ?? {};
  const { deletionTimestamp } =
    readObject(metadata, childPath(undefined, 'metadata'), report) ?? {};
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
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
  const condition = readyCondition(pod, undefined);
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
