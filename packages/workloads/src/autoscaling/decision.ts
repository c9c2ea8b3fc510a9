import type { Pod, Timestamp } from '@kubesem/core';
import type { AutoscalerMetrics } from './autoscaler-metrics.js';
import type { AutoscalerPast } from './limits.js';
import type { CurrentMetricValue } from './metric-proposals.js';
import type { ProposalRule, Tolerances } from './proposal.js';

/** Options of {@link hpaReplicas}. */
export interface HpaReplicasOptions {
  /** The Pods of the workload that is scaled. */
  readonly pods: readonly Pod[];
  /** The metrics. */
  readonly metrics: AutoscalerMetrics;
  /** The desired number of Pods now: `spec.replicas` of the workload. */
  readonly current: number;
  /** The number of Pods that the workload reports: `status.replicas`; by default the desired one. */
  readonly observed?: number | undefined;
  /** What the controller remembers; by default nothing, as after a restart. */
  readonly past?: AutoscalerPast | undefined;
  /** The current time. */
  readonly now: Timestamp;
}

/** A condition of an autoscaler. */
export interface AutoscalerCondition {
  /** `AbleToScale`, `ScalingActive`, `ScalingLimited` or `ScaledToZero`. */
  readonly type: string;
  /** `True`, `False` or `Unknown`. */
  readonly status: string;
  /** One-word reason. */
  readonly reason: string;
  /** Message of the controller. */
  readonly message: string;
}

/** How a Pod counted: see {@link HpaMetricExplanation.pods}. */
export type HpaPodState = 'COUNTED' | 'UNREADY' | 'MISSING' | 'IGNORED';

/** A Pod, and how it counted. */
export interface HpaPod {
  /** Name of the Pod. */
  readonly name: string;
  /** How it counted. */
  readonly state: HpaPodState;
}

/** What one metric proposed, and why. */
export interface HpaMetricExplanation {
  /** Type of the metric, such as `Resource`. */
  readonly type: string;
  /** Name of the metric in messages; empty if it failed. */
  readonly name: string;
  /** The number of Pods that it proposed; undefined if it failed. */
  readonly replicas: number | undefined;
  /** Why it proposed that number; undefined if it failed. */
  readonly rule: ProposalRule | undefined;
  /** The current value divided by the target; undefined if it failed. */
  readonly ratio: number | undefined;
  /** The same with assumed values for Pods that are missing or unready; undefined if none are. */
  readonly adjustedRatio: number | undefined;
  /**
   * How each Pod counted, by name. `UNREADY` Pods count 0 on scaling up, and not at all on scaling down. `MISSING` Pods have
   * no usage. They count 0 on scaling up. On scaling down, they count the target, for a utilization at least their whole
   * request. `IGNORED` Pods have failed or are being deleted.
   */
  readonly pods: readonly HpaPod[];
  /** Why it failed; undefined if it did not. */
  readonly failure: string | undefined;
}

/** What an autoscaler decides. */
export interface HpaDecision {
  /** The number of Pods that it wants. */
  readonly replicas: number;
  /** Whether it changes the workload. */
  readonly scales: boolean;
  /** Why it changes the workload, in the words of its event; empty if it does not. */
  readonly reason: string;
  /**
   * What failed, in the words of the controller; absent if nothing did. The autoscaler can still scale by other metrics.
   */
  readonly error?: string | undefined;
  /** The conditions that it writes. */
  readonly conditions: readonly AutoscalerCondition[];
  /** The current values of the metrics, in their order; undefined for those that failed. */
  readonly currentMetrics: readonly (CurrentMetricValue | undefined)[];
  /** What each metric proposed; empty if none was computed. */
  readonly metrics: readonly HpaMetricExplanation[];
  /** Which differences from the target are ignored, as fractions. */
  readonly tolerance: Tolerances;
  /** The highest proposal; undefined if none was computed. */
  readonly recommended: number | undefined;
  /** The recommendation after earlier ones were taken into account; undefined if none was computed. */
  readonly stabilized: number | undefined;
}
