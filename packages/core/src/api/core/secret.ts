import type { ObjectMeta, StringMap } from '../meta/metadata.js';

/** A Secret: small data to keep from others. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Secret {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `Secret`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and the like. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Whether the data may no longer be changed. */
  readonly immutable?: boolean | null | undefined;
  /** The data by key: base64 of the bytes. */
  readonly data?: StringMap | null | undefined;
  /** Text by key that the API server writes over `data` when it stores the object; a stored object has none. */
  readonly stringData?: StringMap | null | undefined;
  /** What the data is for, such as `kubernetes.io/dockerconfigjson`; `Opaque` where nobody says. */
  readonly type?: string | null | undefined;
}
