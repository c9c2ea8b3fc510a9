/**
 * What the name of a container image means to Kubernetes, when the image is pulled, and which credentials match it.
 *
 * Read it in this order:
 * - `reference/`: the grammar of image names, their defaults, and the explanation of both
 * - `pulling/`: the images of a Pod, pull policies, the decision to pull, its back-off and the verification of credentials
 * - `credentials/sources/`: Docker configurations and Secrets with credentials
 * - `credentials/glob/`: image patterns, and the index that finds the patterns of an image
 * - `credentials/keyring/`: the keyring of a node or Pod, and the credentials for an image
 * - `credentials/provider-config.ts` and `credentials/providers.ts`: the configuration of the kubelet's credential providers
 *
 * Sources: `github.com/distribution/reference` v0.6.0; `k8s.io/kubernetes` v1.37.1, `pkg/util/parsers`,
 * `pkg/kubelet/images` and `pkg/credentialprovider`.
 *
 * @packageDocumentation
 */
export {
  type ImageGlobErrorCode,
  type ImageGlobRule,
  matchesImageGlob,
} from './credentials/glob/image-glob.js';
export type { ImageUrlErrorCode } from './credentials/glob/image-url.js';
export {
  type CollectedDockerKeyring,
  collectDockerKeyring,
  type DockerKeyring,
  type DockerKeyringSources,
  dockerKeyring,
  type ProviderCredentials,
} from './credentials/keyring/docker-keyring.js';
export type {
  CredentialEntry,
  CredentialSource,
  KeyringPart,
  KeyringPattern,
  RegistryCredential,
} from './credentials/keyring/keyring-part.js';
export { podCredentialWarnings } from './credentials/keyring/pod-credential-warnings.js';
export {
  type ImagePullSecretProblemCode,
  type PodKeyring,
  type PodKeyringSources,
  podKeyring,
} from './credentials/keyring/pod-keyring.js';
export {
  type PodPullCredentials,
  podPullCredentials,
} from './credentials/keyring/pod-pull-credentials.js';
export {
  type CredentialPatternExplanation,
  type CredentialPatternRule,
  type CredentialsExplanation,
  type DockerHubRule,
  explainRegistryCredentials,
  type KeyringPartExplanation,
  registryCredentials,
} from './credentials/keyring/registry-credentials.js';
export type {
  CredentialProvider,
  CredentialProviderConfig,
  CredentialProviderEnvVar,
  CredentialProviderProblemCode,
  ServiceAccountTokenAttributes,
} from './credentials/provider-config.js';
export {
  CredentialProviderConfigError,
  credentialProviderConfigProblems,
  credentialProvidersFor,
  type MatchingCredentialProvider,
} from './credentials/providers.js';
export {
  DockerConfigError,
  type DockerConfigErrorCode,
  type KubeletEffect,
} from './credentials/sources/credential-errors.js';
export {
  type CollectedDockerConfig,
  collectDockerConfig,
  type DockerConfigEntry,
  type DockerConfigFormat,
  type DockerConfigOptions,
  type DockerConfigWarningCode,
  parseDockerConfig,
  safeParseDockerConfig,
} from './credentials/sources/docker-config.js';
export {
  type DockerConfigSecretOptions,
  dockerConfigSecret,
} from './credentials/sources/docker-config-secret.js';
export { type PodImagePullSecrets } from './pulling/pod-image-pull-secrets.js';
export {
  type PodImageWarning,
  type PodImageWarningCode,
  podImageWarnings,
} from './pulling/pod-image-warnings.js';
export {
  type AlwaysPullImagesOptions,
  applyAlwaysPullImages,
  type PodImage,
  type PodImageKind,
  podImages,
} from './pulling/pod-images.js';
export {
  type ImagePullBackOff,
  imagePullBackOffRemainingMs,
  imagePullBackOffSeconds,
  nextImagePullBackOff,
} from './pulling/pull-backoff.js';
export {
  type ImagePullDecision,
  type ImagePullRequest,
  type ImagePullRule,
  type ImageWaitReason,
  imagePullDecision,
  imagePullErrorReason,
} from './pulling/pull-decision.js';
export {
  containerPullPolicy,
  type ImagePullPolicy,
  type PullPolicy,
  type PullPolicyRule,
} from './pulling/pull-policy.js';
export {
  type ImagePullCredentialsVerificationPolicy,
  type ImagePullSettings,
  type ImagePullSettingsProblemCode,
  imagePullSettingsProblems,
  maxConcurrentImagePulls,
} from './pulling/pull-settings.js';
export {
  type ImagePullCredentials,
  type ImagePulledRecord,
  type ImagePullSecret,
  type ImagePullServiceAccount,
  type ImagePullVerification,
  type ImagePullVerificationRequest,
  type ImagePullVerificationRule,
  imagePullVerification,
} from './pulling/pull-verification.js';
export {
  explainImage,
  type ImageDigestRule,
  type ImageExplanation,
  type ImagePart,
  type ImagePathRule,
  type ImageTagRule,
} from './reference/explain-image.js';
export { type ImageErrorCode, ImageParseError } from './reference/image-errors.js';
export {
  familiarName,
  formatImage,
  type ImageDomainRule,
  parseImage,
  pullName,
  safeParseImage,
} from './reference/parse-image.js';
export { type ImageReference, parseReference, safeParseReference } from './reference/reference.js';
