import type { StringMap } from './metadata.js';

/**
 * A selector of objects by their labels, as Deployments, NetworkPolicies and most other objects have it. All requirements
 * must be met; an empty selector selects everything. The `selector` of a Service is a plain map instead.
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, type `LabelSelector`.
 */
export interface LabelSelector {
  /** Labels with their values. */
  readonly matchLabels?: StringMap | null | undefined;
  /** Further requirements. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | null | undefined;
}

/**
 * A requirement of a {@link LabelSelector}.
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, type `LabelSelectorRequirement`.
 */
export interface LabelSelectorRequirement {
  /** Key of the label. */
  readonly key?: string | null | undefined;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator?: string | null | undefined;
  /** The values of `In` and `NotIn`. */
  readonly values?: readonly string[] | null | undefined;
}
