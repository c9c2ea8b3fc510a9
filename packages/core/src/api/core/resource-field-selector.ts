import type { QuantityInput } from '../meta/quantity-input.js';

/** Selects a request or limit for a variable or file of a container (`resourceFieldRef`). Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ResourceFieldSelector {
  /** Name of the container; if absent in an environment variable, the container itself. */
  readonly containerName?: string | null | undefined;
  /** The request or limit, such as `limits.cpu` or `requests.hugepages-2Mi`. */
  readonly resource?: string | null | undefined;
  /** The unit of the value, such as `1m` or `1Mi`; 1 if absent or zero. */
  readonly divisor?: QuantityInput | null | undefined;
}
