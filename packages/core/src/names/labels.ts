import { compareUtf8 } from '../text/byte-string.js';

/** The label of a node with the name of its zone. Source: `k8s.io/api/core/v1` v0.37.1, `LabelTopologyZone`. */
export const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** The label of an EndpointSlice with the name of its Service. Source: `k8s.io/api/discovery/v1` v0.37.1, `LabelServiceName`. */
export const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';

/**
 * Formats labels as kubectl prints them.
 *
 * @param labels - keys and values
 * @returns each as `key=value`, sorted as text and separated by commas; `<none>` if there are no labels
 *
 * @example
 * ```ts
 * import { formatLabels } from '@kubesem/core/internal';
 *
 * formatLabels(Object.entries({ tier: 'front', app: 'web' })) // => 'app=web,tier=front'
 * formatLabels([]) // => '<none>'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `FormatLabels`.
 */
export function formatLabels(labels: readonly (readonly [key: string, value: string])[]): string {
  // Not by key: "." comes before "=".
  const texts = labels.map(([key, value]) => `${key}=${value}`);
  return texts.sort(compareUtf8).join() || '<none>';
}
