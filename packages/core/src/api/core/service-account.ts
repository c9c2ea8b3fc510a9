import type { LocalObjectReference, ObjectMeta } from '../meta/metadata.js';

/** A ServiceAccount: the identity of a Pod at the API server. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ServiceAccount {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `ServiceAccount`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Secrets that its Pods may mount; not read. */
  readonly secrets?: unknown;
  /** Secrets with registry credentials, for Pods without `imagePullSecrets`. */
  readonly imagePullSecrets?: readonly LocalObjectReference[] | null | undefined;
  /** Whether its token is mounted in Pods by default. */
  readonly automountServiceAccountToken?: boolean | null | undefined;
}
