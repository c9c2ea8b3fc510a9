import type { Timestamp } from '@kubesem/core';

/** A recommendation of the controller, before it was stabilized and limited. */
export interface PastRecommendation {
  /** The number of Pods. */
  readonly replicas: number;
  /** When it was computed. */
  readonly time: Timestamp;
}

/** A change that the controller has made. */
export interface PastScaling {
  /** By how many Pods; never negative. */
  readonly change: number;
  /** When it was made. */
  readonly time: Timestamp;
}

/** What the controller remembers of an autoscaler while it runs. */
export interface AutoscalerPast {
  /** Earlier recommendations; if there are none, the current number of Pods counts as one. */
  readonly recommendations?: readonly PastRecommendation[] | undefined;
  /**
   * For how many seconds the metrics have been as they are now; 0 by default. Without earlier recommendations, the current number of
   * Pods counts as the one before. If it is older than the stabilization window, which has 5 minutes by default, the controller
   * deletes Pods.
   */
  readonly steadySeconds?: number | undefined;
  /** Earlier times when it added Pods; only with a `behavior`. */
  readonly scaleUps?: readonly PastScaling[] | undefined;
  /** Earlier times when it deleted Pods; only with a `behavior`. */
  readonly scaleDowns?: readonly PastScaling[] | undefined;
}
