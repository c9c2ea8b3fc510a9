import { objectOf } from '../field/read.js';
import type { Named } from '../named.js';
import type { Service } from './core/service.js';
import type { EndpointSlice } from './discovery/endpoint-slice.js';

/**
 * Fills in the protocol of the ports of a Service as the API server does: `TCP`.
 *
 * Other defaults of a Service are not filled in.
 *
 * @param service - a Service; it is not changed
 * @returns a new Service; the same object if it has no ports
 *
 * @example
 * ```ts
 * import { applyServicePortDefaults } from '@kubesem/core';
 *
 * applyServicePortDefaults({ spec: { ports: [{ port: 80 }] } }) // => { spec: { ports: [{ port: 80, protocol: 'TCP' }] } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Service`.
 */
export function applyServicePortDefaults<T extends Service>(service: Named<T>): T;
/** The same for an object literal. */
export function applyServicePortDefaults(service: Service): Service;
/** The implementation. */
export function applyServicePortDefaults(service: Service): Service {
  const { spec } = objectOf(service);
  const ports = portsWithProtocols(objectOf(spec).ports);
  return ports === undefined ? service : { ...service, spec: { ...spec, ports } };
}

/**
 * Fills in the protocol of the ports of an EndpointSlice as the API server does: `TCP`.
 *
 * Other defaults of an EndpointSlice are not filled in.
 *
 * @param slice - an EndpointSlice; it is not changed
 * @returns a new EndpointSlice; the same object if it has no ports
 *
 * @example
 * ```ts
 * import { applyEndpointPortDefaults } from '@kubesem/core';
 *
 * applyEndpointPortDefaults({ ports: [{ port: 53, protocol: 'UDP' }, {}] }) // => {
 * //   ports: [{ port: 53, protocol: 'UDP' }, { protocol: 'TCP' }],
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/discovery/v1` v1.37.1, `SetDefaults_EndpointPort`.
 */
export function applyEndpointPortDefaults<T extends EndpointSlice>(slice: Named<T>): T;
/** The same for an object literal. */
export function applyEndpointPortDefaults(slice: EndpointSlice): EndpointSlice;
/** The implementation. */
export function applyEndpointPortDefaults(slice: EndpointSlice): EndpointSlice {
  const ports = portsWithProtocols(objectOf(slice).ports);
  return ports === undefined ? slice : { ...slice, ports };
}

/** The ports with their protocols; undefined if there is no list. */
function portsWithProtocols<T extends { readonly protocol?: string | null | undefined }>(
  ports: readonly T[] | null | undefined,
): readonly T[] | undefined {
  return Array.isArray(ports) ? ports.map(withProtocol) : undefined;
}

/** A port that is null is empty, as in Go; one of the wrong type stays as it is. */
function withProtocol<T extends { readonly protocol?: string | null | undefined }>(port: T): T {
  return typeof port === 'object' ? { ...port, protocol: objectOf(port).protocol || 'TCP' } : port;
}
