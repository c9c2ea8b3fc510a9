import { childPath, type FieldPath } from '../field/path.js';
import {
  INT32_RANGE,
  INT64_RANGE,
  type ReportProblem,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  wrongType,
} from '../field/read.js';
import { fieldPath, fieldTypeOf } from './field-type-of.js';
import type { ScalarType, ValueType } from './struct-type.js';

interface Fields {
  readonly [field: string]: unknown;
}

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
  report: ReportProblem<'INVALID_TYPE'>,
  options: CheckTypesOptions = {},
): void {
  if (typeof type === 'string') {
    checkScalar(value, type, path, report);
  } else if ('list' in type) {
    for (const [index, item] of readList(value as readonly unknown[], path, report).entries()) {
      if ((item === null || item === undefined) && options.nullItems !== true) {
        report(wrongType(item, childPath(path, index), 'a value'));
      } else {
        checkTypes(item, type.list, childPath(path, index), report, options);
      }
    }
  } else {
    const fields = readObject(value as Fields, path, report) ?? {};
    for (const name of Object.keys(fields)) {
      const fieldType = fieldTypeOf(type, name);
      const field = fields[name] ?? undefined;
      // Nearly all fields are right; of these, no path is needed.
      if (fieldType !== undefined && field !== undefined && !isRightScalar(field, fieldType)) {
        checkTypes(field, fieldType, fieldPath(type, path, name), report, options);
      }
    }
  }
}

/** Whether a value is surely of a scalar type. */
function isRightScalar(value: unknown, type: ValueType): boolean {
  if (typeof value === 'string') {
    return typeof type === 'string' && type !== 'boolean' && type !== 'int32' && type !== 'int64';
  }
  if (typeof value === 'number') {
    // Only a number in the range stays the same.
    return type === 'any' || (type === 'int32' && (value | 0) === value);
  }
  return type === 'any' || (type === 'boolean' && typeof value === 'boolean');
}

function checkScalar(
  value: unknown,
  type: ScalarType,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'>,
): void {
  switch (type) {
    case 'any':
      break;
    case 'boolean':
      readBoolean(value, path, report);
      break;
    case 'int32':
      readInteger(value, path, INT32_RANGE, report);
      break;
    case 'int64':
      readInteger(value, path, INT64_RANGE, report);
      break;
    case 'intOrString':
      if (typeof value !== 'string') {
        readInteger(value, path, INT32_RANGE, report);
      }
      break;
    case 'quantity':
      if (!isQuantityLike(value)) {
        readString(value, path, report);
      }
      break;
    case 'time':
      if (!(value instanceof Date)) {
        readString(value, path, report);
      }
      break;
    default:
      readString(value, path, report);
  }
}

function isQuantityLike(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof (value as { readonly toJSON?: unknown } | null)?.toJSON === 'function'
  );
}
