import type { PersistentVolumeClaim } from '../core/persistent-volume-claim.js';
import type { PodTemplateSpec } from '../core/pod/pod.js';
import type { LabelSelector } from '../meta/label-selector.js';
import type { Condition, KubernetesObject, StringMap, Timestamp } from '../meta/metadata.js';
import type {
  DaemonSetUpdateStrategy,
  DeploymentStrategy,
  StatefulSetOrdinals,
  StatefulSetUpdateStrategy,
} from './update-strategy.js';

/** A Deployment. Source of this and the following: `k8s.io/api/apps/v1` v0.37.1. */
export interface Deployment extends KubernetesObject<DeploymentSpec, DeploymentStatus> {}

/** Desired state of a Deployment. */
export interface DeploymentSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Selector of its Pods. */
  readonly selector?: LabelSelector | null | undefined;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** How its Pods are replaced. */
  readonly strategy?: DeploymentStrategy | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** Number of old ReplicaSets to keep. */
  readonly revisionHistoryLimit?: number | null | undefined;
  /** Whether its rollout is paused. */
  readonly paused?: boolean | null | undefined;
  /** Seconds without progress after which the rollout counts as failed. */
  readonly progressDeadlineSeconds?: number | null | undefined;
}

/** Observed state of a Deployment. */
export interface DeploymentStatus {
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** Pods that are not terminating. */
  readonly replicas?: number | null | undefined;
  /** Pods of the latest template. */
  readonly updatedReplicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods that have been ready for `minReadySeconds`. */
  readonly availableReplicas?: number | null | undefined;
  /** Pods that are still missing. */
  readonly unavailableReplicas?: number | null | undefined;
  /** Pods that are terminating. */
  readonly terminatingReplicas?: number | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly DeploymentCondition[] | null | undefined;
  /** Number of collisions of generated names. */
  readonly collisionCount?: number | null | undefined;
}

/** A condition of a Deployment. */
export interface DeploymentCondition extends Condition {
  /** When it was last checked. */
  readonly lastUpdateTime?: Timestamp | null | undefined;
}

/** A ReplicaSet. */
export interface ReplicaSet extends KubernetesObject<ReplicaSetSpec, ReplicaSetStatus> {}

/** Desired state of a ReplicaSet. */
export interface ReplicaSetSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** Selector of its Pods. */
  readonly selector?: LabelSelector | null | undefined;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
}

/** Observed state of a ReplicaSet. */
export interface ReplicaSetStatus {
  /** Pods that are not terminating. */
  readonly replicas?: number | null | undefined;
  /** Pods that have all labels of the template. */
  readonly fullyLabeledReplicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods that have been ready for `minReadySeconds`. */
  readonly availableReplicas?: number | null | undefined;
  /** Pods that are terminating. */
  readonly terminatingReplicas?: number | null | undefined;
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
}

/** A ReplicationController, the predecessor of the ReplicaSet. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ReplicationController
  extends KubernetesObject<ReplicationControllerSpec, ReplicationControllerStatus> {}

/** Desired state of a ReplicationController. */
export interface ReplicationControllerSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** Labels of the Pods that belong to it; absent means those of the template. */
  readonly selector?: StringMap | null | undefined;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
}

/** Observed state of a ReplicationController. */
export interface ReplicationControllerStatus {
  /** Pods that are not terminating. */
  readonly replicas?: number | null | undefined;
  /** Pods that have all labels of the template. */
  readonly fullyLabeledReplicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods that have been ready for `minReadySeconds`. */
  readonly availableReplicas?: number | null | undefined;
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
}

/** A StatefulSet. */
export interface StatefulSet extends KubernetesObject<StatefulSetSpec, StatefulSetStatus> {}

/** Desired state of a StatefulSet. */
export interface StatefulSetSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Selector of its Pods. */
  readonly selector?: LabelSelector | null | undefined;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** Templates of the volume claims of each Pod. */
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[] | null | undefined;
  /** The headless Service that gives its Pods their DNS names. */
  readonly serviceName?: string | null | undefined;
  /** `OrderedReady` or `Parallel`. */
  readonly podManagementPolicy?: string | null | undefined;
  /** How its Pods are replaced. */
  readonly updateStrategy?: StatefulSetUpdateStrategy | null | undefined;
  /** Number of old revisions to keep. */
  readonly revisionHistoryLimit?: number | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** When the volume claims are deleted; not read. */
  readonly persistentVolumeClaimRetentionPolicy?: unknown;
  /** The ordinals of its Pods. */
  readonly ordinals?: StatefulSetOrdinals | null | undefined;
}

/** Observed state of a StatefulSet. */
export interface StatefulSetStatus {
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** Pods that exist. */
  readonly replicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods of the current revision. */
  readonly currentReplicas?: number | null | undefined;
  /** Pods of the latest revision. */
  readonly updatedReplicas?: number | null | undefined;
  /** Name of the revision before an update. */
  readonly currentRevision?: string | null | undefined;
  /** Name of the revision after an update. */
  readonly updateRevision?: string | null | undefined;
  /** Number of collisions of generated names. */
  readonly collisionCount?: number | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
  /** Pods that have been ready for `minReadySeconds`. */
  readonly availableReplicas?: number | null | undefined;
}

/** A DaemonSet. */
export interface DaemonSet extends KubernetesObject<DaemonSetSpec, DaemonSetStatus> {}

/** Desired state of a DaemonSet, which runs one Pod on each eligible node. */
export interface DaemonSetSpec {
  /** Selector of its Pods. */
  readonly selector?: LabelSelector | null | undefined;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** How its Pods are replaced. */
  readonly updateStrategy?: DaemonSetUpdateStrategy | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** Number of old revisions to keep. */
  readonly revisionHistoryLimit?: number | null | undefined;
}

/** Observed state of a DaemonSet. */
export interface DaemonSetStatus {
  /** Nodes that run a Pod and should. */
  readonly currentNumberScheduled?: number | null | undefined;
  /** Nodes that run a Pod but should not. */
  readonly numberMisscheduled?: number | null | undefined;
  /** Nodes that should run a Pod. */
  readonly desiredNumberScheduled?: number | null | undefined;
  /** Nodes with a ready Pod. */
  readonly numberReady?: number | null | undefined;
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** Nodes with a Pod of the latest template. */
  readonly updatedNumberScheduled?: number | null | undefined;
  /** Nodes with a Pod that has been ready for `minReadySeconds`. */
  readonly numberAvailable?: number | null | undefined;
  /** Nodes that still lack such a Pod. */
  readonly numberUnavailable?: number | null | undefined;
  /** Number of collisions of generated names. */
  readonly collisionCount?: number | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
}
