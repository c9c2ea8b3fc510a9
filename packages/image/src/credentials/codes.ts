/** What may be wrong with registry credentials. */
export const CREDENTIAL_CODES = {
  CREDENTIALS_MISSING: {
    summary: 'No credentials match the image.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/credentialprovider BasicDockerKeyring.Lookup',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  },
  PATH_ENDS_WITHIN_SEGMENT: {
    summary: 'The path of the credentials ends within a path segment of the image.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/credentialprovider BasicDockerKeyring.Lookup',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
  PULL_SECRET_NOT_FOUND: {
    summary: 'The namespace has no pull secret of this name.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet Kubelet.getPullSecretsForPod',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  },
  PULL_SECRET_IGNORED: {
    summary: 'The kubelet ignores the pull secret.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/credentialprovider/secrets MakeDockerKeyring',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  },
  PULL_SECRET_UNDECODABLE: {
    summary: 'The kubelet cannot decode the pull secret.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/credentialprovider/secrets MakeDockerKeyring',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  },
  CREDENTIALS_IGNORED: {
    summary: 'The kubelet ignores an entry of the pull secret.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/credentialprovider BasicDockerKeyring.Add',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
  CREDENTIAL_STORE: {
    summary: 'The kubelet ignores credential stores and helpers.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/credentialprovider/secrets MakeDockerKeyring',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
} as const;

/** What is wrong with a source of registry credentials. */
export const DOCKER_CONFIG_CODES = {
  NOT_DOCKER_CONFIG: {
    summary: 'The Secret holds no registry credentials.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/credentialprovider/secrets MakeDockerKeyring',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  },
  INVALID_DATA: {
    summary: 'The data of the Secret is not base64.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/runtime/serializer/json Serializer.Decode',
    page: 'https://kubernetes.io/docs/concepts/configuration/secret/',
  },
  INVALID_JSON: {
    summary: 'The registry configuration is not JSON.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/credentialprovider/secrets MakeDockerKeyring',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
  INVALID_BASE64: {
    summary: 'The credentials of a registry are not base64.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/credentialprovider decodeDockerConfigFieldAuth',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
  NO_COLON: {
    summary: 'The credentials of a registry have no colon between user name and password.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/credentialprovider decodeDockerConfigFieldAuth',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
  INVALID_SERVER: {
    summary: 'The name of a registry is invalid.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/credentialprovider BasicDockerKeyring.Add',
    page: 'https://kubernetes.io/docs/concepts/containers/images/#config-json',
  },
} as const;
