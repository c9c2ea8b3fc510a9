/** An object of this class inherits nothing, not even a setter for `__proto__`. */
const Bare = /* @__PURE__ */ (() => {
  function Bare(): void {}
  Bare.prototype = Object.create(null);
  return Bare as unknown as new () => object;
})();

/**
 * Makes an object without a prototype from entries, so `__proto__` and `constructor` are keys like any other.
 *
 * Such an object is smaller and faster to make than `Object.create(null)`, which engines store as a hash table.
 *
 * @param entries - keys and what their values are made from
 * @param map - makes the value of an entry
 * @returns the object
 *
 * @example
 * ```ts
 * import { bareObject } from '@kubesem/core';
 *
 * const lengths = bareObject([['constructor', 'abc']], (text) => text.length);
 * lengths.constructor // => 3
 * lengths.toString // => undefined
 * ```
 */
export function bareObject<From, Value>(
  entries: Iterable<readonly [string, From]>,
  map: (from: From, name: string) => Value,
): { [name: string]: Value } {
  const object = new Bare() as { [name: string]: Value };
  for (const [name, from] of entries) {
    object[name] = map(from, name);
  }
  return Object.setPrototypeOf(object, null);
}
