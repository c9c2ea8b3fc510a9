export type {
  ContainerQos,
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosClass,
  PodQosExplanation,
  PodQosRule,
  RequirementsQos,
} from './explanation.js';
