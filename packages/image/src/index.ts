export {
  DockerConfigError,
  type DockerConfigErrorCode,
  type KubeletEffect,
} from './credential-errors.js';
export type {
  CredentialProvider,
  CredentialProviderConfig,
  ServiceAccountTokenAttributes,
} from './credential-provider-config.js';
export {
  type CredentialProviderProblemCode,
  validateCredentialProviderConfig,
} from './credential-provider-problems.js';
export {
  CredentialProviderConfigError,
  credentialProvidersFor,
  type MatchingCredentialProvider,
} from './credential-providers.js';
export {
  type CollectedDockerConfig,
  collectDockerConfig,
  type DockerConfigEntry,
  type DockerConfigFormat,
  type DockerConfigOptions,
  parseDockerConfig,
  safeParseDockerConfig,
} from './docker-config.js';
export {
  DockerConfigSecretError,
  type DockerConfigSecretOptions,
  dockerConfigSecret,
  readDockerConfigSecret,
} from './docker-config-secret.js';
export {
  type CollectedDockerKeyring,
  collectDockerKeyring,
  createDockerKeyring,
  type DockerKeyring,
  type DockerKeyringSources,
  type ProviderCredentials,
} from './docker-keyring.js';
export {
  type CredentialPatternExplanation,
  type CredentialPatternRule,
  type CredentialsExplanation,
  type DockerHubRule,
  explainCredentials,
  type KeyringPartExplanation,
} from './explain-credentials.js';
export {
  explainImage,
  type ImageDigestRule,
  type ImageExplanation,
  type ImagePart,
  type ImagePathRule,
  type ImageTagRule,
} from './explain-image.js';
export { familiarName, formatImage, pullName } from './format-image.js';
export { type ImageErrorCode, ImageParseError } from './image-errors.js';
export {
  ImageGlobError,
  type ImageGlobErrorCode,
  type ImageGlobRule,
  matchImageGlob,
  safeMatchImageGlob,
} from './image-glob.js';
export type { ImageProblem, ImageProblemType } from './image-problems.js';
export {
  type ImagePullSecretProblem,
  type ImagePullSecretProblemCode,
  type PodImagePullSecrets,
  podImagePullSecrets,
  podServiceAccountName,
  type ResolvedImagePullSecrets,
  resolveImagePullSecrets,
} from './image-pull-secrets.js';
export type { ImageUrlErrorCode } from './image-url.js';
export {
  IMAGE_WAIT_REASONS,
  type ImageWaitReason,
  type ImageWaitReasonDetails,
  imagePullErrorReason,
} from './image-wait-reasons.js';
export type {
  CredentialEntry,
  CredentialSource,
  KeyringPart,
  KeyringPattern,
  RegistryCredential,
} from './keyring-part.js';
export { lookup } from './lookup.js';
export type { PodImageKind } from './map-pull-policies.js';
export { type ImageDomainRule, parseImage, safeParseImage } from './parse-image.js';
export {
  type PodImageWarning,
  type PodImageWarningCode,
  podCredentialWarnings,
  podImageWarnings,
  validatePodImages,
} from './pod-image-warnings.js';
export {
  applyAlwaysPullImages,
  applyPullPolicyDefaults,
  type PodImage,
  podImages,
} from './pod-images.js';
export { type PodKeyring, type PodKeyringSources, podKeyring } from './pod-keyring.js';
export { type PodPullCredentials, podPullCredentials } from './pod-pull-credentials.js';
export {
  findPresentImage,
  imageRecordKey,
  type PresentImage,
  type PresentImageOptions,
} from './present-images.js';
export {
  type ImagePullBackOff,
  imagePullBackOffRemainingMs,
  imagePullBackOffSeconds,
  imagePullFailed,
} from './pull-backoff.js';
export {
  decideImagePull,
  type ImagePullDecision,
  type ImagePullRequest,
  type ImagePullRule,
} from './pull-decision.js';
export {
  defaultPullPolicy,
  explainPullPolicy,
  type ImagePullPolicy,
  needsPull,
  type PullPolicyExplanation,
  type PullPolicyRule,
} from './pull-policy.js';
export {
  type ImagePullSettings,
  type ImagePullSettingsProblemCode,
  maxConcurrentImagePulls,
  validateImagePullSettings,
} from './pull-settings.js';
export {
  type ImagePullCredentials,
  type ImagePullCredentialsVerificationPolicy,
  type ImagePulledRecord,
  type ImagePullSecret,
  type ImagePullServiceAccount,
  type ImagePullVerification,
  type ImagePullVerificationRequest,
  type ImagePullVerificationRule,
  verifyImagePull,
} from './pull-verification.js';
export {
  type ImageReference,
  parseReference,
  safeParseReference,
} from './reference.js';
export { applyStringData } from './stored-secret.js';
