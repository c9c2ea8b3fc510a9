import type { Condition, KubernetesObject } from '../meta/metadata.js';

/**
 * A FlowSchema, which assigns requests to a priority level. Source of this and the following: `k8s.io/api/flowcontrol/v1`
 * v0.37.1.
 */
export interface FlowSchema extends KubernetesObject<FlowSchemaSpec, FlowSchemaStatus> {}

/** Which requests match, and their priority level. */
export interface FlowSchemaSpec {
  /** The priority level of the requests that match. */
  readonly priorityLevelConfiguration?: PriorityLevelConfigurationReference | null | undefined;
  /** Lower numbers are tried first, 1 to 10000; absent means 1000. */
  readonly matchingPrecedence?: number | null | undefined;
  /** How matching requests are divided into flows; if absent, they are one flow. */
  readonly distinguisherMethod?: FlowDistinguisherMethod | null | undefined;
  /** Rules; a request matches if one of them matches. */
  readonly rules?: readonly PolicyRulesWithSubjects[] | null | undefined;
}

/** A reference to a priority level. */
export interface PriorityLevelConfigurationReference {
  /** Name of the PriorityLevelConfiguration. */
  readonly name?: string | null | undefined;
}

/** How requests are divided into flows. */
export interface FlowDistinguisherMethod {
  /** `ByUser` or `ByNamespace`. */
  readonly type?: string | null | undefined;
}

/** Matches a request if one of its subjects and one of its rules match. */
export interface PolicyRulesWithSubjects {
  /** Who sends the request. */
  readonly subjects?: readonly FlowSchemaSubject[] | null | undefined;
  /** Rules for requests for resources. */
  readonly resourceRules?: readonly ResourcePolicyRule[] | null | undefined;
  /** Rules for requests for other paths. */
  readonly nonResourceRules?: readonly NonResourcePolicyRule[] | null | undefined;
}

/** Who sends the request. */
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
  /** Its name; `*` matches all. */
  readonly name?: string | null | undefined;
}

/** A service account. */
export interface ServiceAccountSubject {
  /** Its namespace. */
  readonly namespace?: string | null | undefined;
  /** Its name; `*` matches all in the namespace. */
  readonly name?: string | null | undefined;
}

/** Matches requests for resources; a list of only `*` matches everything. */
export interface ResourcePolicyRule {
  /** Verbs, such as `get` and `list`, in lower case. */
  readonly verbs?: readonly string[] | null | undefined;
  /** API groups, such as `apps`; the core group is the empty string. */
  readonly apiGroups?: readonly string[] | null | undefined;
  /** Resources, such as `pods` and `pods/log`. */
  readonly resources?: readonly string[] | null | undefined;
  /** Whether requests without a namespace match. */
  readonly clusterScope?: boolean | null | undefined;
  /** The namespaces in which requests match. */
  readonly namespaces?: readonly string[] | null | undefined;
}

/** Matches requests for paths that are not resources. */
export interface NonResourcePolicyRule {
  /** Verbs, such as `get`, in lower case. */
  readonly verbs?: readonly string[] | null | undefined;
  /** Paths; `*` matches all, and `/x/*` everything below `/x`. */
  readonly nonResourceURLs?: readonly string[] | null | undefined;
}

/** Observed state of a FlowSchema. */
export interface FlowSchemaStatus {
  /** Its conditions, such as `Dangling` if its priority level does not exist. */
  readonly conditions?: readonly Condition[] | null | undefined;
}
