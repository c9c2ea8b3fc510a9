import type { KubernetesObject } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A ResourceQuota: what the objects of a namespace may use together. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface ResourceQuota extends KubernetesObject<ResourceQuotaSpec, ResourceQuotaStatus> {}

/** A ResourceQuota as it is wished for. */
export interface ResourceQuotaSpec {
  /** The most of each resource, by the names that quotas have for them, such as `requests.cpu` or `count/jobs.batch`. */
  readonly hard?: ResourceList | null | undefined;
  /** Which objects count: those that are in all of these, such as `BestEffort` or `Terminating`. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Which objects count, with values to choose from; both must hold. */
  readonly scopeSelector?: ScopeSelector | null | undefined;
}

/** What is known of a ResourceQuota, and what new objects are held to. */
export interface ResourceQuotaStatus {
  /** The limits that are in force. */
  readonly hard?: ResourceList | null | undefined;
  /** What is used of them. */
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
