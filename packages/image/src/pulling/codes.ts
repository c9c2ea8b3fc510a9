/** What may be wrong with images and pull policies. */
export const IMAGE_CODES = {
  UNPARSABLE_IMAGE: {
    summary: 'The image name is invalid.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  NO_TAG: {
    summary: 'The image has neither a tag nor a digest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  LATEST_TAG: {
    summary: 'The tag of the image is latest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  TAG_AND_DIGEST: {
    summary: 'The image has both a tag and a digest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting',
  },
  LATEST_NOT_PULLED: {
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
