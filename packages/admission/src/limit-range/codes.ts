/** How an object violates a LimitRange. */
export const LIMIT_RANGE_CODES = {
  REQUEST_MISSING: {
    summary: 'A LimitRange requires a request.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  LIMIT_MISSING: {
    summary: 'A required limit is missing.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  REQUEST_BELOW_MIN: {
    summary: 'A request is lower than the minimum of a LimitRange.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  LIMIT_BELOW_MIN: {
    summary: 'A limit is lower than the minimum of a LimitRange.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  REQUEST_ABOVE_MAX: {
    summary: 'A request is higher than the maximum of a LimitRange.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  LIMIT_ABOVE_MAX: {
    summary: 'A limit is higher than the maximum of a LimitRange.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  RATIO_WITHOUT_REQUEST: {
    summary:
      'A LimitRange limits the ratio of limit to request, but the request is missing or zero.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  RATIO_WITHOUT_LIMIT: {
    summary: 'A LimitRange limits the ratio of limit to request, but the limit is missing or zero.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
  RATIO_ABOVE_MAX: {
    summary: 'The ratio of limit to request is higher than a LimitRange allows.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    page: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  },
} as const;
