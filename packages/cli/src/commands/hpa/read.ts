import {
  byNamespace,
  type Deployment,
  type ExternalMetricValue,
  type HorizontalPodAutoscaler,
  identityOf,
  type ListedKind,
  METRIC_KINDS,
  type MetricValue,
  type Pod,
  type PodMetrics,
  type ReplicaSet,
  type ReplicationController,
  type StatefulSet,
} from '@kubesem/core';
import {
  DEPLOYMENT,
  HORIZONTAL_POD_AUTOSCALER,
  POD,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import { withMetric } from '../../io/cluster/metrics.js';
import { type ReadObjects, readClusterObjects } from '../../io/cluster-objects.js';
import type { Input } from '../../io/objects.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';
import { objectTitle } from '../../output/text.js';

const SCALED = [DEPLOYMENT, STATEFUL_SET, REPLICA_SET, REPLICATION_CONTROLLER] as const;
const KINDS: readonly ListedKind[] = [HORIZONTAL_POD_AUTOSCALER, POD, ...SCALED, ...METRIC_KINDS];

/** Source: `k8s.io/apimachinery/pkg/api/errors` v0.37.1, `NewGenericServerResponse`. */
const NO_METRICS_API = 'the server could not find the requested resource (get pods.metrics.k8s.io)';

/** A workload that can be scaled. */
export type ScaledObject = Deployment | StatefulSet | ReplicaSet | ReplicationController;

/** The Pods of a namespace, and what they use. */
export interface PodsAndUsages {
  readonly pods: readonly Pod[];
  readonly usages: readonly PodMetrics[];
}

/** What decides about autoscalers. */
export interface ReadAutoscalers extends Pick<ReadObjects, 'placeOf' | 'problems' | 'errors'> {
  /** The autoscalers as they are in the input. */
  readonly hpas: readonly HorizontalPodAutoscaler[];
  readonly custom: readonly MetricValue[];
  readonly external: readonly ExternalMetricValue[];
  /** Error that the controller gets if it asks for the usage of Pods. */
  readonly podsError: string | undefined;
  /** Whether the cluster does not show objects of a kind. */
  readonly isUnknown: (kind: string) => boolean;
  readonly podsIn: (namespace: string) => PodsAndUsages;
  readonly workloadOf: (title: Parameters<typeof objectTitle>[0]) => ScaledObject | undefined;
  /** Whether the input has any metrics. */
  readonly hasMetrics: boolean;
}

/** Reads autoscalers, the workloads that they scale, Pods and metrics. */
export async function readAutoscalers(input: Input, terminal: Terminal): Promise<ReadAutoscalers> {
  const { cluster, placeOf, ...read } = await readClusterObjects(input, terminal, {
    kinds: KINDS,
  });
  const { pods, podMetrics, metricValues, externalMetricValues, horizontalPodAutoscalers } =
    cluster;
  const usages = podMetrics ?? [];
  const custom = (metricValues ?? []).map((each) => withMetric(each as JSONObject));
  const external = externalMetricValues ?? [];
  const [podsIn, usagesIn] = [byNamespace(pods ?? []), byNamespace(usages)];
  const { unlisted = [] } = terminal;
  const isMissing = unlisted.some(({ kind, status }) => kind === 'PodMetrics' && status === 404);
  const workloads = new Map(
    SCALED.flatMap(({ kind, listKey }) =>
      (cluster[listKey as 'deployments'] ?? []).map((each): [string, ScaledObject] => [
        objectTitle({ kind, ...identityOf(each) }),
        each,
      ]),
    ),
  );
  return {
    ...{ ...read, placeOf, custom, external },
    podsError: isMissing && usages.length === 0 ? NO_METRICS_API : undefined,
    isUnknown: (kind) => isUnknown(terminal, kind),
    hpas: horizontalPodAutoscalers ?? [],
    podsIn: (namespace) => ({ pods: podsIn(namespace), usages: usagesIn(namespace) }),
    workloadOf: (title) => workloads.get(objectTitle(title)),
    hasMetrics: usages.length + custom.length + external.length > 0,
  };
}
