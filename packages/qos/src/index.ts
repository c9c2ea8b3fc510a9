export { kubeletCpuWeight, runtimeCpuWeight } from './cgroup-cpu.js';
export type { CgroupOptions } from './cgroup-options.js';
export type {
  CgroupContainer,
  CgroupExplanation,
  CgroupSource,
  CgroupValues,
  ContainerCgroup,
  ContainerCgroupExplanation,
  PodCgroupExplanation,
  PodCgroups,
  PodCgroupsExplanation,
} from './cgroup-values.js';
export { explainPodCgroups, podCgroups } from './cgroups.js';
export { QosError, type QosErrorCode } from './errors.js';
export {
  type EvictionCandidate,
  type EvictionOptions,
  type EvictionSignal,
  type EvictionStanding,
  explainEvictionRanking,
  rankForEviction,
} from './eviction.js';
export type {
  ContainerQos,
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosClass,
  PodQosExplanation,
  PodQosRule,
  RequirementsQos,
} from './explanation.js';
export type { HugepageLimit } from './hugepages.js';
export {
  containerOomScoreAdj,
  explainContainerOomScoreAdj,
  type OomScoreExplanation,
  type OomScoreMemory,
  type OomScoreOptions,
  type OomScoreRule,
} from './oom-score.js';
export { explainPodQosClass, podQosClass } from './pod-qos.js';
export { type QosCgroup, type QosCgroups, qosCgroups } from './qos-cgroups.js';
