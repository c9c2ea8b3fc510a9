import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../api/apps/workloads.js';
import type { HorizontalPodAutoscaler } from '../api/autoscaling/horizontal-pod-autoscaler.js';
import type { CronJob, Job } from '../api/batch/jobs.js';
import type { ConfigMap } from '../api/core/config-map.js';
import type { Endpoints } from '../api/core/endpoints.js';
import type { LimitRange } from '../api/core/limit-range.js';
import type { Namespace } from '../api/core/namespace.js';
import type { Node } from '../api/core/node.js';
import type { PersistentVolumeClaim } from '../api/core/persistent-volume-claim.js';
import type { Pod, PodTemplate } from '../api/core/pod/pod.js';
import type { ReplicationController } from '../api/core/replication-controller.js';
import type { ResourceQuota } from '../api/core/resource-quota.js';
import type { Secret } from '../api/core/secret.js';
import type { Service } from '../api/core/service.js';
import type { ServiceAccount } from '../api/core/service-account.js';
import type { EndpointSlice } from '../api/discovery/endpoint-slice.js';
import type { FlowSchema } from '../api/flowcontrol/flow-schema.js';
import type { PriorityLevelConfiguration } from '../api/flowcontrol/priority-level-configuration.js';
import type { MetricValue } from '../api/metrics/custom-metrics.js';
import type { ExternalMetricValue } from '../api/metrics/external-metrics.js';
import type { NodeMetrics, PodMetrics } from '../api/metrics/metrics.js';
import type { RuntimeClass } from '../api/node/runtime-class.js';
import type { PodDisruptionBudget } from '../api/policy/pod-disruption-budget.js';

/**
 * The objects of a cluster that an answer depends on, with a list for each kind. A function takes those lists that it needs.
 *
 * A list that is absent is not known. An empty one means that the cluster has no such objects.
 */
export interface ClusterObjects {
  /** All ConfigMaps. */
  readonly configMaps?: readonly ConfigMap[] | null | undefined;
  /** All CronJobs. */
  readonly cronJobs?: readonly CronJob[] | null | undefined;
  /** All DaemonSets. */
  readonly daemonSets?: readonly DaemonSet[] | null | undefined;
  /** All Deployments. */
  readonly deployments?: readonly Deployment[] | null | undefined;
  /** All Endpoints. */
  readonly endpoints?: readonly Endpoints[] | null | undefined;
  /** All EndpointSlices. */
  readonly endpointSlices?: readonly EndpointSlice[] | null | undefined;
  /** All FlowSchemas. */
  readonly flowSchemas?: readonly FlowSchema[] | null | undefined;
  /** All HorizontalPodAutoscalers. */
  readonly horizontalPodAutoscalers?: readonly HorizontalPodAutoscaler[] | null | undefined;
  /** All Jobs. */
  readonly jobs?: readonly Job[] | null | undefined;
  /** All LimitRanges. */
  readonly limitRanges?: readonly LimitRange[] | null | undefined;
  /** All namespaces. */
  readonly namespaces?: readonly Namespace[] | null | undefined;
  /** All nodes. */
  readonly nodes?: readonly Node[] | null | undefined;
  /** All PersistentVolumeClaims. */
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaim[] | null | undefined;
  /** All PodDisruptionBudgets. */
  readonly podDisruptionBudgets?: readonly PodDisruptionBudget[] | null | undefined;
  /** All Pods. */
  readonly pods?: readonly Pod[] | null | undefined;
  /** All PodTemplates. */
  readonly podTemplates?: readonly PodTemplate[] | null | undefined;
  /** All PriorityLevelConfigurations. */
  readonly priorityLevelConfigurations?: readonly PriorityLevelConfiguration[] | null | undefined;
  /** All ReplicaSets. */
  readonly replicaSets?: readonly ReplicaSet[] | null | undefined;
  /** All ReplicationControllers. */
  readonly replicationControllers?: readonly ReplicationController[] | null | undefined;
  /** All ResourceQuotas. */
  readonly resourceQuotas?: readonly ResourceQuota[] | null | undefined;
  /** All RuntimeClasses. */
  readonly runtimeClasses?: readonly RuntimeClass[] | null | undefined;
  /** All Secrets. */
  readonly secrets?: readonly Secret[] | null | undefined;
  /** All ServiceAccounts. */
  readonly serviceAccounts?: readonly ServiceAccount[] | null | undefined;
  /** All Services. */
  readonly services?: readonly Service[] | null | undefined;
  /** All StatefulSets. */
  readonly statefulSets?: readonly StatefulSet[] | null | undefined;
  /** What Pods use. */
  readonly podMetrics?: readonly PodMetrics[] | null | undefined;
  /** What nodes use. */
  readonly nodeMetrics?: readonly NodeMetrics[] | null | undefined;
  /** The values of custom metrics. */
  readonly metricValues?: readonly MetricValue[] | null | undefined;
  /** The values of external metrics. */
  readonly externalMetricValues?: readonly ExternalMetricValue[] | null | undefined;
}
