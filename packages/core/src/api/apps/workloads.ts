import type { PodTemplateSpec } from '../core/pod/pod.js';
import type { Condition, KubernetesObject, StringMap, Timestamp } from '../meta/metadata.js';

/** A Deployment. Source of this and the following: `k8s.io/api/apps/v1` v0.37.1. */
export interface Deployment extends KubernetesObject<DeploymentSpec, DeploymentStatus> {}

/** A Deployment as it is wished for. */
export interface DeploymentSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Which Pods belong to it; not read. */
  readonly selector?: unknown;
  /** What its Pods are made from. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** How Pods are replaced; not read. */
  readonly strategy?: unknown;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** How many old ReplicaSets are kept. */
  readonly revisionHistoryLimit?: number | null | undefined;
  /** Whether changes are held back. */
  readonly paused?: boolean | null | undefined;
  /** Seconds without progress after which it counts as failed. */
  readonly progressDeadlineSeconds?: number | null | undefined;
}

/** What is known of a Deployment. */
export interface DeploymentStatus {
  /** The `metadata.generation` that this status speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** Pods that are not ending. */
  readonly replicas?: number | null | undefined;
  /** Pods of the newest template. */
  readonly updatedReplicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods that have been ready for long enough. */
  readonly availableReplicas?: number | null | undefined;
  /** Pods that are still missing. */
  readonly unavailableReplicas?: number | null | undefined;
  /** Pods that are ending. */
  readonly terminatingReplicas?: number | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly DeploymentCondition[] | null | undefined;
  /** How often a name had to be made up anew. */
  readonly collisionCount?: number | null | undefined;
}

/** One aspect of a Deployment's state. */
export interface DeploymentCondition extends Condition {
  /** When it was looked at last. */
  readonly lastUpdateTime?: Timestamp | null | undefined;
}

/** A ReplicaSet. */
export interface ReplicaSet extends KubernetesObject<ReplicaSetSpec, ReplicaSetStatus> {}

/** A ReplicaSet as it is wished for. */
export interface ReplicaSetSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** Which Pods belong to it; not read. */
  readonly selector?: unknown;
  /** What its Pods are made from. */
  readonly template?: PodTemplateSpec | null | undefined;
}

/** What is known of a ReplicaSet. */
export interface ReplicaSetStatus {
  /** Pods that are not ending. */
  readonly replicas?: number | null | undefined;
  /** Pods that have all labels of the template. */
  readonly fullyLabeledReplicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods that have been ready for long enough. */
  readonly availableReplicas?: number | null | undefined;
  /** Pods that are ending. */
  readonly terminatingReplicas?: number | null | undefined;
  /** The `metadata.generation` that this status speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
}

/** A ReplicationController, the ancestor of the ReplicaSet. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface ReplicationController
  extends KubernetesObject<ReplicationControllerSpec, ReplicationControllerStatus> {}

/** A ReplicationController as it is wished for. */
export interface ReplicationControllerSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** Labels of the Pods that belong to it; absent means those of the template. */
  readonly selector?: StringMap | null | undefined;
  /** What its Pods are made from. */
  readonly template?: PodTemplateSpec | null | undefined;
}

/** What is known of a ReplicationController. */
export interface ReplicationControllerStatus {
  /** Pods that are not ending. */
  readonly replicas?: number | null | undefined;
  /** Pods that have all labels of the template. */
  readonly fullyLabeledReplicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods that have been ready for long enough. */
  readonly availableReplicas?: number | null | undefined;
  /** The `metadata.generation` that this status speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
}

/** A StatefulSet. */
export interface StatefulSet extends KubernetesObject<StatefulSetSpec, StatefulSetStatus> {}

/** A StatefulSet as it is wished for. */
export interface StatefulSetSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: number | null | undefined;
  /** Which Pods belong to it; not read. */
  readonly selector?: unknown;
  /** What its Pods are made from. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** What the volume claims of each Pod are made from; not read. */
  readonly volumeClaimTemplates?: unknown;
  /** The headless Service that gives its Pods their names. */
  readonly serviceName?: string | null | undefined;
  /** `OrderedReady` or `Parallel`. */
  readonly podManagementPolicy?: string | null | undefined;
  /** How Pods are replaced; not read. */
  readonly updateStrategy?: unknown;
  /** How many old revisions are kept. */
  readonly revisionHistoryLimit?: number | null | undefined;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** What becomes of the volume claims; not read. */
  readonly persistentVolumeClaimRetentionPolicy?: unknown;
  /** Where the numbers of the Pods start; not read. */
  readonly ordinals?: unknown;
}

/** What is known of a StatefulSet. */
export interface StatefulSetStatus {
  /** The `metadata.generation` that this status speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** Pods that exist. */
  readonly replicas?: number | null | undefined;
  /** Pods that are ready. */
  readonly readyReplicas?: number | null | undefined;
  /** Pods of the current revision. */
  readonly currentReplicas?: number | null | undefined;
  /** Pods of the newest revision. */
  readonly updatedReplicas?: number | null | undefined;
  /** Name of the revision that an update starts from. */
  readonly currentRevision?: string | null | undefined;
  /** Name of the revision that an update leads to. */
  readonly updateRevision?: string | null | undefined;
  /** How often a name had to be made up anew. */
  readonly collisionCount?: number | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
  /** Pods that have been ready for long enough. */
  readonly availableReplicas?: number | null | undefined;
}

/** A DaemonSet. */
export interface DaemonSet extends KubernetesObject<DaemonSetSpec, DaemonSetStatus> {}

/** A DaemonSet as it is wished for; it has one Pod on each fitting node. */
export interface DaemonSetSpec {
  /** Which Pods belong to it; not read. */
  readonly selector?: unknown;
  /** What its Pods are made from. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** How Pods are replaced; not read. */
  readonly updateStrategy?: unknown;
  /** Seconds that a Pod must be ready before it counts as available. */
  readonly minReadySeconds?: number | null | undefined;
  /** How many old revisions are kept. */
  readonly revisionHistoryLimit?: number | null | undefined;
}

/** What is known of a DaemonSet. */
export interface DaemonSetStatus {
  /** Nodes that run a Pod and should. */
  readonly currentNumberScheduled?: number | null | undefined;
  /** Nodes that run a Pod and should not. */
  readonly numberMisscheduled?: number | null | undefined;
  /** Nodes that should run a Pod. */
  readonly desiredNumberScheduled?: number | null | undefined;
  /** Nodes whose Pod is ready. */
  readonly numberReady?: number | null | undefined;
  /** The `metadata.generation` that this status speaks of. */
  readonly observedGeneration?: number | null | undefined;
  /** Nodes whose Pod is of the newest template. */
  readonly updatedNumberScheduled?: number | null | undefined;
  /** Nodes whose Pod has been ready for long enough. */
  readonly numberAvailable?: number | null | undefined;
  /** Nodes that still lack such a Pod. */
  readonly numberUnavailable?: number | null | undefined;
  /** How often a name had to be made up anew. */
  readonly collisionCount?: number | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
}
