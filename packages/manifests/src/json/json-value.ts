/**
 * A JSON value. Every key of an object is an own property, even `__proto__`. A 64-bit integer beyond 2^53 is a `bigint`, so
 * no digit is lost; `JSON.stringify` rejects it.
 */
export type JSONValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly JSONValue[]
  | { readonly [key: string]: JSONValue };

/** A JSON object. */
export type JSONObject = { readonly [key: string]: JSONValue };

/** Reports whether a JSON value is an object. */
export function isJSONObject(value: JSONValue | undefined): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a member of an object; `__proto__` is a key like any other. */
export function setOwn(object: { [key: string]: JSONValue }, key: string, value: JSONValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    object[key] = value;
  }
}
