import type { KubesemError } from '@kubesem/core';

/**
 * What kind of problem it is, in the words of Kubernetes.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, type `ErrorType`.
 */
export type PodResourceProblemType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTypeInvalid';

/** Something that is wrong with a field of a Pod, or worth knowing. */
export interface PodResourceProblem {
  /** What kind of problem it is. */
  readonly type: PodResourceProblemType;
  /** Path of the field in the object that was passed in, such as `spec.containers[1].resources.limits.memory`. */
  readonly path: string;
  /** The value as text; what cannot be read is shortened for display. */
  readonly value: string | undefined;
  /** Stable identifier; programs and tests match on this. */
  readonly code: string;
  /** What was expected and what was found instead, for people; without the path. */
  readonly message: string;
}

/** An error of reading as a problem, whose message leaves the path to the field of that name. */
export function toProblem({ code, path = '', input, message }: KubesemError): PodResourceProblem {
  const type = code === 'INVALID_QUANTITY' ? 'FieldValueInvalid' : 'FieldValueTypeInvalid';
  const start = `${path}: `;
  const rest = message.startsWith(start) ? message.slice(start.length) : message;
  return { type, path, value: input, code, message: rest };
}
