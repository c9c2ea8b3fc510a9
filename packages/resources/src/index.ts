export {
  type DeclaredContainer,
  type DeclaredResources,
  type PodDeclaredResources,
  podDeclaredResources,
} from './declared.js';
export { applyPodDefaults } from './defaults.js';
export { PodResourcesError, type PodResourcesErrorCode } from './errors.js';
export { explainPodLimits, explainPodRequests } from './explain.js';
export type {
  AmountOrigin,
  ContainerAmount,
  ContainerKind,
  PodLevelChange,
  PodResourcesExplanation,
  ResourceExplanation,
  ResourcePhase,
  ResourceRule,
  ResourceSource,
} from './explanation.js';
export type { PodResourcesOptions } from './options.js';
export {
  type PodContainer,
  type PodLevelResources,
  podContainers,
  podLevelResources,
  type WrittenResources,
} from './pod-containers.js';
export { podLimits, podRequests } from './pod-resources.js';
export type { PodResourceProblem, PodResourceProblemType } from './problems.js';
export { readQuantity } from './read.js';
export {
  explainResourceField,
  type ResourceFieldExplanation,
  type ResourceFieldOptions,
  type ResourceFieldRule,
  resourceFieldValue,
} from './resource-field.js';
export {
  type ResourceAmountError,
  type ResourceKind,
  resourceAmountErrors,
  resourceKind,
} from './resource-kind.js';
export { isIntegerResource, isOvercommitAllowed } from './resource-names.js';
export type { ResourceQuantities } from './resource-quantities.js';
export { validatePodResources } from './validate.js';
export {
  type PodResourceWarning,
  type PodResourceWarningCode,
  podResourceWarnings,
} from './warnings.js';
