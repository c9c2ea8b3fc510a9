/**
 * What the codes of findings about Services and EndpointSlices mean.
 *
 * @packageDocumentation
 */
export { STORED_SLICE_CODES } from './slices/codes.js';

/** What the API server warns of in Services and EndpointSlices. */
export const SERVICE_WARNING_CODES = {
  ADDRESS_NON_STANDARD: {
    summary: 'An IP address or CIDR has leading zeros, or is an IPv4-mapped IPv6 address.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/util/validation GetWarningsForIP',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/',
  },
  ADDRESS_NOT_CANONICAL: {
    summary: 'An IPv6 address is not written as RFC 5952 recommends.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/util/validation GetWarningsForIP',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/',
  },
  CIDR_AMBIGUOUS: {
    summary: 'A CIDR has bits set beyond its prefix length.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/util/validation GetWarningsForCIDR',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/',
  },
  FIELD_DEPRECATED: {
    summary: 'A field, value or annotation is deprecated.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/api/service GetWarningsForService',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/',
  },
  FIELD_IGNORED: {
    summary: 'A field has no effect.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/api/service GetWarningsForService',
    page: 'https://kubernetes.io/docs/concepts/services-networking/service/',
  },
} as const;
