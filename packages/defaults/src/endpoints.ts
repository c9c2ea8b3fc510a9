import type { Endpoints, Named } from '@kubesem/core';
import { type Rule, withDefaults } from './rules/rule.js';

const ENDPOINTS: Rule<Endpoints> = {
  items: { subsets: { items: { ports: { empty: { protocol: 'TCP' } } } } },
};

/**
 * Fills in Endpoints as the API server does.
 *
 * A port gets the protocol `TCP`.
 *
 * @param endpoints - Endpoints; it is not changed
 * @returns new Endpoints, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 *
 * @example
 * ```ts
 * import { applyEndpointsDefaults } from '@kubesem/defaults/endpoints';
 *
 * applyEndpointsDefaults({ subsets: [{ ports: [{ port: 80 }] }] }).subsets // => [{ ports: [{ port: 80, protocol: 'TCP' }] }]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Endpoints`.
 */
export function applyEndpointsDefaults<T extends Endpoints>(endpoints: Named<T>): T;
/** The same for an object literal. */
export function applyEndpointsDefaults(endpoints: Endpoints): Endpoints;
/** The implementation. */
export function applyEndpointsDefaults(endpoints: Endpoints): Endpoints {
  return withDefaults(endpoints, ENDPOINTS);
}
