/** What may be wrong with the endpoints of a Service. */
export const SERVICE_CODES = {
  ENDPOINTS_MISSING: {
    summary: 'A Service has no ready endpoint.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  TARGET_PORT_NOT_FOUND: {
    summary: 'A Pod has no port with the name of the target port of its Service.',
    severity: 'warning',
    source: 'k8s.io/endpointslice FindPort',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  SLICE_PORT_MISSING: {
    summary:
      'The EndpointSlices of a Service lack a port with the name and protocol of a Service port.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/proxy EndpointSliceCache.endpointInfoByServicePort',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  ENDPOINT_SLICES_DIFFER: {
    summary: 'The EndpointSlices differ from those that the controller would write.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ADDRESSES_NOT_MIRRORED: {
    summary: 'The controller does not copy all addresses of Endpoints to EndpointSlices.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/controller/endpointslicemirroring reconciler.reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/#endpoints',
  },
} as const;
