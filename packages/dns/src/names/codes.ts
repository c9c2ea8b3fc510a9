/** What is wrong with names and addresses. */
export const DNS_NAME_CODES = {
  INVALID_NAME: {
    summary: 'A name is invalid.',
    severity: 'error',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  INVALID_IP: {
    summary: 'A text is not an IP address.',
    severity: 'error',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  IP_LEADING_ZERO: {
    summary: 'A part of an IP address has a leading zero.',
    severity: 'error',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  IP_ZONE: {
    summary: 'An IP address has a zone.',
    severity: 'error',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  INVALID_PROTOCOL: {
    summary: 'The protocol is not TCP, UDP or SCTP.',
    severity: 'error',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  NAME_TOO_LONG: {
    summary: 'A DNS name is too long.',
    severity: 'warning',
    source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  FQDN_TOO_LONG: {
    summary: 'The host name with its domain is too long.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/util GetNodenameForKernel',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-hostname-and-subdomain-fields',
  },
  INVALID_RESOLV_CONF: {
    summary: 'The resolv.conf cannot be read or written.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-dns-policy',
  },
} as const;
