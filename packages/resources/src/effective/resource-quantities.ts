import type { Quantity } from '@kubesem/quantity';

/**
 * Amounts by resource name, such as `cpu`, `memory`, `hugepages-2Mi` or `example.com/gpu`.
 *
 * The object has no prototype, so `__proto__` and `constructor` are names like any other. The keys stand in the
 * order in which the names first appeared in the Pod (names that look like array indexes come first, as in every
 * JavaScript object). A name that nobody sets is absent; a name set to zero is there.
 */
export interface ResourceQuantities {
  /** The amount of one resource, in its base unit: cores, bytes, or a count. */
  readonly [name: string]: Quantity | undefined;
}
