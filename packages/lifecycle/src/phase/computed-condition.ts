import type { PodCondition } from '@kubesem/core';

/** A condition that the kubelet computes, without times. */
export type ComputedCondition = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;

/** The conditions that the kubelet computes from the statuses of the containers. */
export interface PodConditions {
  /** Whether the init containers have succeeded and the sidecars have started. */
  readonly initialized: ComputedCondition;
  /** Whether the Pod is ready, so Services send traffic to it. */
  readonly ready: ComputedCondition;
  /** Whether all containers are ready. */
  readonly containersReady: ComputedCondition;
  /** Whether the sandbox and its network are ready; only with `runtime`. */
  readonly readyToStartContainers?: ComputedCondition | undefined;
  /** Whether all containers restart; only with `runtime`, and if a restart rule of the Pod can cause it. */
  readonly allContainersRestarting?: ComputedCondition | undefined;
}
