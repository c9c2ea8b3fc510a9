import { type FieldProblem, unknownFields } from '@kubesem/core';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import type { ManifestObject } from '@kubesem/manifests';

/**
 * Finds the fields of an object that its kind does not have; none in a custom resource. The metadata and status of a stored object
 * come from its server, which may be of another release.
 */
export function unknownFieldsOf(
  { apiVersion, kind, object }: ManifestObject,
  isStored: boolean,
): readonly FieldProblem<'UNKNOWN_FIELD'>[] {
  const type = BUILT_IN_TYPES[`${apiVersion} ${kind}`];
  const { metadata: _metadata, status: _status, ...rest } = object;
  return type === undefined ? [] : unknownFields(isStored ? rest : object, type);
}
