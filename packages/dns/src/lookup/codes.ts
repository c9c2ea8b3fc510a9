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
  NOT_SEARCHED: {
    summary: 'No search domain completes the name of the Service; use its full name.',
    severity: 'warning',
    source:
      'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.generateSearchesForDNSClusterFirst',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#namespaces-of-services',
  },
  WRONG_NAMESPACE: {
    summary: 'Services of that name exist only in other namespaces.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#namespaces-of-services',
  },
  NO_SUCH_NAMESPACE: {
    summary: 'The namespace does not exist.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NO_SUCH_SERVICE: {
    summary: 'No Service of that name exists in any namespace.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NO_SUCH_PORT: {
    summary: 'The Service has no port of that name and protocol.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NO_SUCH_POD: {
    summary: 'The DNS server has no name for that Pod.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NO_READY_ENDPOINTS: {
    summary: 'The name does not resolve, because it has no ready endpoint.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NO_ENDPOINT_SLICES: {
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
  NOT_IN_CLUSTER: {
    summary: 'The name is outside the cluster, so the answer is unknown.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.ServeDNS',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
} as const;
