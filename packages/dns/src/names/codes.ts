/** What is wrong with names and addresses. */
export const DNS_NAME_CODES = {
  NAME_INVALID: {
    summary: 'A name is not a valid DNS label or subdomain.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/api/validate/content IsDNS1123Label',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names',
  },
  INVALID_IP: {
    summary: 'A value is not an IP address.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation IsValidIP',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  IP_LEADING_ZERO: {
    summary: 'A part of an IP address has a leading zero.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation IsValidIP',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  IP_ZONE: {
    summary: 'An IP address has a zone, so it has no DNS name.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation IsValidIP',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  INVALID_PROTOCOL: {
    summary: 'The protocol is not TCP, UDP or SCTP.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation validateServicePort',
    page: 'https://kubernetes.io/docs/reference/networking/service-protocols/',
  },
  NAME_TOO_LONG: {
    summary: 'A DNS name is too long.',
    severity: 'warning',
    source: 'github.com/miekg/dns IsDomainName',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  },
  FQDN_TOO_LONG: {
    summary: 'The hostname with its domain exceeds 64 bytes, so the Pod does not start.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/kubelet/util GetNodenameForKernel',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-sethostnameasfqdn-field',
  },
  INVALID_RESOLV_CONF: {
    summary: 'The resolv.conf is invalid.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/kubelet/network/dns parseResolvConf',
    page: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config',
  },
} as const;
