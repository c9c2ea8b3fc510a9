import type { QuantityInput } from '../../meta/quantity-input.js';

/** Amounts by resource name, such as `cpu`, `memory`, `hugepages-2Mi` or `example.com/gpu`. */
export interface ResourceList {
  /** The amount of one resource; `null` is an amount of zero, and absent is none. */
  readonly [name: string]: QuantityInput | null | undefined;
}

/** What a container or a whole Pod asks for. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ResourceRequirements {
  /** The most it may use. */
  readonly limits?: ResourceList | null | undefined;
  /** What is set aside for it. */
  readonly requests?: ResourceList | null | undefined;
  /** Entries of the Pod's `resourceClaims` that it uses. */
  readonly claims?: readonly ResourceClaimReference[] | null | undefined;
}

/** The use of one of the Pod's resource claims; Kubernetes calls the type `ResourceClaim`, as it does the object. */
export interface ResourceClaimReference {
  /** Name of the entry in the Pod's `resourceClaims`. */
  readonly name?: string | null | undefined;
  /** The request within the claim; absent means all of it. */
  readonly request?: string | null | undefined;
}
