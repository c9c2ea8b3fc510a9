import type {
  Deployment,
  ExternalMetricValue,
  HorizontalPodAutoscaler,
  MetricValue,
  Pod,
  PodMetrics,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '@kubesem/core';
import { type ReadLists, readLists } from '../../io/lists.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';

type List = 'hpas' | 'v1Hpas' | 'pods' | 'usages' | 'custom' | 'external' | ScaledKind;
type ScaledKind = 'Deployment' | 'StatefulSet' | 'ReplicaSet' | 'ReplicationController';

const LISTS: ReadonlyMap<string, List> = /* @__PURE__ */ new Map<string, List>([
  ['autoscaling/v2 HorizontalPodAutoscaler', 'hpas'],
  ['autoscaling/v1 HorizontalPodAutoscaler', 'v1Hpas'],
  ['v1 Pod', 'pods'],
  ['metrics.k8s.io/v1beta1 PodMetrics', 'usages'],
  ['custom.metrics.k8s.io/v1beta1 MetricValue', 'custom'],
  ['custom.metrics.k8s.io/v1beta2 MetricValue', 'custom'],
  ['external.metrics.k8s.io/v1beta1 ExternalMetricValue', 'external'],
  ['apps/v1 Deployment', 'Deployment'],
  ['apps/v1 StatefulSet', 'StatefulSet'],
  ['apps/v1 ReplicaSet', 'ReplicaSet'],
  ['v1 ReplicationController', 'ReplicationController'],
]);

/** A workload that can be scaled. */
export type ScaledObject = Deployment | StatefulSet | ReplicaSet | ReplicationController;

/** What decides about autoscalers. */
export interface ReadAutoscalers extends Pick<ReadLists<List>, 'placeOf' | 'problems' | 'errors'> {
  /** The autoscalers as they are in the input. */
  readonly hpas: readonly HorizontalPodAutoscaler[];
  readonly pods: readonly Pod[];
  readonly usages: readonly PodMetrics[];
  readonly custom: readonly MetricValue[];
  readonly external: readonly ExternalMetricValue[];
  /** The workloads of a kind; empty for other kinds. */
  readonly workloadsOf: (kind: string) => readonly ScaledObject[];
}

/** Reads autoscalers, the workloads that they scale, Pods and metrics. */
export async function readAutoscalers(input: Input, terminal: Terminal): Promise<ReadAutoscalers> {
  const { objectsOf, ...read } = await readLists(input, terminal, LISTS);
  const kinds: readonly string[] = [
    ...['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'],
  ];
  return {
    ...read,
    hpas: [
      ...(objectsOf<HorizontalPodAutoscaler>('hpas') ?? []),
      ...(objectsOf<HorizontalPodAutoscaler>('v1Hpas') ?? []),
    ],
    pods: objectsOf<Pod>('pods') ?? [],
    usages: objectsOf<PodMetrics>('usages') ?? [],
    custom: objectsOf<MetricValue>('custom') ?? [],
    external: objectsOf<ExternalMetricValue>('external') ?? [],
    workloadsOf: (kind) =>
      kinds.includes(kind) ? (objectsOf<ScaledObject>(kind as ScaledKind) ?? []) : [],
  };
}
