/**
 * The environment and the files of a container, and how ConfigMaps and Secrets are created and hashed.
 *
 * Read it in this order:
 * - `expansion/`: `$(NAME)` in texts
 * - `environment/`: Services, fields of the Pod, env files, and which definition of a variable counts
 * - `volumes/`: the files in volumes of ConfigMaps, Secrets, fields of the Pod, and several of them
 * - `create/` and `hash/`: ConfigMaps and Secrets as kubectl and kustomize create them, and their hashes
 * - `references/`: the ConfigMaps and Secrets that a Pod refers to
 * - `warnings/`: variables and mounts that are probably a mistake
 *
 * Sources: `k8s.io/kubernetes` v1.37.1, `pkg/kubelet`, `pkg/kubelet/envvars`, `pkg/kubelet/container`, `pkg/fieldpath`,
 * `pkg/volume` and `pkg/api/v1/pod`; `k8s.io/kubectl` v0.37.1, `pkg/cmd/create` and
 * `pkg/util/hash`; `sigs.k8s.io/kustomize/api` v0.21.1.
 *
 * @packageDocumentation
 */

export { ConfigError, type ConfigErrorCode, type ConfigErrorPlace } from './config-error.js';
export { type ConfigSize, configMapSize, secretSize } from './config-size.js';
export type { FileContent } from './content.js';
export {
  type ConfigFile,
  type CreateConfigMapOptions,
  type CreateSecretOptions,
  createConfigMap,
  createSecret,
} from './create/create-config.js';
export {
  type GenerateConfigMapOptions,
  type GenerateSecretOptions,
  type GeneratorFile,
  type GeneratorOptions,
  generateConfigMap,
  generateSecret,
} from './create/generate-config.js';
export {
  type EnvFileEntry,
  type ParseEnvFileOptions,
  parseEnvFile,
  safeParseEnvFile,
} from './create/parse-env-file.js';
export {
  type ContainerCommand,
  containerCommand,
  type FoundSubPath,
  type InvalidSubPath,
  mountSubPath,
  type SubPath,
} from './environment/command.js';
export {
  containerEnvironment,
  explainContainerEnvironment,
} from './environment/container-environment.js';
export type {
  ContainerEnvironment,
  EnvironmentExplanation,
  EnvironmentVariable,
  ExplainedVariable,
  ForgivenReference,
  VariableOrigin,
  VariableReference,
  VariableSource,
} from './environment/explanation.js';
export type { EnvironmentFailure, EnvironmentFailureCode } from './environment/failure.js';
export { envFileValue } from './environment/file-value.js';
export { formatPodMap, type PodFieldOptions, podFieldValue } from './environment/pod-field.js';
export {
  type ObjectName,
  type ServiceVariable,
  type ServiceVariableConflict,
  type ServiceVariables,
  type ServiceVariablesOptions,
  serviceVariables,
} from './environment/service-variables.js';
export type { EnvFiles, EnvironmentCluster, EnvironmentOptions } from './environment/sources.js';
export { expandVariables, type Variables } from './expansion/expand.js';
export {
  configMapHash,
  type KustomizeHashOptions,
  kustomizeHash,
  secretHash,
} from './hash/config-hash.js';
export {
  type ConfigReference,
  type ConfigReferenceUse,
  configReferences,
} from './references/config-references.js';
export type {
  BlockedMount,
  ContainerFile,
  ContainerFiles,
  ContainerFilesFailure,
  ContainerFilesFailureCause,
  ContainerFolder,
  ContainerMount,
  CoveredFile,
  ForgivenVolumeReference,
  HiddenContainerFile,
} from './volumes/container-explanation.js';
export { type ContainerFilesOptions, containerFiles } from './volumes/container-files.js';
export type {
  FileOrigin,
  FileSource,
  FileUpdates,
  FollowsReason,
  HiddenVolumeFile,
  VolumeFailure,
  VolumeFailureCause,
  VolumeFailureCode,
  VolumeFile,
  VolumeFiles,
  VolumeFolder,
} from './volumes/explanation.js';
export {
  type ChangeDetectionStrategy,
  type ConfigUpdateDelay,
  type ConfigUpdateDelayOptions,
  configUpdateDelay,
  type SecondsRange,
} from './volumes/update-delay.js';
export { volumeFiles } from './volumes/volume-files.js';
export {
  type PodConfigWarning,
  type PodConfigWarningCode,
  podConfigWarnings,
} from './warnings/pod-config-warnings.js';
