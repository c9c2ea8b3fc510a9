// The evictions that the API server has allowed: `status.disruptedPods` has them until the Pods are being deleted.
import { isBeingDeleted, type Pod, type PodDisruptionBudget, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, timestampMs } from '@kubesem/core/internal';
import { nameOf } from '../stored.js';

/** How long an evicted Pod counts as gone before it is being deleted. */
export const DELETION_TIMEOUT_MS = 120_000;

/** The Pods whose evictions were allowed, and which are not yet being deleted. */
interface AllowedEvictions {
  /** The times of the evictions that count, by the names of their Pods. */
  readonly fresh: ReadonlyMap<string, Timestamp>;
  /** The Pods that should be gone by now. */
  readonly notDeleted: readonly Pod[];
}

/** Finds the Pods of a budget in the `disruptedPods` of its status. */
export function allowedEvictions(
  pdb: PodDisruptionBudget,
  pods: readonly Pod[],
  nowMs: number,
): AllowedEvictions {
  const stored = fields(pdb, ABSENT).at('status').at('disruptedPods').value;
  const fresh = new Map<string, Timestamp>();
  const notDeleted: Pod[] = [];
  for (const pod of pods) {
    const name = nameOf(pod);
    if (isBeingDeleted(pod) || !Object.prototype.hasOwnProperty.call(stored, name)) {
      continue;
    }
    const at = stored[name];
    // At the very second, it counts.
    if (timestampMs(at) + DELETION_TIMEOUT_MS >= nowMs) {
      fresh.set(name, at as Timestamp);
    } else {
      notDeleted.push(pod);
    }
  }
  return { fresh, notDeleted };
}
