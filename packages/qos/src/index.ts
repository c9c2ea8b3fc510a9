/**
 * The quality of service class of Kubernetes Pods, and what the kubelet derives from it on a node, with the reasons.
 *
 * Read it in this order:
 * - `class.ts`: the class computed from requests and limits, and the one that the kubelet uses
 * - `oom.ts`: the OOM scores of containers
 * - `cgroups/`: the cgroup values of containers, Pods and QoS classes
 * - `eviction.ts`: the order in which the kubelet evicts Pods
 * - `local-storage.ts`: the sizes of `emptyDir` volumes, and eviction for the limits of local storage
 *
 * Sources: in `k8s.io/kubernetes` v1.37.1 the packages `pkg/apis/core/v1/helper/qos`, `pkg/volume/emptydir` and
 * `pkg/kubelet/{qos,cm,kuberuntime,eviction}`.
 *
 * @packageDocumentation
 */

export type { PodQosClass, StoredQosClass } from '@kubesem/core';
export { podCgroups } from './cgroups/cgroups.js';
export { type QosCgroup, type QosCgroups, qosCgroups } from './cgroups/classes.js';
export { kubeletCpuWeight, runtimeCpuWeight } from './cgroups/cpu.js';
export type { HugepageLimit } from './cgroups/hugepages.js';
export type { CgroupOptions } from './cgroups/options.js';
export type {
  CgroupContainer,
  CgroupSource,
  CgroupSources,
  CgroupValues,
  ContainerCgroup,
  PodCgroup,
  PodCgroups,
} from './cgroups/values.js';
export {
  type ContainerQos,
  explainPodQosClass,
  type GuaranteedBreach,
  type GuaranteedBreachRule,
  type PodQosExplanation,
  type PodQosRule,
  podQosClass,
  type RequirementsQos,
} from './class.js';
export {
  type EvictionCandidate,
  type EvictionRankingOptions,
  type EvictionSignal,
  type EvictionStanding,
  evictionRanking,
  type StatsSummary,
} from './eviction.js';
export {
  type EmptyDirOptions,
  type EmptyDirRule,
  type EmptyDirVolume,
  emptyDirVolumes,
  type LocalStorageCheck,
  type LocalStorageEviction,
  type LocalStorageOptions,
  type LocalStorageRule,
  localStorageEviction,
} from './local-storage.js';
export {
  type ContainerOomScoreAdj,
  containerOomScoreAdj,
  type OomScoreMemory,
  type OomScoreOptions,
  type OomScoreRule,
} from './oom.js';
