import type { ObjectMeta, StringMap } from '../meta/metadata.js';

/** A ConfigMap: configuration by key. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ConfigMap {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `ConfigMap`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Whether the data is immutable. */
  readonly immutable?: boolean | null | undefined;
  /** Text by key. */
  readonly data?: StringMap | null | undefined;
  /** Bytes by key, in base64; no key is in `data` as well. */
  readonly binaryData?: StringMap | null | undefined;
}
