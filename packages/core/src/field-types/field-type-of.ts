import { type FieldPath, type FieldPathSegment, keyPath, pathBelow } from '../field/path.js';
import type { MapType, StructType, ValueType } from './struct-type.js';

/** The type of a field of an object; undefined if the object has no such field. */
export function fieldTypeOf(type: MapType | StructType, name: string): ValueType | undefined {
  if ('map' in type) {
    return type.map;
  }
  // `constructor` is no field.
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
