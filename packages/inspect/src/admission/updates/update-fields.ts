// What the rules of updates share: they read fields that other libraries have checked.
import { type FieldErrorType } from '@kubesem/core';
import { fieldProblem, pathBelow } from '@kubesem/core/internal';
import { isSameField } from '@kubesem/resources/internal';
import type { FoundProblem } from '../../problem.js';

/** The fields of an object, of any type. */
export type AnyFields = { readonly [name: string]: unknown };

/** The affinity without that to nodes. */
export function fixedAffinity(spec: AnyFields): AnyFields | undefined {
  const { podAffinity, podAntiAffinity } = fieldsOf(spec.affinity);
  const isAbsent = podAffinity == null && podAntiAffinity == null;
  return isAbsent ? undefined : { podAffinity, podAntiAffinity };
}

/** The fields of a value; none if it is not an object. */
export function fieldsOf(value: unknown): AnyFields {
  return typeof value === 'object' && value !== null ? (value as AnyFields) : {};
}

/** The list in a field; empty if there is none. */
export function listIn(spec: AnyFields, name: string): readonly unknown[] {
  const list = spec[name];
  return Array.isArray(list) ? list : [];
}

/** Whether two specs are the same once they are stored. */
export function isSame(before: AnyFields, after: AnyFields): boolean {
  return isSameField(before, after, 'podSpec');
}

/** The problem of a change that validation rejects. */
export function rejectedChange(
  type: FieldErrorType,
  segments: readonly (string | number)[],
  message: string,
): FoundProblem {
  const path = pathBelow(undefined, segments);
  return { ...fieldProblem({ type, path, message }), apiServer: 'rejects' };
}
