export type { PodResourceProblem, PodResourceProblemType } from './checks/problems.js';
export { toProblem } from './checks/problems.js';
export { validatePodResources } from './checks/validate.js';
export {
  type PodResourceWarning,
  type PodResourceWarningCode,
  podResourceWarnings,
} from './checks/warnings.js';
export { applyPodDefaults, type PodDefaultsOptions } from './defaults/defaults.js';
export { mapSpecLists, mapStatusLists, withFields } from './defaults/resource-lists.js';
export {
  explainResourceField,
  type ResourceFieldExplanation,
  type ResourceFieldOptions,
  type ResourceFieldRule,
  resourceFieldValue,
} from './downward/resource-field.js';
// Building blocks for the packages of the family.
export {
  type Amounts,
  addAmounts,
  type MutableAmounts,
  toResourceQuantities,
} from './effective/amounts.js';
export { type Computation, computePodResources, specResult } from './effective/compute.js';
export {
  type DeclaredContainer,
  type DeclaredResources,
  type PodDeclaredResources,
  podDeclaredResources,
} from './effective/declared.js';
export type { PodResourcesOptions } from './effective/options.js';
export {
  type PodContainer,
  type PodLevelResources,
  podContainers,
  podLevelResources,
  type WrittenResources,
} from './effective/pod-containers.js';
export { podParts } from './effective/pod-parts.js';
export { podLimits, podRequests } from './effective/pod-resources.js';
export type { ResourceQuantities } from './effective/resource-quantities.js';
export { PodResourcesError, type PodResourcesErrorCode } from './errors.js';
export { explainPodLimits, explainPodRequests } from './explain/explain.js';
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
} from './explain/explanation.js';
export { countsUnder, DEVICE_CLASS_PREFIX, isMeasured } from './names/quota-names.js';
export {
  type ResourceAmountError,
  type ResourceKind,
  resourceAmountErrors,
  resourceKind,
} from './names/resource-kind.js';
export {
  isAttachableVolumes,
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isOvercommitAllowed,
} from './names/resource-names.js';
export {
  entryPath,
  type Report,
  raise,
  readAmounts,
  readList,
  readObject,
  readQuantity,
  readString,
} from './read.js';
