import type { LabelSelector } from '../../meta/label-selector.js';

/** The nodes and other Pods that a Pod requires or prefers. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Affinity {
  /** Preferences for nodes; not read. */
  readonly nodeAffinity?: unknown;
  /** The Pods next to which it should run. */
  readonly podAffinity?: PodAffinity | null | undefined;
  /** The Pods that it should run away from. */
  readonly podAntiAffinity?: PodAffinity | null | undefined;
}

/** Required and preferred terms of a Pod. */
export interface PodAffinity {
  /** Required terms. */
  readonly requiredDuringSchedulingIgnoredDuringExecution?:
    | readonly PodAffinityTerm[]
    | null
    | undefined;
  /** Preferred terms. */
  readonly preferredDuringSchedulingIgnoredDuringExecution?:
    | readonly WeightedPodAffinityTerm[]
    | null
    | undefined;
}

/** A set of Pods and a topology. */
export interface PodAffinityTerm {
  /** Labels of the Pods; none is selected if it is absent. */
  readonly labelSelector?: LabelSelector | null | undefined;
  /** Their namespaces; the namespace of the Pod if this and `namespaceSelector` are absent. */
  readonly namespaces?: readonly string[] | null | undefined;
  /** The node label that has the same value within a topology domain. */
  readonly topologyKey?: string | null | undefined;
  /** Selector of their namespaces; an empty one selects all. */
  readonly namespaceSelector?: LabelSelector | null | undefined;
  /** Labels whose values they share with the Pod. */
  readonly matchLabelKeys?: readonly string[] | null | undefined;
  /** Labels whose values they do not share with the Pod. */
  readonly mismatchLabelKeys?: readonly string[] | null | undefined;
}

/** A term with a weight. */
export interface WeightedPodAffinityTerm {
  /** Weight, 1 to 100. */
  readonly weight?: number | null | undefined;
  /** The term. */
  readonly podAffinityTerm?: PodAffinityTerm | null | undefined;
}
