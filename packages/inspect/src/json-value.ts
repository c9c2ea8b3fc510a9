/** A value as JSON has it; objects have their keys as own properties, `__proto__` too. */
export type JSONValue =
  | string
  | number
  | boolean
  | null
  | readonly JSONValue[]
  | { readonly [key: string]: JSONValue };

/** An object as JSON has it. */
export type JSONObject = { readonly [key: string]: JSONValue };

/** Tells an object from every other JSON value. */
export function isJSONObject(value: JSONValue | undefined): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a member as JSON does: `__proto__` is a key like any other. */
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
