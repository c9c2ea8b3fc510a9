import { childPath, type FieldPath, keyPath } from '../field/path.js';
import type { MapType, StructType, ValueType } from './struct-type.js';

/** The type of a field of an object; undefined if the object has no such field. */
export function fieldTypeOf(type: MapType | StructType, name: string): ValueType | undefined {
  if ('map' in type) {
    return type.map;
  }
  // `constructor` is no field.
  return Object.prototype.hasOwnProperty.call(type.fields, name) ? type.fields[name] : undefined;
}

/** The path of a field or of a key. */
export function fieldPath(
  type: MapType | StructType,
  parent: FieldPath | undefined,
  name: string,
): FieldPath {
  return 'map' in type ? keyPath(parent, name) : childPath(parent, name);
}
