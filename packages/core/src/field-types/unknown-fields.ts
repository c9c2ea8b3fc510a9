import type { FieldPath, FieldPathSegment } from '../field/path.js';
import { type FieldProblem, fieldProblem } from '../field/problem.js';
import { isList, isObject } from '../field/values.js';
import { similarName } from '../text/similar-name.js';
import { fieldTypeOf, typedPath, type ValueType } from './struct-type.js';

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
  const segments: FieldPathSegment[] = [];
  const search = (given: unknown, givenType: ValueType): void => {
    if (typeof givenType === 'string') {
      return;
    }
    if ('list' in givenType) {
      const items = isList(given) ? given : [];
      items.forEach((item, index) => searchIn(index, item, givenType.list));
    } else if (isObject(given)) {
      for (const [name, inner] of Object.entries(given)) {
        const innerType = fieldTypeOf(givenType, name);
        if (innerType === undefined && inner !== undefined) {
          const known = 'fields' in givenType ? Object.keys(givenType.fields) : [];
          const at = typedPath(path, type, [...segments, name]);
          problems.push(unknownField(at, similarName(name, known)));
        } else if (typeof innerType === 'object') {
          searchIn(name, inner, innerType);
        }
      }
    }
  };
  const searchIn = (segment: FieldPathSegment, inner: unknown, innerType: ValueType): void => {
    segments.push(segment);
    search(inner, innerType);
    segments.pop();
  };
  search(value, type);
  return problems;
}

function unknownField(
  path: FieldPath | undefined,
  meant: string | undefined,
): FieldProblem<'UNKNOWN_FIELD'> {
  const advice = meant === undefined ? '' : `; did you mean ${meant}?`;
  const message = `unknown field; kubectl rejects it${advice}`;
  return fieldProblem({ type: 'FORBIDDEN', code: 'UNKNOWN_FIELD', path, message });
}
