import type { QuantityInput } from '../../meta/quantity-input.js';

/** Amounts by resource name, such as `cpu`, `memory`, `hugepages-2Mi` or `example.com/gpu`. */
export interface ResourceList {
  /** The amount of one resource; `null` is zero. */
  readonly [name: string]: QuantityInput | null | undefined;
}

/** Requests and limits of a container or a whole Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ResourceRequirements {
  /** Maximum amounts that may be used. */
  readonly limits?: ResourceList | null | undefined;
  /** Amounts that the scheduler reserves. */
  readonly requests?: ResourceList | null | undefined;
  /** The `resourceClaims` of the Pod that it uses. */
  readonly claims?: readonly ResourceClaimReference[] | null | undefined;
}

/** The use of one of the Pod's resource claims; Kubernetes calls this type `ResourceClaim`, like the object. */
export interface ResourceClaimReference {
  /** Name of the entry in the Pod's `resourceClaims`. */
  readonly name?: string | null | undefined;
  /** The request within the claim; absent means all of it. */
  readonly request?: string | null | undefined;
}
