/** Thrown for YAML that is unusual, broken, or read in several ways. */
export const UNCLEAR: Error = /* @__PURE__ */ new Error('unclear YAML');

/** Throws {@link UNCLEAR} unless a condition holds. */
export function ensure(condition: boolean): asserts condition {
  if (!condition) {
    throw UNCLEAR;
  }
}
