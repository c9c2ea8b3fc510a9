import type {
  DaemonSet,
  Deployment,
  Job,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '@kubesem/core';
import { customKinds, type DrainCluster, type ScaleDefinition } from '@kubesem/disruption';
import type { Case } from '../../case/case.js';

/** The objects that decide about disruptions. A list is absent if the input has no such object: it may be missing. */
export function drainCluster(input: Case): DrainCluster {
  const known = <T>(type: string): readonly T[] | undefined =>
    input.count(type) > 0 ? input.list<T>(type) : undefined;
  const definitions = input.list<ScaleDefinition>(
    'apiextensions.k8s.io/v1 CustomResourceDefinition',
  );
  return {
    ...(definitions.length > 0 &&
      customKinds(
        definitions,
        input.objects.map(({ object }) => object),
      )),
    pods: input.list<Pod>('v1 Pod'),
    podDisruptionBudgets: input.list<PodDisruptionBudget>('policy/v1 PodDisruptionBudget'),
    deployments: known<Deployment>('apps/v1 Deployment'),
    replicaSets: known<ReplicaSet>('apps/v1 ReplicaSet'),
    statefulSets: known<StatefulSet>('apps/v1 StatefulSet'),
    replicationControllers: known<ReplicationController>('v1 ReplicationController'),
    jobs: known<Job>('batch/v1 Job'),
    daemonSets: known<DaemonSet>('apps/v1 DaemonSet'),
  };
}
