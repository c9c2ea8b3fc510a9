import type { ClusterLists, ClusterObjects } from '@kubesem/core';

/**
 * The objects of a cluster that affect disruptions.
 *
 * An empty list means that the cluster has no such objects. Omit a list that you do not know. Only a drain reads the DaemonSets,
 * and only its simulation the Jobs.
 */
export interface DisruptionCluster
  extends ClusterLists<'pods'>,
    Pick<
      ClusterObjects,
      | 'deployments'
      | 'replicaSets'
      | 'statefulSets'
      | 'replicationControllers'
      | 'daemonSets'
      | 'jobs'
    > {
  /** The kinds of the API that are not built in; absent if they are not known. */
  readonly kinds?: readonly ApiKind[] | null | undefined;
  /** Whether there may be other kinds, because the input is not a whole cluster; false by default. */
  readonly lacksKinds?: boolean | undefined;
  /** The scales of objects of these kinds. */
  readonly scales?: readonly ObjectScale[] | null | undefined;
}

/** A kind of the API. */
export interface ApiKind {
  /** API group and version, such as `argoproj.io/v1alpha1`. */
  readonly apiVersion: string;
  /** Kind, such as `Rollout`. */
  readonly kind: string;
  /** Name of its resource, such as `rollouts`. */
  readonly resource: string;
  /** Whether its objects have the subresource `scale`; false by default. */
  readonly hasScale?: boolean | undefined;
}

/** The subresource `scale` of an object. */
export interface ObjectScale {
  /** API group and version of the object. */
  readonly apiVersion: string;
  /** Kind of the object. */
  readonly kind: string;
  /** Namespace of the object. */
  readonly namespace: string;
  /** Name of the object. */
  readonly name: string;
  /** `metadata.uid` of the object. */
  readonly uid: string;
  /** Its number of replicas. */
  readonly replicas: number;
  /** Why the API server cannot read it; absent if it can. */
  readonly failure?: string | undefined;
}
