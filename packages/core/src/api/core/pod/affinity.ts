import type { LabelSelector } from '../../meta/label-selector.js';

/** The nodes and other Pods that a Pod requires or prefers. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Affinity {
  /** The nodes on which it must or should run. */
  readonly nodeAffinity?: NodeAffinity | null | undefined;
  /** The Pods next to which it should run. */
  readonly podAffinity?: PodAffinity | null | undefined;
  /** The Pods that it should run away from. */
  readonly podAntiAffinity?: PodAffinity | null | undefined;
}

/** Required and preferred nodes of a Pod. */
export interface NodeAffinity {
  /** The nodes on which the Pod can run. */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | null | undefined;
  /** The nodes on which it should run. */
  readonly preferredDuringSchedulingIgnoredDuringExecution?:
    | readonly PreferredSchedulingTerm[]
    | null
    | undefined;
}

/** A selector of nodes: one of its terms must match. */
export interface NodeSelector {
  /** The terms. */
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null | undefined;
}

/** A term of a {@link NodeSelector}: all its requirements must be met. A term without requirements matches no node. */
export interface NodeSelectorTerm {
  /** Requirements for labels. */
  readonly matchExpressions?: readonly NodeSelectorRequirement[] | null | undefined;
  /** Requirements for fields; Kubernetes has only `metadata.name`. */
  readonly matchFields?: readonly NodeSelectorRequirement[] | null | undefined;
}

/** A requirement of a {@link NodeSelectorTerm}. */
export interface NodeSelectorRequirement {
  /** Key of the label, or the field. */
  readonly key?: string | null | undefined;
  /** `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`. */
  readonly operator?: string | null | undefined;
  /** The values: one for `Gt` and `Lt`, none for `Exists` and `DoesNotExist`. */
  readonly values?: readonly string[] | null | undefined;
}

/** A term with a weight. */
export interface PreferredSchedulingTerm {
  /** Weight, 1 to 100. */
  readonly weight?: number | null | undefined;
  /** The term. */
  readonly preference?: NodeSelectorTerm | null | undefined;
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
