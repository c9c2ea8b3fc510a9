import type { Fields } from '@kubesem/core';

/**
 * Codes of the problems with the lifecycle fields of a Pod.
 *
 * - `HANDLER_REQUIRED`, `HANDLER_CONFLICT`: a probe or hook has no handler, or more than one
 * - `COMMAND_REQUIRED`: `exec` has no command
 * - `INVALID_PORT`, `INVALID_PORT_NAME`: a port is not between 1 and 65535, or not a port name
 * - `INVALID_HEADER_NAME`: the name of a header is not made of letters, digits and hyphens
 * - `NEGATIVE`: a number of a probe is negative; 0 means the default
 * - `SUCCESS_THRESHOLD_NOT_ONE`: `successThreshold` of a liveness or startup probe is not 1
 * - `GRACE_PERIOD_NOT_POSITIVE`, `GRACE_PERIOD_FORBIDDEN`: `terminationGracePeriodSeconds` of a probe is below 1, or that of a
 *   readiness probe is set
 * - `SLEEP_OUT_OF_RANGE`: `sleep` is negative, or longer than the grace period of the Pod
 * - `NOT_FOR_INIT_CONTAINERS`, `NOT_FOR_EPHEMERAL_CONTAINERS`: such a container cannot have this field
 * - `NOT_SUPPORTED`: not one of the values of the field
 * - `RESTART_POLICY_REQUIRED`: a container has restart rules and no restart policy
 * - `TOO_MANY_RULES`, `TOO_MANY_EXIT_CODES`: more than 20 restart rules, or more than 255 exit codes in one
 * - `EXIT_CODES_REQUIRED`: a restart rule has no exit codes
 * - `DEADLINE_OUT_OF_RANGE`: `activeDeadlineSeconds` is not between 1 and 2147483647
 * - `INVALID_CONDITION_TYPE`, `INVALID_SCHEDULING_GATE`: the name of a gate is not a qualified name
 * - `DUPLICATE_SCHEDULING_GATE`: two scheduling gates have the same name
 * - `NODE_NAME_FORBIDDEN`: `nodeName` is set although there are scheduling gates
 * - `INVALID_TYPE`: a field has the wrong JSON type; no other rule is checked for it and for the fields that contain it
 */
export type PodLifecycleProblemCode =
  | 'HANDLER_REQUIRED'
  | 'HANDLER_CONFLICT'
  | 'COMMAND_REQUIRED'
  | 'INVALID_PORT'
  | 'INVALID_PORT_NAME'
  | 'INVALID_HEADER_NAME'
  | 'NEGATIVE'
  | 'SUCCESS_THRESHOLD_NOT_ONE'
  | 'GRACE_PERIOD_NOT_POSITIVE'
  | 'GRACE_PERIOD_FORBIDDEN'
  | 'SLEEP_OUT_OF_RANGE'
  | 'NOT_FOR_INIT_CONTAINERS'
  | 'NOT_FOR_EPHEMERAL_CONTAINERS'
  | 'NOT_SUPPORTED'
  | 'RESTART_POLICY_REQUIRED'
  | 'TOO_MANY_RULES'
  | 'TOO_MANY_EXIT_CODES'
  | 'EXIT_CODES_REQUIRED'
  | 'DEADLINE_OUT_OF_RANGE'
  | 'INVALID_CONDITION_TYPE'
  | 'INVALID_SCHEDULING_GATE'
  | 'DUPLICATE_SCHEDULING_GATE'
  | 'NODE_NAME_FORBIDDEN'
  | 'INVALID_TYPE';

/** A cursor that collects the problems with the lifecycle fields of a Pod. */
export type Checked<T extends object> = Fields<T, PodLifecycleProblemCode>;
