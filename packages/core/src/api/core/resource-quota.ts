import type { KubernetesObject } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A ResourceQuota: the amounts that the objects in a namespace may use together. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface ResourceQuota extends KubernetesObject<ResourceQuotaSpec, ResourceQuotaStatus> {}

/** Desired state of a ResourceQuota. */
export interface ResourceQuotaSpec {
  /** The maximum of each resource, by its name in quotas, such as `requests.cpu` or `count/jobs.batch`. */
  readonly hard?: ResourceList | null | undefined;
  /** Scopes, such as `BestEffort` or `Terminating`; only objects in all of them count. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Scopes with values; objects must match these and `scopes`. */
  readonly scopeSelector?: ScopeSelector | null | undefined;
}

/** Observed state of a ResourceQuota, which also bounds new objects. */
export interface ResourceQuotaStatus {
  /** The limits in force. */
  readonly hard?: ResourceList | null | undefined;
  /** The amounts in use. */
  readonly used?: ResourceList | null | undefined;
}

/** Requirements that must all hold. */
export interface ScopeSelector {
  /** The requirements. */
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[] | null | undefined;
}

/** One requirement on an object. */
export interface ScopedResourceSelectorRequirement {
  /** The scope, such as `PriorityClass`. */
  readonly scopeName?: string | null | undefined;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator?: string | null | undefined;
  /** The values of `In` and `NotIn`. */
  readonly values?: readonly string[] | null | undefined;
}
