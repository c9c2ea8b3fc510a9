/**
 * What all packages of kubesem share: the types of Kubernetes objects, and functions on names, fields and Pods that need no
 * quantities.
 *
 * This file has more than 400 lines because it lists each export by its name. Read the folders in this order:
 * - `api/`: the types of Kubernetes API objects, by API group
 * - `addresses/`: IP addresses and ranges of them
 * - `cluster/`: lists of the objects of a cluster
 * - `field-types/`: checks of whole values with the tables of fields in `types/`
 * - `field/`: paths of fields, problems and errors, and readers of untrusted objects
 * - `pod/`: the parts of a Pod, its containers, and whether it has ended or is critical
 * - `names/`: the syntax of names
 * - `owners.ts`: the controller of an object
 * - `secret.ts`: the data of Secrets
 * - `text/` and `time.ts`: strings and ages as Kubernetes measures and prints them
 *
 * Sources: `k8s.io/api` and `k8s.io/apimachinery` v0.37.1; `k8s.io/kubernetes` v1.37.1, `pkg/kubelet/types` and
 * `pkg/api/v1/pod`.
 *
 * This file has many lines because it lists every name.
 *
 * @packageDocumentation
 */

export { type IpAddress, type IpAddressFault } from './addresses/ip-address.js';
export type {
  DaemonSetUpdateStrategy,
  DeploymentStrategy,
  RollingUpdateDaemonSet,
  RollingUpdateDeployment,
  RollingUpdateStatefulSetStrategy,
  StatefulSetOrdinals,
  StatefulSetUpdateStrategy,
} from './api/apps/update-strategy.js';
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
  StatefulSet,
  StatefulSetSpec,
  StatefulSetStatus,
} from './api/apps/workloads.js';
export type { CrossVersionObjectReference } from './api/autoscaling/cross-version-object-reference.js';
export type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
} from './api/autoscaling/horizontal-pod-autoscaler.js';
export type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from './api/autoscaling/metric-spec.js';
export type {
  CronJob,
  CronJobSpec,
  CronJobStatus,
  Job,
  JobCondition,
  JobSpec,
  JobStatus,
  JobTemplateSpec,
  PodFailurePolicy,
  PodFailurePolicyOnExitCodes,
  PodFailurePolicyOnPodConditions,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
  UncountedTerminatedPods,
} from './api/batch/jobs.js';
export type { ConfigMap } from './api/core/config-map.js';
export type { EndpointAddress, EndpointSubset, Endpoints } from './api/core/endpoints.js';
export type { LimitRange, LimitRangeItem, LimitRangeSpec } from './api/core/limit-range.js';
export type { Namespace, NamespaceSpec, NamespaceStatus } from './api/core/namespace.js';
export type { Node, NodeAddress, NodeCondition, NodeSpec, NodeStatus } from './api/core/node.js';
export type {
  ModifyVolumeStatus,
  PersistentVolumeClaim,
  PersistentVolumeClaimCondition,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  VolumeResourceRequirements,
} from './api/core/persistent-volume-claim.js';
export type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from './api/core/pod/affinity.js';
export type {
  Container,
  ContainerPort,
  ContainerRestartRule,
  ContainerRestartRuleOnExitCodes,
  EphemeralContainer,
  VolumeDevice,
  VolumeMount,
} from './api/core/pod/container.js';
export type {
  ContainerState,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  ContainerStatus,
} from './api/core/pod/container-status.js';
export type {
  ConfigMapEnvSource,
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  SecretEnvSource,
  SecretKeySelector,
} from './api/core/pod/environment.js';
export type { Pod, PodTemplate, PodTemplateSpec } from './api/core/pod/pod.js';
export type {
  HostAlias,
  PodDNSConfig,
  PodDNSConfigOption,
  PodOS,
  PodReadinessGate,
  PodResourceClaim,
  PodSchedulingGate,
  PodSpec,
} from './api/core/pod/pod-spec.js';
export type {
  HostIP,
  NodeAllocatableMappedResources,
  NodeAllocatableOverheadResources,
  NodeAllocatableResourceClaimStatus,
  PodCondition,
  PodIP,
  PodStatus,
} from './api/core/pod/pod-status.js';
export type {
  ExecAction,
  GRPCAction,
  HTTPGetAction,
  HTTPHeader,
  Lifecycle,
  LifecycleHandler,
  Probe,
  SleepAction,
  TCPSocketAction,
} from './api/core/pod/probe.js';
export type {
  ResourceClaimReference,
  ResourceRequirements,
} from './api/core/pod/resource-requirements.js';
export type { PodSecurityContext, SecurityContext } from './api/core/pod/security-context.js';
export type { EmptyDirVolumeSource, ImageVolumeSource, Volume } from './api/core/pod/volume.js';
export type {
  ClusterTrustBundleProjection,
  ConfigMapProjection,
  ConfigMapVolumeSource,
  DownwardAPIProjection,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  PodCertificateProjection,
  ProjectedVolumeSource,
  SecretProjection,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from './api/core/pod/volume-sources.js';
export type { LocalObjectReference, ObjectReference } from './api/core/references.js';
export type {
  ReplicationController,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
} from './api/core/replication-controller.js';
export type { ResourceFieldSelector } from './api/core/resource-field-selector.js';
export type {
  ResourceQuota,
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
  ScopeSelector,
} from './api/core/resource-quota.js';
export type { Secret } from './api/core/secret.js';
export type {
  ClientIPConfig,
  LoadBalancerIngress,
  LoadBalancerStatus,
  PortStatus,
  Service,
  ServicePort,
  ServiceSpec,
  ServiceStatus,
  SessionAffinityConfig,
} from './api/core/service.js';
export type { ServiceAccount } from './api/core/service-account.js';
export type { Taint, Toleration } from './api/core/taints.js';
export type {
  Endpoint,
  EndpointConditions,
  EndpointHints,
  EndpointPort,
  EndpointSlice,
  ForNode,
  ForZone,
} from './api/discovery/endpoint-slice.js';
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
} from './api/flowcontrol/flow-schema.js';
export type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  PriorityLevelConfigurationStatus,
  QueuingConfiguration,
} from './api/flowcontrol/priority-level-configuration.js';
export type { Condition } from './api/meta/condition.js';
export type { KubernetesList, KubernetesObject } from './api/meta/kubernetes-object.js';
export type { LabelSelector, LabelSelectorRequirement } from './api/meta/label-selector.js';
export type { ListMeta } from './api/meta/list-meta.js';
export type { DisruptedPods, ResourceList, StringMap, Timestamp } from './api/meta/metadata.js';
export type { ObjectMeta, OwnerReference } from './api/meta/object-meta.js';
export type {
  QuantityData,
  QuantityFormat,
  QuantityInput,
  QuantityLike,
} from './api/meta/quantity-input.js';
export type { MetricValue } from './api/metrics/custom-metrics.js';
export type { ExternalMetricValue } from './api/metrics/external-metrics.js';
export type { ContainerMetrics, NodeMetrics, PodMetrics } from './api/metrics/metrics.js';
export type {
  RuntimeClass,
  RuntimeClassOverhead,
  RuntimeClassScheduling,
} from './api/node/runtime-class.js';
export type {
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from './api/policy/pod-disruption-budget.js';
export type {
  ContainerStats,
  FsStats,
  MemoryStats,
  PodReference,
  PodStats,
  ProcessStats,
  VolumeStats,
} from './api/stats/pod-stats.js';
export { type ClusterFromOptions, clusterFrom } from './cluster/cluster-from.js';
export { indexCluster } from './cluster/cluster-index.js';
export { type ClusterLists } from './cluster/cluster-lists.js';
export type { ClusterObjects } from './cluster/cluster-objects.js';
export { KubesemError, type KubesemErrorDetails } from './errors.js';
export type { CodeRow, CodeRows } from './field/code-row.js';
export {
  type FieldPath,
  type FieldPathSegment,
  fieldPath,
  formatFieldPath,
  pathSegments,
} from './field/path.js';
export {
  FieldError,
  type FieldErrorType,
  type FieldProblem,
  type FieldProblemDetails,
  formatFieldProblem,
  type Problem,
  type ProblemDetails,
  ProblemsError,
  type Severity,
} from './field/problem.js';
export { type CheckTypesOptions, checkTypes } from './field-types/check-types.js';
export type {
  ListType,
  MapType,
  ScalarType,
  StructType,
  ValueType,
} from './field-types/struct-type.js';
export { unknownFields } from './field-types/unknown-fields.js';
export {
  type IntOrPercent,
  type ResolveIntOrPercentOptions,
  resolveIntOrPercent,
} from './int-or-percent.js';
export type { Named } from './named.js';
export { apiGroupOf, compareApiVersions } from './names/api-versions.js';
export { byNamespace } from './names/by-namespace.js';
export { type NameErrorCodes, type NameSyntax, nameErrorMessage } from './names/name-errors.js';
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
} from './names/names.js';
export { isNamespacedKind } from './names/namespaced-kind.js';
export { identityOf, isBeingDeleted, objectNamespace } from './names/object-namespace.js';
export { originOf } from './names/origin-of.js';
export { type Controller, controllerOf, type OwnedObject } from './owners.js';
export {
  type ContainerField,
  type ContainerKind,
  type FoundContainer,
  type PodContainer,
  podContainers,
} from './pod/containers.js';
export {
  isCriticalPod,
  isMirrorPod,
  isNodeCriticalPod,
  isStaticPod,
  podPriority,
} from './pod/critical.js';
export {
  type PodFields,
  type PodLike,
  type PodQosClass,
  type PodSpecLike,
  type StoredQosClass,
  storedQosClass,
  toPod,
} from './pod/pod-fields.js';
export {
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  isPodTerminating,
  type PodAvailableAtOptions,
  type PodAvailableOptions,
  podAvailableAt,
} from './pod/ready.js';
export { mergeTolerations, type ToleratesTaintOptions, toleratesTaint } from './pod/tolerations.js';
export { attempt, type Result } from './result.js';
export { applyStringData } from './secret.js';
export { type FormatTableOptions, formatTable } from './text/table.js';
export { formatAge, formatDuration, formatShortDuration } from './time.js';
export { KUBERNETES_VERSION } from './version.js';
