import type { IntOrPercent } from '../../text/scaled-value.js';

/** How a Deployment replaces its Pods. Source of this and the following: `k8s.io/api/apps/v1` v0.37.1. */
export interface DeploymentStrategy {
  /** `RollingUpdate`, which is the default, or `Recreate`. */
  readonly type?: string | null | undefined;
  /** Limits of a rolling update. */
  readonly rollingUpdate?: RollingUpdateDeployment | null | undefined;
}

/** Limits of the rolling update of a Deployment; both are 25 % by default. */
export interface RollingUpdateDeployment {
  /** How many Pods may be missing. */
  readonly maxUnavailable?: IntOrPercent | null | undefined;
  /** How many Pods may be there in addition. */
  readonly maxSurge?: IntOrPercent | null | undefined;
}

/** How a DaemonSet replaces its Pods. */
export interface DaemonSetUpdateStrategy {
  /** `RollingUpdate`, which is the default, or `OnDelete`. */
  readonly type?: string | null | undefined;
  /** Limits of a rolling update. */
  readonly rollingUpdate?: RollingUpdateDaemonSet | null | undefined;
}

/** Limits of the rolling update of a DaemonSet. */
export interface RollingUpdateDaemonSet {
  /** How many nodes may lack a Pod; 1 by default. */
  readonly maxUnavailable?: IntOrPercent | null | undefined;
  /** How many nodes may run two Pods; 0 by default. */
  readonly maxSurge?: IntOrPercent | null | undefined;
}

/** How a StatefulSet replaces its Pods. */
export interface StatefulSetUpdateStrategy {
  /** `RollingUpdate`, which is the default, or `OnDelete`. */
  readonly type?: string | null | undefined;
  /** Limits of a rolling update. */
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy | null | undefined;
}

/** Limits of the rolling update of a StatefulSet. */
export interface RollingUpdateStatefulSetStrategy {
  /** The lowest ordinal that is updated; 0 by default. */
  readonly partition?: number | null | undefined;
  /** How many Pods may be missing; 1 by default. */
  readonly maxUnavailable?: IntOrPercent | null | undefined;
}

/** The ordinals of the Pods of a StatefulSet. */
export interface StatefulSetOrdinals {
  /** The first ordinal; 0 by default. */
  readonly start?: number | null | undefined;
}
