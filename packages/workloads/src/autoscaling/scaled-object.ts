import {
  attempt,
  type Deployment,
  type LabelSelector,
  type Pod,
  type ReplicaSet,
  type ReplicationController,
  type StatefulSet,
} from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { matchesLabelSelector } from '@kubesem/selectors';

/** A workload that can be scaled. */
export type ScaledObject = Deployment | StatefulSet | ReplicaSet | ReplicationController;

/** `spec.replicas` of a workload; 1 by default. */
export function scaledReplicas(workload: ScaledObject): number {
  return (
    fields<ReplicaSet>(workload as ReplicaSet, ABSENT)
      .at('spec')
      .integer('replicas') ?? 1
  );
}

/** `status.replicas` of a workload. */
export function observedReplicas(workload: ScaledObject): number | undefined {
  return fields<ReplicaSet>(workload as ReplicaSet, ABSENT)
    .at('status')
    .integer('replicas');
}

/** The selector of a workload. A ReplicationController has a map instead. */
export function scaledSelector(workload: ScaledObject): LabelSelector | undefined {
  const { selector } = fields(workload as ReplicaSet, ABSENT).at('spec').value;
  const isMap = Object.values(selector ?? {}).every((value) => typeof value === 'string');
  return isMap ? { matchLabels: selector as Record<string, string> } : (selector ?? undefined);
}

/** Whether a workload selects a Pod. */
export function isScaledPod(workload: ScaledObject, pod: Pod): boolean {
  const { labels } = fields(pod, ABSENT).at('metadata').value;
  return attempt(() => matchesLabelSelector(scaledSelector(workload), labels)).value === true;
}
