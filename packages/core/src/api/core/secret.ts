import type { ObjectMeta, StringMap } from '../meta/metadata.js';

/** A Secret: a small amount of sensitive data. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Secret {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `Secret`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Whether the data is immutable. */
  readonly immutable?: boolean | null | undefined;
  /** The data by key: base64 of the bytes. */
  readonly data?: StringMap | null | undefined;
  /** Text by key, which the API server merges into `data`; absent from stored objects. */
  readonly stringData?: StringMap | null | undefined;
  /** Type of the data, such as `kubernetes.io/dockerconfigjson`; `Opaque` by default. */
  readonly type?: string | null | undefined;
}
