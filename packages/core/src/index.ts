export type {
  Affinity,
  PodAffinity,
  PodAffinityTerm,
  WeightedPodAffinityTerm,
} from './affinity.js';
export type { Container, EphemeralContainer } from './container.js';
export type {
  ContainerState,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  ContainerStatus,
} from './container-status.js';
export type {
  Endpoint,
  EndpointConditions,
  EndpointPort,
  EndpointSlice,
  ObjectReference,
} from './endpoint-slice.js';
export { KubesemError, type KubesemErrorDetails } from './errors.js';
export { type FieldPathSegment, fieldPath } from './field-path.js';
export type {
  FlowDistinguisherMethod,
  FlowSchema,
  FlowSchemaSpec,
  FlowSchemaStatus,
  FlowSchemaSubject,
  NamedSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  PriorityLevelConfigurationReference,
  ResourcePolicyRule,
  ServiceAccountSubject,
} from './flow-schema.js';
export type {
  CronJob,
  CronJobSpec,
  CronJobStatus,
  Job,
  JobCondition,
  JobSpec,
  JobStatus,
  JobTemplateSpec,
} from './jobs.js';
export type { LimitRange, LimitRangeItem, LimitRangeSpec } from './limit-range.js';
export type {
  Condition,
  KubernetesList,
  KubernetesObject,
  ListMeta,
  LocalObjectReference,
  ObjectMeta,
  StringMap,
  Timestamp,
} from './metadata.js';
export { type NameErrorCodes, type NameSyntax, nameErrorMessage } from './name-errors.js';
export {
  configMapKeyErrors,
  dns1035LabelErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  labelValueErrors,
  portNameErrors,
  qualifiedNameErrors,
  relaxedEnvVarNameErrors,
  strictEnvVarNameErrors,
} from './names.js';
export type { Namespace, NamespaceSpec, NamespaceStatus } from './namespace.js';
export type { Node, NodeAddress, NodeCondition, NodeSpec, NodeStatus } from './node.js';
export type {
  ModifyVolumeStatus,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  VolumeResourceRequirements,
} from './persistent-volume-claim.js';
export type { Pod, PodTemplate, PodTemplateSpec } from './pod.js';
export { type PodLike, toPod } from './pod-like.js';
export type {
  HostAlias,
  PodDNSConfig,
  PodDNSConfigOption,
  PodOS,
  PodResourceClaim,
  PodSpec,
} from './pod-spec.js';
export type {
  ContainerStats,
  FsStats,
  MemoryStats,
  PodStats,
  ProcessStats,
  VolumeStats,
} from './pod-stats.js';
export type {
  NodeAllocatableMappedResources,
  NodeAllocatableOverheadResources,
  NodeAllocatableResourceClaimStatus,
  PodCondition,
  PodIP,
  PodStatus,
} from './pod-status.js';
export type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  PriorityLevelConfigurationStatus,
  QueuingConfiguration,
} from './priority-level-configuration.js';
export type { QuantityFormat, QuantityInput, QuantityLike } from './quantity-input.js';
export type { ResourceFieldSelector } from './resource-field-selector.js';
export type {
  ResourceQuota,
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
  ScopeSelector,
} from './resource-quota.js';
export type {
  ResourceClaimReference,
  ResourceList,
  ResourceRequirements,
} from './resource-requirements.js';
export type { Result } from './result.js';
export type { Secret } from './secret.js';
export type { Service, ServicePort, ServiceSpec, ServiceStatus } from './service.js';
export type { ServiceAccount } from './service-account.js';
export { KUBERNETES_VERSION } from './version.js';
export type { EmptyDirVolumeSource, ImageVolumeSource, Volume } from './volume.js';
export type {
  DaemonSet,
  DaemonSetSpec,
  DaemonSetStatus,
  Deployment,
  DeploymentCondition,
  DeploymentSpec,
  DeploymentStatus,
  ReplicaSet,
  ReplicaSetSpec,
  ReplicaSetStatus,
  ReplicationController,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
  StatefulSet,
  StatefulSetSpec,
  StatefulSetStatus,
} from './workloads.js';
