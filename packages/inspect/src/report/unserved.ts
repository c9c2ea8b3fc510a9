// What Kubernetes does not serve: versions, kinds and fields.
import {
  checkTypes,
  type FieldProblem,
  fieldPath,
  KUBERNETES_VERSION,
  unknownFields,
} from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import type { ManifestObject } from '@kubesem/manifests';
import { servedApiVersion } from '@kubesem/workloads';
import { WORKLOAD_KINDS } from '@kubesem/workloads/internal';

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

/** Finds the fields of the wrong type. A null item of a list counts as empty, as for the API server. */
export function wrongTypesOf({
  apiVersion,
  kind,
  object,
}: ManifestObject): readonly FieldProblem<'INVALID_TYPE'>[] {
  const type = BUILT_IN_TYPES[`${apiVersion} ${kind}`];
  const problems: FieldProblem<'INVALID_TYPE'>[] = [];
  // The checks of ConfigMaps and Secrets report them, and show nothing of a Secret.
  if (type !== undefined && kind !== CONFIG_MAP.kind && kind !== SECRET.kind) {
    const report = (problem: FieldProblem<'INVALID_TYPE'>) => problems.push(problem);
    checkTypes(object, type, undefined, report, { nullItems: true });
  }
  return problems;
}

/** Explains why an object that may be meant as a workload is not one. */
export function unservedVersion({
  apiVersion,
  kind,
}: ManifestObject): FieldProblem<'VERSION_NOT_SERVED'> | undefined {
  const served = servedApiVersion(apiVersion, kind);
  const isVersion = served !== undefined;
  const message = isVersion
    ? `Kubernetes ${KUBERNETES_VERSION} serves ${kind} only as ${served}; object skipped`
    : unknownKind(apiVersion, kind);
  return message === undefined
    ? undefined
    : fieldProblem({
        type: 'NOT_SUPPORTED',
        code: 'VERSION_NOT_SERVED',
        path: fieldPath(isVersion ? 'apiVersion' : 'kind'),
        value: isVersion ? apiVersion : kind,
        message,
      });
}

/**
 * Explains why Kubernetes serves no workload of a kind: a misspelled name, such as `Statefulset`, or one that the groups
 * `apps` and `batch` do not have. Undefined if it may be another kind.
 *
 * Source: `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1, `register.go`.
 */
function unknownKind(apiVersion: string, kind: string): string | undefined {
  const spelling = kind.toLowerCase().replace(/s$/, '');
  const meant = WORKLOAD_KINDS.find((known) => known.kind.toLowerCase() === spelling)?.kind;
  const isMeant = meant !== undefined && servedApiVersion(apiVersion, meant) !== undefined;
  const isMissing =
    /^(?:apps|batch)\//.test(apiVersion) && !/^ControllerRevision$|List$/.test(kind);
  return isMeant || isMissing
    ? `Kubernetes ${KUBERNETES_VERSION} has no such kind${isMeant ? `; did you mean ${meant}?` : ` in ${apiVersion}`}; object skipped`
    : undefined;
}
