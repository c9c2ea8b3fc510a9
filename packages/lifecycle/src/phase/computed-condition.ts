import type { PodCondition } from '@kubesem/core';

/** What the kubelet says about the readiness of a Pod. */
export type ComputedCondition = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;

/** The conditions that the kubelet computes from the statuses of the containers. */
export interface PodConditions {
  /** Whether the init containers are through, and the sidecars have started. */
  readonly initialized: ComputedCondition;
  /** Whether Services send traffic to the Pod. */
  readonly ready: ComputedCondition;
  /** Whether all containers are ready. */
  readonly containersReady: ComputedCondition;
  /** Whether the sandbox and its network are there; only if `runtime` is given. */
  readonly readyToStartContainers?: ComputedCondition | undefined;
  /** Whether all containers restart; only if `runtime` is given, and a restart rule of the Pod can cause it. */
  readonly allContainersRestarting?: ComputedCondition | undefined;
}
