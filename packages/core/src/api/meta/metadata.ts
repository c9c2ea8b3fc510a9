// Written by hand: these are not structs of Go.
import type { QuantityInput } from './quantity-input.js';

/** A point in time: a string in JSON (RFC 3339), or the `Date` of the official client. */
export type Timestamp = string | Date;

/** Labels, annotations, node selectors and other maps of strings. */
export interface StringMap {
  /** The value of one key. */
  readonly [key: string]: string | null | undefined;
}

/** Amounts by resource name, such as `cpu`, `memory`, `hugepages-2Mi` or `example.com/gpu`. */
export interface ResourceList {
  /** The amount of one resource; `null` is zero. */
  readonly [name: string]: QuantityInput | null | undefined;
}

/** Pods whose eviction a PodDisruptionBudget allowed, by name. */
export interface DisruptedPods {
  /** When the eviction was allowed. */
  readonly [pod: string]: Timestamp | null | undefined;
}
