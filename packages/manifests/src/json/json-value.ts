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

/** Writes a value for an error: at most 80 characters of a scalar as JSON has it, of all else what it is. */
export function describeValue(value: JSONValue | undefined): string {
  if (isJSONObject(value)) {
    return 'an object';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  const text = `${JSON.stringify(value)}`;
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
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
