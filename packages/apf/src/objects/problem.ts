import type { FieldProblem } from '@kubesem/core';

/**
 * The rule that an object breaks.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `REQUIRED`: a field must be set
 * - `FORBIDDEN`: a field must not be set together with the others
 * - `NOT_SUPPORTED`: a value is not one of the supported values
 * - `OUT_OF_RANGE`: a number is too low or too high
 * - `INVALID_NAME`: a name has the wrong syntax
 * - `RESERVED`: a value is required for the object named `exempt`, and forbidden for all others
 * - `WILDCARD_NOT_ALONE`: a list has other entries next to `*`
 * - `INVALID_PATH`: a URL path is invalid, or has a `*` anywhere but after the last slash
 * - `HAND_BEYOND_QUEUES`: a hand is larger than the number of queues
 * - `TOO_MANY_BITS`: a hand needs more than 60 bits of the hash
 * - `FIXED`: the spec of a mandatory object was changed
 */
export type ApfProblemCode =
  | 'INVALID_TYPE'
  | 'REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_SUPPORTED'
  | 'OUT_OF_RANGE'
  | 'INVALID_NAME'
  | 'RESERVED'
  | 'WILDCARD_NOT_ALONE'
  | 'INVALID_PATH'
  | 'HAND_BEYOND_QUEUES'
  | 'TOO_MANY_BITS'
  | 'FIXED';

/** Why the API server would reject a FlowSchema or PriorityLevelConfiguration. */
export type ApfProblem = FieldProblem<ApfProblemCode>;
