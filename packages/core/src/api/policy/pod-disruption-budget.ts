import type { IntOrPercent } from '../../text/scaled-value.js';
import type { LabelSelector } from '../meta/label-selector.js';
import type { Condition, KubernetesObject, Timestamp } from '../meta/metadata.js';

/** A PodDisruptionBudget. Source of this and the following: `k8s.io/api/policy/v1` v0.37.1. */
export interface PodDisruptionBudget
  extends KubernetesObject<PodDisruptionBudgetSpec, PodDisruptionBudgetStatus> {}

/** Desired state of a PodDisruptionBudget. It has `minAvailable` or `maxUnavailable`. */
export interface PodDisruptionBudgetSpec {
  /** The number of Pods that must stay available, or a percentage such as `50%`. */
  readonly minAvailable?: IntOrPercent | null | undefined;
  /** Selector of its Pods: an absent one selects none, an empty one all Pods of the namespace. */
  readonly selector?: LabelSelector | null | undefined;
  /** The number of Pods that may be unavailable, or a percentage such as `50%`. */
  readonly maxUnavailable?: IntOrPercent | null | undefined;
  /** When Pods that are not ready can be evicted: `IfHealthyBudget`, which is the default, or `AlwaysAllow`. */
  readonly unhealthyPodEvictionPolicy?: string | null | undefined;
}

/** Observed state of a PodDisruptionBudget. */
export interface PodDisruptionBudgetStatus {
  /** The `metadata.generation` that this status describes. */
  readonly observedGeneration?: number | null | undefined;
  /** Pods whose eviction was allowed, with its time, until they are being deleted. */
  readonly disruptedPods?: DisruptedPods | null | undefined;
  /** The number of Pods that can be evicted now. */
  readonly disruptionsAllowed?: number | null | undefined;
  /** The number of ready Pods. */
  readonly currentHealthy?: number | null | undefined;
  /** The number of Pods that must stay ready. */
  readonly desiredHealthy?: number | null | undefined;
  /** The number of Pods that there should be. */
  readonly expectedPods?: number | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly PodDisruptionBudgetCondition[] | null | undefined;
}

/** Pods whose eviction was allowed, by name. */
export interface DisruptedPods {
  /** When the eviction was allowed. */
  readonly [pod: string]: Timestamp | null | undefined;
}

/** A condition of a PodDisruptionBudget. */
export interface PodDisruptionBudgetCondition extends Condition {
  /** The `metadata.generation` that it describes. */
  readonly observedGeneration?: number | null | undefined;
}
