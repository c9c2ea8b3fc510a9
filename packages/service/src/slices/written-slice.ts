import {
  dns1123SubdomainErrors,
  type EndpointSlice,
  objectNamespace,
  type Service,
  type StringMap,
} from '@kubesem/core';
import { maskTrailingDash } from '@kubesem/core/internal';
import { ENDPOINT_SLICE, SERVICE } from '@kubesem/core/kinds';
import type { WorkSlice } from './reconcile-ports.js';
import type { StoredSlice } from './stored-slice.js';

const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';

/** A slice as the controller sends it: the stored one with what is new. */
export function changedSlice(stored: StoredSlice, { labels, endpoints }: WorkSlice): EndpointSlice {
  const { slice } = stored;
  const { [TRIGGER_TIME]: _, ...annotations } = slice.metadata?.annotations ?? {};
  return {
    ...slice,
    metadata: {
      ...slice.metadata,
      labels,
      annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
    },
    endpoints,
  };
}

/**
 * A new slice as the controller sends it; it takes the name of a slice that it replaces.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `newEndpointSlice`.
 */
export function newSlice(
  service: Pick<Service, 'metadata'>,
  addressType: string,
  { labels, endpoints, ports }: Pick<WorkSlice, 'labels' | 'endpoints' | 'ports'>,
  name?: string,
): EndpointSlice {
  const { name: serviceName, uid } = service.metadata ?? {};
  const owner = {
    apiVersion: 'v1',
    kind: SERVICE.kind,
    name: serviceName ?? '',
    uid: uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: ENDPOINT_SLICE.kind,
    metadata: {
      ...(name !== undefined && { name }),
      generateName: generateName(serviceName ?? ''),
      namespace: objectNamespace(service),
      labels,
      ownerReferences: [owner],
    },
    addressType,
    endpoints,
    // The API server stores no empty list.
    ports: ports.length > 0 ? ports : null,
  };
}

/** Source: `k8s.io/endpointslice` v0.37.1, `getEndpointSlicePrefix`. */
function generateName(serviceName: string): string {
  const prefix = `${serviceName}-`;
  return dns1123SubdomainErrors(maskTrailingDash(prefix)).length === 0 ? prefix : serviceName;
}

/**
 * Reports whether a stored slice is the empty one of a Service without endpoints.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `placeholderSliceCompare`.
 */
export function isPlaceholder(
  { slice, endpoints, labels }: StoredSlice,
  wanted: StringMap,
): boolean {
  const keys = Object.keys(wanted);
  return (
    endpoints.length === 0 &&
    (slice.ports ?? []).length === 0 &&
    keys.every((key) => (labels.get(key) ?? '') === wanted[key]) &&
    [...labels].every(([key, value]) => value === '' || wanted[key] === value)
  );
}
