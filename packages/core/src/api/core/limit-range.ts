import type { ObjectMeta } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A LimitRange: bounds and defaults for the objects in a namespace. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface LimitRange {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `LimitRange`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** The bounds and defaults. */
  readonly spec?: LimitRangeSpec | null | undefined;
}

/** The bounds and defaults of a LimitRange. */
export interface LimitRangeSpec {
  /** The bounds and defaults of each type of object. */
  readonly limits?: readonly LimitRangeItem[] | null | undefined;
}

/** Bounds and defaults of one type of object. */
export interface LimitRangeItem {
  /** `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type?: string | null | undefined;
  /** The maximum of each resource. */
  readonly max?: ResourceList | null | undefined;
  /** The minimum of each resource. */
  readonly min?: ResourceList | null | undefined;
  /** The default limits of containers. */
  readonly default?: ResourceList | null | undefined;
  /** The default requests of containers. */
  readonly defaultRequest?: ResourceList | null | undefined;
  /** The highest ratio of limit to request. */
  readonly maxLimitRequestRatio?: ResourceList | null | undefined;
}
