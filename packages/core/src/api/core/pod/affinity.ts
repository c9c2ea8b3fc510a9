/** Which nodes and neighbours a Pod wishes for. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Affinity {
  /** Preferences for nodes; not read. */
  readonly nodeAffinity?: unknown;
  /** The Pods that it wishes to be near to. */
  readonly podAffinity?: PodAffinity | null | undefined;
  /** The Pods that it wishes to be away from. */
  readonly podAntiAffinity?: PodAffinity | null | undefined;
}

/** What a Pod wishes of its neighbours. */
export interface PodAffinity {
  /** What must hold. */
  readonly requiredDuringSchedulingIgnoredDuringExecution?:
    | readonly PodAffinityTerm[]
    | null
    | undefined;
  /** What should hold. */
  readonly preferredDuringSchedulingIgnoredDuringExecution?:
    | readonly WeightedPodAffinityTerm[]
    | null
    | undefined;
}

/** Pods, and how near is near. */
export interface PodAffinityTerm {
  /** Labels of the Pods; not read. */
  readonly labelSelector?: unknown;
  /** Their namespaces; without any, and without a selector of namespaces, the Pod's own. */
  readonly namespaces?: readonly string[] | null | undefined;
  /** The label of nodes whose value is the same near by. */
  readonly topologyKey?: string | null | undefined;
  /** Labels of their namespaces; an empty one selects all. */
  readonly namespaceSelector?: object | null | undefined;
  /** Labels in which they are like the Pod. */
  readonly matchLabelKeys?: readonly string[] | null | undefined;
  /** Labels in which they are unlike the Pod. */
  readonly mismatchLabelKeys?: readonly string[] | null | undefined;
}

/** Pods, and how much it matters. */
export interface WeightedPodAffinityTerm {
  /** How much, 1 to 100. */
  readonly weight?: number | null | undefined;
  /** The Pods. */
  readonly podAffinityTerm?: PodAffinityTerm | null | undefined;
}
