/** Properties by name. */
type Properties<Value> = { [name: string]: Value };

/** An object of this class inherits nothing, not even a setter for `__proto__`. */
const Bare = /* @__PURE__ */ (() => {
  function Bare(): void {}
  Bare.prototype = Object.create(null);
  return Bare as unknown as new () => object;
})();

/**
 * An object without a prototype, made of entries.
 *
 * One out of `Object.create(null)` is a hash table of its own, four times as large and six times as slow to make as one
 * that loses its prototype last.
 */
export function bareObject<From, Value>(
  entries: Iterable<readonly [string, From]>,
  map: (from: From, name: string) => Value,
): Properties<Value> {
  const object = new Bare() as Properties<Value>;
  for (const [name, from] of entries) {
    object[name] = map(from, name);
  }
  return Object.setPrototypeOf(object, null);
}
