import type { Condition, KubernetesObject } from '../meta/metadata.js';

/**
 * A FlowSchema: assigns requests to a priority level. Source of this and the following: `k8s.io/api/flowcontrol/v1`
 * v0.37.1.
 */
export interface FlowSchema extends KubernetesObject<FlowSchemaSpec, FlowSchemaStatus> {}

/** Which requests match, and where they go. */
export interface FlowSchemaSpec {
  /** The priority level of the requests that match. */
  readonly priorityLevelConfiguration?: PriorityLevelConfigurationReference | null | undefined;
  /** Lower numbers are tried first, 1 to 10000; absent means 1000. */
  readonly matchingPrecedence?: number | null | undefined;
  /** What makes a flow of the requests that match; absent means that they are one flow. */
  readonly distinguisherMethod?: FlowDistinguisherMethod | null | undefined;
  /** A request matches if one of them does. */
  readonly rules?: readonly PolicyRulesWithSubjects[] | null | undefined;
}

/** Names a priority level. */
export interface PriorityLevelConfigurationReference {
  /** Name of the PriorityLevelConfiguration. */
  readonly name?: string | null | undefined;
}

/** What makes a flow. */
export interface FlowDistinguisherMethod {
  /** `ByUser` or `ByNamespace`. */
  readonly type?: string | null | undefined;
}

/** Matches a request if one of its subjects does, and one of the rules for that kind of request. */
export interface PolicyRulesWithSubjects {
  /** Who asks. */
  readonly subjects?: readonly FlowSchemaSubject[] | null | undefined;
  /** What is asked of resources. */
  readonly resourceRules?: readonly ResourcePolicyRule[] | null | undefined;
  /** What is asked of other paths. */
  readonly nonResourceRules?: readonly NonResourcePolicyRule[] | null | undefined;
}

/** Who asks. */
export interface FlowSchemaSubject {
  /** `User`, `Group` or `ServiceAccount`. */
  readonly kind?: string | null | undefined;
  /** For the kind `User`. */
  readonly user?: NamedSubject | null | undefined;
  /** For the kind `Group`. */
  readonly group?: NamedSubject | null | undefined;
  /** For the kind `ServiceAccount`. */
  readonly serviceAccount?: ServiceAccountSubject | null | undefined;
}

/** A user or a group. */
export interface NamedSubject {
  /** Its name; `*` stands for all. */
  readonly name?: string | null | undefined;
}

/** A service account. */
export interface ServiceAccountSubject {
  /** Its namespace. */
  readonly namespace?: string | null | undefined;
  /** Its name; `*` stands for all of the namespace. */
  readonly name?: string | null | undefined;
}

/** What is asked of resources; in each list a lone `*` stands for everything. */
export interface ResourcePolicyRule {
  /** Such as `get` and `list`, lower case. */
  readonly verbs?: readonly string[] | null | undefined;
  /** Such as `apps`; the core group is the empty string. */
  readonly apiGroups?: readonly string[] | null | undefined;
  /** Such as `pods` and `pods/log`. */
  readonly resources?: readonly string[] | null | undefined;
  /** Whether requests without a namespace match. */
  readonly clusterScope?: boolean | null | undefined;
  /** The namespaces in which requests match. */
  readonly namespaces?: readonly string[] | null | undefined;
}

/** What is asked of paths that are no resources. */
export interface NonResourcePolicyRule {
  /** Such as `get`, lower case. */
  readonly verbs?: readonly string[] | null | undefined;
  /** Paths, with everything below them; `*` stands for all. */
  readonly nonResourceURLs?: readonly string[] | null | undefined;
}

/** What is known of a FlowSchema. */
export interface FlowSchemaStatus {
  /** Above all `Dangling`: its priority level does not exist. */
  readonly conditions?: readonly Condition[] | null | undefined;
}
