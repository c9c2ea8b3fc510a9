import {
  type FieldPathSegment,
  formatFieldPath,
  type ScalarType,
  type StructType,
  type ValueType,
} from '@kubesem/core';
import { decodeBase64, encodeBase64 } from '@kubesem/core/internal';
import { KubeconfigError } from '../error.js';

/** Leads to a value in what is decoded. */
type Path = readonly FieldPathSegment[];

/**
 * Takes the known fields of a value, each of its type. As in Go, null is absent; in a list or map, it is an empty value.
 *
 * @param value - any value
 * @param type - its type
 * @param path - path of the value; empty for a whole one
 * @returns a copy; undefined if the value is absent
 * @throws KubeconfigError with code `INVALID_TYPE`, whose message does not have the value
 */
export function decodeValue(value: unknown, type: ValueType, path: Path): unknown {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof type === 'string') {
    return decodeScalar(value, type, path);
  }
  if ('list' in type) {
    ensure(Array.isArray(value), path, 'a list');
    return Array.from(
      value as readonly unknown[],
      (item, index) => decodeValue(item, type.list, [...path, index]) ?? emptyOf(type.list),
    );
  }
  ensure(typeof value === 'object' && !Array.isArray(value), path, 'an object');
  return 'map' in type
    ? Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          decodeValue(item, type.map, [...path, key]) ?? emptyOf(type.map),
        ]),
      )
    : decodeStruct(value as { readonly [field: string]: unknown }, type, path);
}

function decodeStruct(
  value: { readonly [field: string]: unknown },
  { fields }: StructType,
  path: Path,
): object {
  const known = Object.keys(fields).filter((name) =>
    Object.prototype.hasOwnProperty.call(value, name),
  );
  const decoded = known.map((name) => [
    name,
    decodeValue(value[name], fields[name] as ValueType, [...path, name]),
  ]);
  return Object.fromEntries(decoded.filter(([, each]) => each !== undefined));
}

function decodeScalar(value: unknown, type: ScalarType, path: Path): unknown {
  if (type === 'any') {
    return value;
  }
  if (type === 'boolean') {
    ensure(typeof value === 'boolean', path, 'a boolean');
    return value;
  }
  ensure(typeof value === 'string', path, 'a string');
  if (type !== 'bytes') {
    return value;
  }
  const bytes = decodeBase64(value as string, true);
  ensure(bytes !== undefined, path, 'base64');
  return encodeBase64(bytes as string);
}

function emptyOf(type: ValueType): unknown {
  if (typeof type === 'string') {
    return type === 'any' ? null : '';
  }
  return 'list' in type ? [] : {};
}

/** The value itself may be a secret. */
function ensure(isRight: boolean, path: Path, expected: string): void {
  if (!isRight) {
    const place = formatFieldPath(path) || 'the value';
    throw new KubeconfigError('INVALID_TYPE', `${place}: expected ${expected}`);
  }
}
