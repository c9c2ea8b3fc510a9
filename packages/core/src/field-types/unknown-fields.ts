import { childPath, type FieldPath } from '../field/path.js';
import { type FieldProblem, fieldProblem } from '../field/problem.js';
import { similarName } from '../text/similar-name.js';
import { fieldPath, fieldTypeOf } from './field-type-of.js';
import type { ValueType } from './struct-type.js';

/**
 * Finds the fields that Kubernetes does not know, at any depth. Names are case-sensitive. kubectl rejects such fields, and the
 * API server drops them. A message suggests a known field with a similar name.
 *
 * @param value - any value; a part of the wrong type has no fields
 * @param type - its type, such as `POD_TYPE` of `@kubesem/core/types/pod`
 * @param path - path of the value; undefined for a whole object
 * @returns a problem with code `UNKNOWN_FIELD` for each field
 *
 * @example
 * ```ts
 * import { unknownFields } from '@kubesem/core';
 * import { DEPLOYMENT_TYPE } from '@kubesem/core/types/deployment';
 *
 * const containers = [{ name: 'app', livenessProbe: { httpget: { port: 80 } } }];
 * const deployment = { kind: 'Deployment', spec: { replica: 3, template: { spec: { containers } } } };
 * unknownFields(deployment, DEPLOYMENT_TYPE).map(({ path }) => path) // => [
 * //   'spec.replica',
 * //   'spec.template.spec.containers[0].livenessProbe.httpget',
 * // ]
 * ```
 *
 * Source: `sigs.k8s.io/json`, `UnmarshalStrict`.
 */
export function unknownFields(
  value: unknown,
  type: ValueType,
  path?: FieldPath,
): readonly FieldProblem<'UNKNOWN_FIELD'>[] {
  const problems: FieldProblem<'UNKNOWN_FIELD'>[] = [];
  search(value, type, path, problems);
  return problems;
}

function search(
  value: unknown,
  type: ValueType,
  path: FieldPath | undefined,
  problems: FieldProblem<'UNKNOWN_FIELD'>[],
): void {
  if (typeof type === 'string' || typeof value !== 'object' || value === null) {
    return;
  }
  if (Array.isArray(value)) {
    if ('list' in type) {
      value.forEach((item, index) => search(item, type.list, childPath(path, index), problems));
    }
  } else if (!('list' in type)) {
    for (const [name, inner] of Object.entries(value)) {
      const fieldType = fieldTypeOf(type, name);
      if (fieldType === undefined && inner !== undefined) {
        const known = 'fields' in type ? Object.keys(type.fields) : [];
        problems.push(unknownField(childPath(path, name), similarName(name, known)));
      } else if (fieldType !== undefined && typeof fieldType !== 'string') {
        search(inner, fieldType, fieldPath(type, path, name), problems);
      }
    }
  }
}

function unknownField(path: FieldPath, meant: string | undefined): FieldProblem<'UNKNOWN_FIELD'> {
  const advice = meant === undefined ? '' : `; did you mean ${meant}?`;
  const message = `unknown field; kubectl rejects it${advice}`;
  return fieldProblem({ type: 'FieldValueForbidden', code: 'UNKNOWN_FIELD', path, message });
}
