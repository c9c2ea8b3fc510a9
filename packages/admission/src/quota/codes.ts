/** Why a ResourceQuota does not admit an object. */
export const QUOTA_CODES = {
  QUOTA_SCOPE_INVALID: {
    summary: 'A ResourceQuota has an invalid scope selector.',
    severity: 'error',
    source: 'k8s.io/apiserver/pkg/admission/plugin/resourcequota CheckRequest',
    page: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  },
  QUOTA_RESOURCE_MISSING: {
    summary: 'A ResourceQuota requires a request or limit that is missing.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/quota/v1/evaluator/core podEvaluator.Constraints',
    page: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  },
  QUOTA_STATUS_UNKNOWN: {
    summary: 'The status of a ResourceQuota has no usage yet.',
    severity: 'error',
    source: 'k8s.io/apiserver/pkg/admission/plugin/resourcequota CheckRequest',
    page: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  },
  NEGATIVE: {
    summary: 'An amount is negative.',
    severity: 'error',
    source: 'k8s.io/apiserver/pkg/admission/plugin/resourcequota CheckRequest',
    page: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  },
  QUOTA_EXCEEDED: {
    summary: 'The object exceeds a ResourceQuota.',
    severity: 'error',
    source: 'k8s.io/apiserver/pkg/admission/plugin/resourcequota CheckRequest',
    page: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  },
} as const;
