import type { Pod } from '../api/core/pod/pod.js';
import type { PodSpec } from '../api/core/pod/pod-spec.js';
import type { PodStatus } from '../api/core/pod/pod-status.js';
import { childPath, type FieldPath } from '../field/path.js';
import { type ReportProblem, readObject } from '../field/read.js';
import { type PodLike, toPod } from './pod-like.js';

/** The parts of what was passed in as a Pod. */
export interface PodParts {
  /** The Pod; a new one around the spec if a spec was passed in. */
  readonly pod: Pod;
  /** Its spec; empty if it has none. */
  readonly spec: PodSpec;
  /** Path of the spec in the object that was passed in; undefined if that is the spec itself. */
  readonly specPath: FieldPath | undefined;
  /** Its status; empty if it has none. */
  readonly status: PodStatus;
  /** Path of the status in the object that was passed in. */
  readonly statusPath: FieldPath;
}

/**
 * Takes a Pod, a Pod template or a Pod spec apart.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param report - receives problems; throws by default
 * @returns the parts, and the path of the spec for problems with its fields
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 * @throws {@link FieldError} with code `INVALID_TYPE` if the status is not an object
 *
 * @example
 * ```ts
 * import { podParts } from '@kubesem/core';
 *
 * podParts({ spec: { nodeName: 'n1' } }).specPath // => { segment: 'spec' }
 * podParts({ nodeName: 'n1' }).specPath // => undefined
 * ```
 */
export function podParts(podLike: PodLike, report?: ReportProblem<'INVALID_TYPE'>): PodParts {
  const pod = toPod(podLike);
  const statusPath = childPath(undefined, 'status');
  return {
    pod,
    spec: pod.spec ?? {},
    specPath: pod === podLike ? childPath(undefined, 'spec') : undefined,
    status: readObject(pod.status, statusPath, report) ?? {},
    statusPath,
  };
}
