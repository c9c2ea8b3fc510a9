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
export { podLimits, podRequests } from './pod-resources.js';
export type { ResourceQuantities } from './resource-quantities.js';
