import type { PriorityLevelConfiguration } from '../api/flowcontrol/priority-level-configuration.js';
import { fields } from '../field/fields.js';
import type { FieldPath, FieldPathSegment } from '../field/path.js';
import { ABSENT, reportTo } from '../field/policy.js';
import type { FieldProblem } from '../field/problem.js';
import { INT32_RANGE, INT64_RANGE, type ReportProblem, wrongType } from '../field/read.js';
import { isFlag, isIntegerIn, isList, isObject, isText } from '../field/values.js';
import {
  fieldTypeOf,
  type ListType,
  type ScalarType,
  typedPath,
  type ValueType,
} from './struct-type.js';

/** Options of {@link checkTypes}. */
export interface CheckTypesOptions {
  /** Whether items of lists may be null, which the API server reads as an empty item. Default: false */
  readonly nullItems?: boolean | undefined;
}

/**
 * Checks the JSON type of every field of a value, at any depth. It ignores fields that its type does not have.
 *
 * As in Go, null counts as absent. Times may be a `Date`, and quantities an object that prints itself.
 *
 * @param value - any value
 * @param type - its type, such as `POD_TYPE` of `@kubesem/core/types/pod`
 * @param path - path of the value; undefined for a whole object
 * @param report - receives the fields of the wrong type
 * @param options - whether items may be null
 *
 * @example
 * ```ts
 * import { checkTypes } from '@kubesem/core';
 * import { SERVICE_TYPE } from '@kubesem/core/types/service';
 *
 * const found: string[] = [];
 * const service = { spec: { ports: [{ port: '80' }] } };
 * checkTypes(service, SERVICE_TYPE, undefined, ({ path }) => found.push(path));
 * found // => ['spec.ports[0].port']
 * ```
 *
 * Source: `sigs.k8s.io/json`, `UnmarshalCaseSensitivePreserveInts`.
 */
export function checkTypes(
  value: unknown,
  type: ValueType,
  path: FieldPath | undefined,
  report: (problem: FieldProblem<'INVALID_TYPE'>) => void,
  options: CheckTypesOptions = {},
): void {
  const { nullItems = false } = options;
  const segments: FieldPathSegment[] = [];
  const wrong = (given: unknown, expected: string) =>
    report(wrongType(given, typedPath(path, type, segments), expected));
  check(value, type, { segments, wrong, nullItems });
}

/** A walk through a value. Nearly all fields are right, so it makes no path on its way. */
interface Walk {
  /** They lead to the value that is checked. */
  readonly segments: FieldPathSegment[];
  readonly wrong: (value: unknown, expected: string) => void;
  readonly nullItems: boolean;
}

function check(value: unknown, type: ValueType, walk: Walk): void {
  const { segments, wrong } = walk;
  if (value === null || value === undefined) {
    return;
  }
  if (typeof type === 'string') {
    const expected = isScalar(value, type) ? undefined : expectedOf(type);
    if (expected !== undefined) {
      wrong(value, expected);
    }
  } else if ('list' in type) {
    checkList(value, type, walk);
  } else if (!isObject(value)) {
    wrong(value, 'an object');
  } else {
    for (const [name, field] of Object.entries(value)) {
      const fieldType = fieldTypeOf(type, name);
      // Most fields are scalars, and right.
      if (
        fieldType !== undefined &&
        !(typeof fieldType === 'string' && isScalar(field, fieldType))
      ) {
        segments.push(name);
        check(field, fieldType, walk);
        segments.pop();
      }
    }
  }
}

function checkList(value: unknown, type: ListType, walk: Walk): void {
  const { segments, wrong, nullItems } = walk;
  if (!isList(value)) {
    wrong(value, 'a list');
    return;
  }
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    segments.push(index);
    if ((item === null || item === undefined) && !nullItems) {
      wrong(item, 'a value');
    }
    check(item, type.list, walk);
    segments.pop();
  }
}

/** Whether a value has a scalar type. */
function isScalar(value: unknown, type: ScalarType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'boolean':
      return isFlag(value);
    case 'int32':
      return isIntegerIn(value, INT32_RANGE);
    case 'int64':
      return isIntegerIn(value, INT64_RANGE);
    case 'intOrString':
      return isText(value) || isIntegerIn(value, INT32_RANGE);
    case 'quantity':
      return isText(value) || isQuantityLike(value);
    case 'time':
      return isText(value) || value instanceof Date;
    default:
      return isText(value);
  }
}

/** What a value of a scalar type is, for a message. */
function expectedOf(type: ScalarType): string {
  switch (type) {
    case 'boolean':
      return 'a boolean';
    case 'int32':
      return `an integer from ${INT32_RANGE.min} to ${INT32_RANGE.max}`;
    case 'int64':
      return `an integer from ${INT64_RANGE.min} to ${INT64_RANGE.max}`;
    case 'intOrString':
      return `a string, or an integer from ${INT32_RANGE.min} to ${INT32_RANGE.max}`;
    case 'quantity':
      return 'a string or a number';
    default:
      return 'a string';
  }
}

function isQuantityLike(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof (value as { readonly toJSON?: unknown } | null)?.toJSON === 'function'
  );
}

/**
 * Checks the JSON type of `assuredConcurrencyShares`, which the table of `v1` does not have: it is in `v1beta1` and `v1beta2`,
 * which the release no longer serves.
 *
 * @param level - a PriorityLevelConfiguration in any version
 * @param path - its path
 * @param report - receives the problem
 *
 * @internal
 */
export function checkAssuredShares(
  level: unknown,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'>,
): void {
  // The table has reported the types of what holds it.
  const given = fields(level as PriorityLevelConfiguration, ABSENT, path);
  const limited = given.at('spec').at('limited');
  fields(limited.value, reportTo(report), limited.path).integer('assuredConcurrencyShares');
}
