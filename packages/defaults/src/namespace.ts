import type { Named, Namespace } from '@kubesem/core';
import { type Rule, withDefaults } from './rules/rule.js';

const NAMESPACE: Rule<Namespace> = {
  parts: {
    metadata: {
      set(metadata) {
        const name = metadata.text('name');
        const labels = { ...metadata.at('labels').value, 'kubernetes.io/metadata.name': name };
        return name === '' ? {} : { labels };
      },
    },
    status: { empty: { phase: 'Active' } },
  },
};

/**
 * Fills in a Namespace as the API server does.
 *
 * It gets the label `kubernetes.io/metadata.name`, which has its name, and the phase `Active`.
 *
 * @param namespace - the Namespace; it is not changed
 * @returns a new Namespace, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 *
 * @example
 * ```ts
 * import { applyNamespaceDefaults } from '@kubesem/defaults/namespace';
 *
 * applyNamespaceDefaults({ metadata: { name: 'shop' } }) // => {
 * //   metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } },
 * //   status: { phase: 'Active' },
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Namespace`.
 */
export function applyNamespaceDefaults<T extends Namespace>(namespace: Named<T>): T;
/** The same for an object literal. */
export function applyNamespaceDefaults(namespace: Namespace): Namespace;
/** The implementation. */
export function applyNamespaceDefaults(namespace: Namespace): Namespace {
  return withDefaults(namespace, NAMESPACE);
}
