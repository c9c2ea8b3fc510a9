/** What may be wrong with the objects from which a cluster answers DNS queries. */
export const ZONE_CODES = {
  SERVICE_DUPLICATE: {
    summary: 'Two Services have the same name.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  DUPLICATE_CLUSTER_IP: {
    summary: 'Two Services have the same address.',
    severity: 'error',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  UNKNOWN_NAMESPACE: {
    summary: 'The namespace of the object is missing.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  SLICE_WITHOUT_SERVICE: {
    summary: 'The EndpointSlice has no Service.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  ENDPOINT_ADDRESS_INVALID: {
    summary: 'An address of an EndpointSlice is not an IP address.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NO_CLUSTER_IP: {
    summary: 'The Service has no address, as in a manifest that was never applied.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
} as const;
