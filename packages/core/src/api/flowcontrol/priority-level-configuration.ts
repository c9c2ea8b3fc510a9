import type { Condition, KubernetesObject } from '../meta/metadata.js';

/**
 * A PriorityLevelConfiguration: how many requests execute at once, and how the others wait. Source of this and
 * the following: `k8s.io/api/flowcontrol/v1` v0.37.1, and `v1beta1` and `v1beta2` of earlier releases for the name
 * `assuredConcurrencyShares`.
 */
export interface PriorityLevelConfiguration
  extends KubernetesObject<PriorityLevelConfigurationSpec, PriorityLevelConfigurationStatus> {}

/** How requests of the level are limited. */
export interface PriorityLevelConfigurationSpec {
  /** `Limited` or `Exempt`. */
  readonly type?: string | null | undefined;
  /** For the type `Limited`. */
  readonly limited?: LimitedPriorityLevelConfiguration | null | undefined;
  /** For the type `Exempt`. */
  readonly exempt?: ExemptPriorityLevelConfiguration | null | undefined;
}

/** A level whose requests are limited. */
export interface LimitedPriorityLevelConfiguration {
  /** Its share of the seats of the server, relative to the other levels; absent means 30. */
  readonly nominalConcurrencyShares?: number | null | undefined;
  /** The name of the shares in older API versions. */
  readonly assuredConcurrencyShares?: number | null | undefined;
  /** What happens to requests without a seat. */
  readonly limitResponse?: LimitResponse | null | undefined;
  /** Share of its seats that other levels may borrow, in percent; absent means 0. */
  readonly lendablePercent?: number | null | undefined;
  /** Number of seats that it may borrow, in percent of its own; absent means without limit. */
  readonly borrowingLimitPercent?: number | null | undefined;
}

/** A level whose requests are never limited. */
export interface ExemptPriorityLevelConfiguration {
  /** Its share of the seats of the server; absent means 0. */
  readonly nominalConcurrencyShares?: number | null | undefined;
  /** Share of them that other levels may borrow, in percent; absent means 0. */
  readonly lendablePercent?: number | null | undefined;
}

/** What happens to requests without a seat. */
export interface LimitResponse {
  /** `Queue` or `Reject`. */
  readonly type?: string | null | undefined;
  /** For the type `Queue`. */
  readonly queuing?: QueuingConfiguration | null | undefined;
}

/** How requests wait. */
export interface QueuingConfiguration {
  /** The number of queues; absent means 64. */
  readonly queues?: number | null | undefined;
  /** The number of queues that one flow may use; absent means 8. */
  readonly handSize?: number | null | undefined;
  /** Maximum number of requests in one queue; absent means 50. */
  readonly queueLengthLimit?: number | null | undefined;
}

/** Observed state of a PriorityLevelConfiguration. */
export interface PriorityLevelConfigurationStatus {
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
}
