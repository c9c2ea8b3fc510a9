/** Why a lookup fails. */
export const LOOKUP_CODES = {
  POLICY_FALLS_BACK: {
    summary: "The Pod's policy selects the cluster DNS, but the Pod uses the resolver of its node.",
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-dns-policy',
  },
  POLICY_NOT_CLUSTER: {
    summary:
      "The Pod's policy is `Default` or `None`, and its first server is not the cluster DNS.",
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-dns-policy',
  },
  SEARCH_LIST_CUT: {
    summary: 'A search domain that would complete the name exceeds a limit, so it is ignored.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.formDNSSearchFitsLimits',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#dns-search-domain-list-limits',
  },
  NDOTS_TOO_LOW: {
    summary: 'The name has enough dots to skip the search list, which would complete it.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config',
  },
  NAME_NOT_SEARCHED: {
    summary: 'No search domain completes the name of the Service; use its full name.',
    severity: 'warning',
    source:
      'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.generateSearchesForDNSClusterFirst',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#namespaces-of-services',
  },
  NAMESPACE_WRONG: {
    summary: 'Services of that name exist only in other namespaces.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#namespaces-of-services',
  },
  NAMESPACE_NOT_FOUND: {
    summary: 'The namespace does not exist.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  SERVICE_NOT_FOUND: {
    summary: 'No Service of that name exists in any namespace.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  SERVICE_PORT_NOT_FOUND: {
    summary: 'The Service has no port of that name and protocol.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  POD_NOT_FOUND: {
    summary: 'The DNS server has no name for that Pod.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  ENDPOINTS_NOT_READY: {
    summary: 'The name does not resolve, because it has no ready endpoint.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  ENDPOINT_SLICES_MISSING: {
    summary: 'The objects include no EndpointSlice of the Service, so its endpoints are unknown.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  HEADLESS_WITHOUT_HOSTNAME: {
    summary:
      'Endpoints of the headless Service have no hostname, so their Pods have no DNS names of their own.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  EXTERNAL_NAME: {
    summary: 'The external name of the Service does not answer the lookup.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/#externalname',
  },
  NAME_OUTSIDE_CLUSTER: {
    summary: 'The name is outside the cluster, so the answer is unknown.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.ServeDNS',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
} as const;
