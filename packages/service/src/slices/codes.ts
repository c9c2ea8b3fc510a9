/** How stored EndpointSlices differ from what the controller would write. */
export const STORED_SLICE_CODES = {
  SLICE_MISSING: {
    summary: 'The controller would create another EndpointSlice.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.Reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  SLICE_UNWANTED: {
    summary: 'The controller would delete the EndpointSlice.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.Reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  PORTS_DIFFER: {
    summary: 'The controller would replace the EndpointSlice with one that has other ports.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.Reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ENDPOINT_MISSING: {
    summary: 'The EndpointSlice lacks an endpoint.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.Reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ENDPOINT_STALE: {
    summary: 'The Service no longer has the endpoint.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.Reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ENDPOINT_DIFFERS: {
    summary: 'The conditions, node, zone or target of an endpoint differ from those of the Pod.',
    severity: 'warning',
    source: 'k8s.io/endpointslice podToEndpoint',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  HINTS_DIFFER: {
    summary: 'The endpoints are the same, but their hints differ.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.Reconcile',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  LABELS_DIFFER: {
    summary: 'The controller would change the labels of the EndpointSlice.',
    severity: 'warning',
    source: 'k8s.io/endpointslice setEndpointSliceLabels',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ENDPOINT_DUPLICATE: {
    summary: 'Another endpoint has the same address and port.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/proxy EndpointSliceCache.addEndpoints',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ENDPOINT_CONTRADICTS: {
    summary:
      'Another endpoint has the same address and port but differs otherwise, so kube-proxy uses either.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/proxy EndpointSliceCache.addEndpoints',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
} as const;
