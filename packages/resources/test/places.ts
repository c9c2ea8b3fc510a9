/** The place of a value in an object. */
export type Path = readonly (string | number)[];

/** The places of all values in an object. */
export function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) {
    return [path];
  }
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = keys.flatMap((key) => places((value as never)[key], [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy with `true` at a place, where it is never valid. */
export function broken(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) {
    return true;
  }
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as never as { [key: string]: unknown })[key] = broken((value as never)[key], rest);
  return copy;
}
