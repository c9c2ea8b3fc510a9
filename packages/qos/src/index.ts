/**
 * Quality of service of Kubernetes Pods, and what the kubelet derives from it on a node.
 *
 * Start with {@link podQosClass}, which computes the class. {@link containerOomScoreAdj} and {@link podCgroups} show what
 * the kubelet sets for a Pod, {@link rankForEviction} and {@link localStorageEviction} which Pods it evicts. Every
 * computation has an `explain…` counterpart that lists its reasons.
 *
 * Sources: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` and `pkg/kubelet/{qos,cm,kuberuntime,eviction}` v1.37.1.
 *
 * @packageDocumentation
 */
export type { PodQosClass } from '@kubesem/core';
export { qosCgroups, type QosCgroup, type QosCgroups } from './cgroups/classes.js';
export { explainPodCgroups, podCgroups } from './cgroups/cgroups.js';
export { kubeletCpuWeight, runtimeCpuWeight } from './cgroups/cpu.js';
export type { HugepageLimit } from './cgroups/hugepages.js';
export type { CgroupOptions } from './cgroups/options.js';
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
} from './cgroups/values.js';
export { explainPodQosClass, podQosClass } from './class/computed.js';
export type {
  ContainerQos,
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosExplanation,
  PodQosRule,
  RequirementsQos,
} from './class/explanation.js';
export { isBestEffort } from './class/in-force.js';
export {
  type EvictionCandidate,
  type EvictionOptions,
  type EvictionSignal,
  type EvictionStanding,
  explainEvictionRanking,
  rankForEviction,
} from './eviction/ranking.js';
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
} from './local-storage/eviction.js';
export {
  containerOomScoreAdj,
  explainContainerOomScoreAdj,
  type OomScoreExplanation,
  type OomScoreMemory,
  type OomScoreOptions,
  type OomScoreRule,
} from './oom/score.js';
