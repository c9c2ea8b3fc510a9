import { FieldError, type FieldProblem, objectNamespace, objectOf, textOf } from '@kubesem/core';
import type { ObjectIdentity, Problem, ProblemCode } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';

/** Identity of an object; a name of the wrong type is empty. */
export function identityOf(placed: ManifestObject): ObjectIdentity {
  const { file, line, column, item, apiVersion, kind, object } = placed;
  const metadata = objectOf(object.metadata as { name: unknown; namespace: unknown });
  return {
    ...{ file, line, column },
    ...(item !== '' && { item }),
    ...{ apiVersion, kind },
    namespace: objectNamespace({ metadata: { namespace: textOf(metadata.namespace) } }),
    name: textOf(metadata.name),
  };
}

/** The problem of an object that a library cannot read, with its place. */
export function problemIn(placed: ManifestObject, error: unknown): Problem {
  if (!(error instanceof FieldError)) {
    throw error;
  }
  return placedProblem(placed, error.problem as FieldProblem<ProblemCode>);
}

/** A problem with its place. */
export function placedProblem(
  { file, positionOf }: ManifestObject,
  problem: FieldProblem<ProblemCode>,
): Problem {
  return { severity: 'error', ...problem, file, ...positionOf(problem.segments) };
}
