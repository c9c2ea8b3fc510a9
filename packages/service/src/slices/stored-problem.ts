import { type FieldPath, type FieldProblem, fieldProblem } from '@kubesem/core';

/**
 * How stored EndpointSlices differ from what the controller would write:
 * - `SLICE_MISSING`: the controller would create a slice
 * - `SLICE_UNWANTED`: the controller would delete the slice
 * - `PORTS_DIFFER`: the controller would replace the slice by one with other ports
 * - `ENDPOINT_MISSING`: the slice lacks an endpoint
 * - `ENDPOINT_STALE`: the endpoint is no longer one of the Service
 * - `ENDPOINT_DIFFERS`: the conditions, node, zone or target of the endpoint differ
 * - `HINTS_DIFFER`: the endpoints are the same, but their hints differ
 * - `LABELS_DIFFER`: the labels of the slice differ
 * - `ENDPOINT_DUPLICATE`: another endpoint has the same address and port
 * - `ENDPOINT_CONTRADICTS`: another endpoint has the same address and port, but other conditions or another node; kube-proxy uses
 *   either
 */
export type StoredSliceProblemCode =
  | 'SLICE_MISSING'
  | 'SLICE_UNWANTED'
  | 'PORTS_DIFFER'
  | 'ENDPOINT_MISSING'
  | 'ENDPOINT_STALE'
  | 'ENDPOINT_DIFFERS'
  | 'HINTS_DIFFER'
  | 'LABELS_DIFFER'
  | 'ENDPOINT_DUPLICATE'
  | 'ENDPOINT_CONTRADICTS';

/** A difference; its segments start with the index of the slice. */
export type StoredSliceProblem = FieldProblem<StoredSliceProblemCode>;

/** A problem of a slice. */
export function problem(
  code: StoredSliceProblemCode,
  path: FieldPath | undefined,
  message: string,
): StoredSliceProblem {
  return fieldProblem({ type: 'FieldValueInvalid', code, path, message });
}
