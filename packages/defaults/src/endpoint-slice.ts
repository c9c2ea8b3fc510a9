import type { EndpointSlice, Named } from '@kubesem/core';
import { type Rule, withDefaults } from './rules/rule.js';

const ENDPOINT_SLICE: Rule<EndpointSlice> = {
  items: { ports: { absent: { name: '', protocol: 'TCP' } } },
};

/**
 * Fills in an EndpointSlice as the API server does.
 *
 * A port gets an empty name and the protocol `TCP`.
 *
 * @param slice - an EndpointSlice; it is not changed
 * @returns a new EndpointSlice, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 *
 * @example
 * ```ts
 * import { applyEndpointSliceDefaults } from '@kubesem/defaults/endpoint-slice';
 *
 * applyEndpointSliceDefaults({ ports: [{ port: 53, protocol: 'UDP' }] }).ports // => [
 * //   { port: 53, protocol: 'UDP', name: '' },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/discovery/v1` v1.37.1, `SetObjectDefaults_EndpointSlice`.
 */
export function applyEndpointSliceDefaults<T extends EndpointSlice>(slice: Named<T>): T;
/** The same for an object literal. */
export function applyEndpointSliceDefaults(slice: EndpointSlice): EndpointSlice;
/** The implementation. */
export function applyEndpointSliceDefaults(slice: EndpointSlice): EndpointSlice {
  return withDefaults(slice, ENDPOINT_SLICE);
}
