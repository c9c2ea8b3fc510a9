import type { FieldPathSegment } from '@kubesem/core';

/**
 * What sets the status of a Pod:
 *
 * - `PHASE`, `REASON`: the phase or the reason in its status
 * - `SCHEDULING_GATED`: a scheduling gate
 * - `INIT_TERMINATED`, `INIT_WAITING`, `INIT_PENDING`: the first init container that is not done
 * - `CONTAINER_WAITING`, `CONTAINER_TERMINATED`: the state of a container
 * - `STILL_RUNNING`, `ANOTHER_FAILED`, `NOT_READY`: it would be `Completed`, but another container runs or has failed
 * - `NODE_LOST`, `DELETED`: it is being deleted
 */
export type PodStatusRule =
  | 'PHASE'
  | 'REASON'
  | 'SCHEDULING_GATED'
  | 'INIT_TERMINATED'
  | 'INIT_WAITING'
  | 'INIT_PENDING'
  | 'CONTAINER_WAITING'
  | 'CONTAINER_TERMINATED'
  | 'STILL_RUNNING'
  | 'ANOTHER_FAILED'
  | 'NOT_READY'
  | 'NODE_LOST'
  | 'DELETED';

/** One rule that sets the status of a Pod. It replaces the status of the rules before it. */
export interface PodStatusStep {
  /** The rule. */
  readonly rule: PodStatusRule;
  /** The status that it sets. */
  readonly status: string;
  /** The container that it is about. */
  readonly container?: string | undefined;
  /** Segments of the field that it reads. */
  readonly segments: readonly FieldPathSegment[];
}
