import type { QuantityInput } from '../meta/quantity-input.js';

/** A request or limit that a container is told of (`resourceFieldRef`). Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ResourceFieldSelector {
  /** The container that it is of; in an environment variable it may be absent, for the container itself. */
  readonly containerName?: string | null | undefined;
  /** Which one, such as `limits.cpu` or `requests.hugepages-2Mi`. */
  readonly resource?: string | null | undefined;
  /** The unit that it is told in, such as `1m` or `1Mi`; 1 if it is absent or zero. */
  readonly divisor?: QuantityInput | null | undefined;
}
