/** A reference to an object whose version does not matter. Source: `k8s.io/api/autoscaling/v2` v0.37.1. */
export interface CrossVersionObjectReference {
  /** Kind of the object. */
  readonly kind?: string | null | undefined;
  /** Name of the object. */
  readonly name?: string | null | undefined;
  /** API group and version; the version does not matter. */
  readonly apiVersion?: string | null | undefined;
}
