/** What may be wrong with the objects from which a cluster answers DNS queries. */
export const ZONE_CODES = {
  SERVICE_DUPLICATE: {
    summary: 'Two Services have the same name and namespace.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  CLUSTER_IP_DUPLICATE: {
    summary: 'Two Services have the same cluster IP.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/registry/core/service/ipallocator Allocator.Allocate',
    page: 'https://kubernetes.io/docs/concepts/services-networking/cluster-ip-allocation/',
  },
  NAMESPACE_NOT_LISTED: {
    summary: 'The namespace of the object is not in the list of namespaces.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  SLICE_WITHOUT_SERVICE: {
    summary: 'The EndpointSlice belongs to no known Service.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  ENDPOINT_ADDRESS_INVALID: {
    summary: 'An address of an EndpointSlice is not an IP address.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  },
  CLUSTER_IP_MISSING: {
    summary: 'The Service has no cluster IP yet, so its name does not resolve.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
} as const;
