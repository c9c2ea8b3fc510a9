/** What may be wrong with images and pull policies. */
export const IMAGE_CODES = {
  IMAGE_INVALID: {
    summary: 'The image name is invalid.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  IMAGE_TAG_MISSING: {
    summary: 'The image has neither a tag nor a digest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  IMAGE_TAG_LATEST: {
    summary: 'The tag of the image is latest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  IMAGE_TAG_IGNORED: {
    summary: 'The image has both a tag and a digest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  IMAGE_LATEST_NOT_PULLED: {
    summary: 'The image is latest, but nodes keep the version that they have.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  UNKNOWN_PULL_POLICY: {
    summary: 'The pull policy is not Always, IfNotPresent or Never.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
} as const;
