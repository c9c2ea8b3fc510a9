import type { ObjectMeta } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A LimitRange: bounds and defaults for each object of a namespace. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface LimitRange {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `LimitRange`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and the like. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** The bounds and defaults. */
  readonly spec?: LimitRangeSpec | null | undefined;
}

/** The bounds and defaults of a LimitRange. */
export interface LimitRangeSpec {
  /** Those of each type of object. */
  readonly limits?: readonly LimitRangeItem[] | null | undefined;
}

/** Bounds and defaults of one type of object. */
export interface LimitRangeItem {
  /** `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type?: string | null | undefined;
  /** The most of each resource. */
  readonly max?: ResourceList | null | undefined;
  /** The least of each resource. */
  readonly min?: ResourceList | null | undefined;
  /** The limits of containers that set none. */
  readonly default?: ResourceList | null | undefined;
  /** The requests of containers that set none. */
  readonly defaultRequest?: ResourceList | null | undefined;
  /** How many times the request a limit may be. */
  readonly maxLimitRequestRatio?: ResourceList | null | undefined;
}
