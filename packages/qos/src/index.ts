export type {
  ContainerQos,
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosClass,
  PodQosExplanation,
  PodQosRule,
  RequirementsQos,
} from './explanation.js';
export { explainPodQosClass, podQosClass } from './pod-qos.js';
