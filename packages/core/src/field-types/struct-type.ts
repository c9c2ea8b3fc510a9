import { type FieldPath, type FieldPathSegment, keyPath, pathBelow } from '../field/path.js';

/**
 * The type of one JSON value, as Go decodes it:
 * - `string`, `boolean`
 * - `int32`, `int64`: a number without a fraction, in the range
 * - `bytes`: a string in base64
 * - `time`: a string in RFC 3339, or null
 * - `duration`: a string, such as `1m30s`
 * - `quantity`: a string or a number
 * - `intOrString`: a string or an `int32`
 * - `any`: any value, which Go keeps as it is
 */
export type ScalarType =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'bytes'
  | 'time'
  | 'duration'
  | 'quantity'
  | 'intOrString'
  | 'any';

/** The type of a list. */
export interface ListType {
  /** Type of the items. */
  readonly list: ValueType;
  /** The fields that identify an item, if the list is of type `map`. */
  readonly keys?: readonly string[];
  /** Whether items are unique: the list is of type `set`. */
  readonly isSet?: true;
}

/** The type of an object with keys that users choose, such as labels. */
export interface MapType {
  /** Type of the values. */
  readonly map: ValueType;
}

/**
 * The type of an object with known fields: a struct of Go.
 *
 * The fields are in the order of Go, and those of embedded structs are among them. All names are those in JSON, except the values
 * of `goNames` and the keys of `embedded`.
 */
export interface StructType {
  /** Name in Go, such as `PodSpec`. */
  readonly name: string;
  /** Type of each field. */
  readonly fields: { readonly [field: string]: ValueType };
  /** The fields that OpenAPI requires. */
  readonly required?: readonly string[];
  /** Go names of fields, except those that only start with a capital letter: `hostIPC` is `HostIPC`. */
  readonly goNames?: { readonly [field: string]: string };
  /** The fields of each embedded struct, by its name in Go. */
  readonly embedded?: { readonly [struct: string]: readonly string[] };
}

/** The type of a value at any depth of an API object. */
export type ValueType = ScalarType | ListType | MapType | StructType;

/** The type of a field of an object; undefined if the object has no such field. */
export function fieldTypeOf(type: MapType | StructType, name: string): ValueType | undefined {
  if ('map' in type) {
    return type.map;
  }
  // `constructor` is not a field.
  return Object.prototype.hasOwnProperty.call(type.fields, name) ? type.fields[name] : undefined;
}

/** The path that some segments lead to, from a value of a type. */
export function typedPath(
  path: FieldPath | undefined,
  type: ValueType,
  segments: readonly FieldPathSegment[],
): FieldPath | undefined {
  let [at, inner]: [FieldPath | undefined, ValueType | undefined] = [path, type];
  for (const segment of segments) {
    const isMap = typeof inner === 'object' && 'map' in inner;
    at = isMap ? keyPath(at, String(segment)) : pathBelow(at, [segment]);
    inner = typeof inner === 'object' ? memberType(inner, String(segment)) : undefined;
  }
  return at;
}

function memberType(type: Exclude<ValueType, string>, segment: string): ValueType | undefined {
  return 'list' in type ? type.list : fieldTypeOf(type, segment);
}
