import type { Kind } from '../kinds/kind.js';

/** A kind whose objects have a list in a cluster. */
export type ListedKind = Pick<Kind, 'group' | 'versions' | 'apiVersion' | 'kind' | 'listKey'>;

/**
 * The kinds of metrics. Servers of their own serve them, so they are not built in.
 *
 * Source: `k8s.io/metrics/pkg/apis` v0.37.1.
 *
 * @internal
 */
export const METRIC_KINDS: readonly ListedKind[] = /* @__PURE__ */ (
  [
    ['metrics.k8s.io', 'NodeMetrics', 'nodeMetrics', 'v1beta1'],
    ['metrics.k8s.io', 'PodMetrics', 'podMetrics', 'v1beta1'],
    ['custom.metrics.k8s.io', 'MetricValue', 'metricValues', 'v1beta1', 'v1beta2'],
    ['external.metrics.k8s.io', 'ExternalMetricValue', 'externalMetricValues', 'v1beta1'],
  ] as const
).map(([group, kind, listKey, ...versions]) => ({
  ...{ group, kind, listKey, versions },
  apiVersion: `${group}/${versions[0]}`,
}));

/**
 * The versions of a kind, such as `apps/v1 Deployment`.
 *
 * @internal
 */
export function typesOf({ group, versions, kind }: ListedKind): readonly string[] {
  return versions.map((version) => `${group}${group && '/'}${version} ${kind}`);
}
