/** What may be wrong with the endpoints of a Service. */
export const SERVICE_CODES = {
  NO_ENDPOINTS: {
    summary: 'A Service has no endpoint that is ready.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  TARGET_PORT_NOT_FOUND: {
    summary: 'A Pod has no port with the name of the target port of its Service.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  PORT_MISMATCH: {
    summary: 'The EndpointSlices of a Service have no port of its name and protocol.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  ENDPOINT_SLICES_DIFFER: {
    summary: 'The EndpointSlices are not those that the controller would write for the Pods.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
  ADDRESSES_NOT_MIRRORED: {
    summary: 'Addresses of Endpoints are not copied to EndpointSlices.',
    severity: 'warning',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    page: 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/',
  },
} as const;
