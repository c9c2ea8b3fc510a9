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
export type { ResourceQuantities } from './resource-quantities.js';
