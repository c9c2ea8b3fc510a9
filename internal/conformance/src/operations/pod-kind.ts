import type { Json, JsonObject } from '../json.js';

/** What is special about a Pod or template: which fields its spec has, and of how many entries. */
export function kindOfSpec(pod: Json | undefined): string {
  const { spec } = (pod ?? {}) as { readonly spec?: JsonObject | null };
  return Object.entries(spec ?? {})
    .map(([field, value]) => field + Math.min(Object.keys(value ?? {}).length, 2))
    .join();
}
