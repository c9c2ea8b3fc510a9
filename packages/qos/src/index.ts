export {
  kubeletCpuWeight,
  runtimeCpuWeight,
} from './cgroups/cgroup-cpu.js';
export type { CgroupOptions } from './cgroups/cgroup-options.js';
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
} from './cgroups/cgroup-values.js';
export {
  explainPodCgroups,
  podCgroups,
} from './cgroups/cgroups.js';
export type { HugepageLimit } from './cgroups/hugepages.js';
export {
  type QosCgroup,
  type QosCgroups,
  qosCgroups,
} from './cgroups/qos-cgroups.js';
export { isBestEffort } from './class/best-effort.js';
export {
  explainPodQosClass,
  podQosClass,
} from './class/pod-qos.js';
export {
  QosError,
  type QosErrorCode,
} from './errors.js';
export {
  type EvictionCandidate,
  type EvictionOptions,
  type EvictionSignal,
  type EvictionStanding,
  explainEvictionRanking,
  rankForEviction,
} from './eviction/eviction.js';
export type {
  ContainerQos,
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosClass,
  PodQosExplanation,
  PodQosRule,
  RequirementsQos,
} from './explanation.js';
export {
  type EmptyDirOptions,
  type EmptyDirRule,
  type EmptyDirVolume,
  emptyDirVolumes,
} from './local-storage/empty-dir.js';
export {
  explainLocalStorage,
  type LocalStorageCheck,
  type LocalStorageExplanation,
  type LocalStorageOptions,
  type LocalStorageRule,
  localStorageEviction,
} from './local-storage/local-storage.js';
export {
  containerOomScoreAdj,
  explainContainerOomScoreAdj,
  type OomScoreExplanation,
  type OomScoreMemory,
  type OomScoreOptions,
  type OomScoreRule,
} from './oom/oom-score.js';
