import {
  byNamespace,
  type Deployment,
  type ExternalMetricValue,
  type HorizontalPodAutoscaler,
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
import { identityOf } from '../../io/lenient.js';
import { listsByType, type ReadLists, readLists } from '../../io/lists.js';
import type { Input } from '../../io/objects.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';
import { objectTitle } from '../../output/text.js';

type List = 'hpas' | 'pods' | 'usages' | 'custom' | 'external' | 'workloads';

const LISTS: ReadonlyMap<string, List> = /* @__PURE__ */ new Map<string, List>([
  ...listsByType<List>([
    [HORIZONTAL_POD_AUTOSCALER, 'hpas'],
    [POD, 'pods'],
    [DEPLOYMENT, 'workloads'],
    [STATEFUL_SET, 'workloads'],
    [REPLICA_SET, 'workloads'],
    [REPLICATION_CONTROLLER, 'workloads'],
  ]),
  ['metrics.k8s.io/v1beta1 PodMetrics', 'usages'],
  ['custom.metrics.k8s.io/v1beta1 MetricValue', 'custom'],
  ['custom.metrics.k8s.io/v1beta2 MetricValue', 'custom'],
  ['external.metrics.k8s.io/v1beta1 ExternalMetricValue', 'external'],
]);

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
export interface ReadAutoscalers extends Pick<ReadLists<List>, 'placeOf' | 'problems' | 'errors'> {
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
  const { objectsOf, placeOf, ...read } = await readLists(input, terminal, LISTS);
  const usages = objectsOf<PodMetrics>('usages') ?? [];
  const custom = (objectsOf<JSONObject>('custom') ?? []).map(withMetric);
  const { unlisted = [] } = terminal;
  const isMissing = unlisted.some(({ kind, status }) => kind === 'PodMetrics' && status === 404);
  const external = objectsOf<ExternalMetricValue>('external') ?? [];
  const workloads = new Map(
    (objectsOf<ScaledObject>('workloads') ?? []).map((each) => [
      objectTitle({ kind: placeOf(each)?.kind ?? '', ...identityOf(each) }),
      each,
    ]),
  );
  return {
    ...{ ...read, placeOf, custom, external },
    podsError: isMissing && usages.length === 0 ? NO_METRICS_API : undefined,
    isUnknown: (kind) => isUnknown(terminal, kind),
    hpas: objectsOf<HorizontalPodAutoscaler>('hpas') ?? [],
    podsIn: byNamespace<PodsAndUsages>({ pods: objectsOf<Pod>('pods') ?? [], usages }),
    workloadOf: (title) => workloads.get(objectTitle(title)),
    hasMetrics: usages.length + custom.length + external.length > 0,
  };
}
