/**
 * Codes of the problems with a configuration of credential providers.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `UNKNOWN_FIELD`: this version has no such field; the case of letters matters
 * - `NOT_PROVIDER_CONFIG`: the kind or API version is absent, or not that of a CredentialProviderConfig of Kubernetes 1.37
 * - `REQUIRED`: a required field is absent
 * - `INVALID_NAME`: the name contains a `/` or a space, or is `.` or `..`
 * - `DUPLICATE`: another provider has the same name, or a key occurs twice in a list
 * - `UNKNOWN_API_VERSION`: Kubernetes 1.37 does not support the version
 * - `INVALID_PATTERN`: a pattern is not a URL
 * - `INVALID_DURATION`: a duration is not in Go's format, or is negative
 * - `TOKEN_NEEDS_V1`: `tokenAttributes` requires the version `credentialprovider.kubelet.k8s.io/v1`
 * - `KEYS_WITHOUT_SERVICE_ACCOUNT`: required annotations without a required ServiceAccount
 * - `INVALID_KEY`: the key of an annotation is invalid
 * - `REQUIRED_AND_OPTIONAL`: the key of an annotation is in both lists
 * - `UNKNOWN_CACHE_TYPE`: the cache type is neither `ServiceAccount` nor `Token`
 *
 * With one of the first three, the kubelet cannot decode the file, so no other rule is checked.
 */
export type CredentialProviderProblemCode =
  | 'INVALID_TYPE'
  | 'UNKNOWN_FIELD'
  | 'NOT_PROVIDER_CONFIG'
  | 'REQUIRED'
  | 'INVALID_NAME'
  | 'DUPLICATE'
  | 'UNKNOWN_API_VERSION'
  | 'INVALID_PATTERN'
  | 'INVALID_DURATION'
  | 'TOKEN_NEEDS_V1'
  | 'KEYS_WITHOUT_SERVICE_ACCOUNT'
  | 'INVALID_KEY'
  | 'REQUIRED_AND_OPTIONAL'
  | 'UNKNOWN_CACHE_TYPE';
