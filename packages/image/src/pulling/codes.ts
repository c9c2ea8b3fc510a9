/** What may be wrong with images and pull policies. */
export const IMAGE_CODES = {
  IMAGE_INVALID: {
    summary: 'The image name is invalid.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/util/parsers ParseImageName',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  },
  IMAGE_TAG_MISSING: {
    summary: 'The image has neither a tag nor a digest.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/util/parsers ParseImageName',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  },
  IMAGE_TAG_LATEST: {
    summary: 'The image has the tag latest, which can change.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  },
  IMAGE_TAG_IGNORED: {
    summary: 'The image has both a tag and a digest, so the tag is ignored.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/util/parsers ParseImageName',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  },
  IMAGE_LATEST_NOT_PULLED: {
    summary:
      'The tag of the image is latest, but a node that has the image does not pull it again.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/images imageManager.EnsureImageExists',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy',
  },
} as const;
