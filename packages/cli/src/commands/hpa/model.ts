import { byNamespace, type HorizontalPodAutoscaler, identityOf } from '@kubesem/core';
import {
  ABSENT,
  fields,
  type ListedKind,
  METRIC_KINDS,
  objectOf,
  textOf,
} from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import {
  type AutoscalerMetrics,
  type HpaDecision,
  hpaMetrics,
  hpaReplicas,
} from '@kubesem/workloads';
import {
  isScaledPod,
  metricTarget,
  observedReplicas,
  type ScaledObject,
  scaledReplicas,
} from '@kubesem/workloads/internal';
import { withMetric } from '../../io/cluster/metrics.js';
import { readClusterObjects } from '../../io/cluster-objects.js';
import type { Input } from '../../io/objects.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';
import { objectTitle } from '../../output/text.js';

/** A HorizontalPodAutoscaler, and what it decides. */
export type HpaModel = ReturnType<typeof hpaModel>;

/** When an autoscaler decides, and what else it knows. */
export interface HpaInput {
  readonly now: string;
  /** For how long the metrics have been as they are. */
  readonly steadySeconds?: number | undefined;
  /** What the metrics APIs of a cluster answer, for each metric of the autoscaler. */
  readonly answers?: AutoscalerMetrics['answers'];
}

/**
 * Computes what an autoscaler decides.
 *
 * @param hpa - of `autoscaling/v2` or `v1`
 * @param place - where it is
 * @param read - the workloads, Pods and metrics
 * @param past - the current time, for how long the metrics have been as they are, and what the metrics APIs answer
 * @throws FieldError if a field that counts has the wrong type or is not a quantity
 */
export function hpaModel(
  hpa: HorizontalPodAutoscaler,
  { file, line, item }: Pick<ManifestObject, 'file' | 'line' | 'item'>,
  read: ReadAutoscalers,
  past: HpaInput,
) {
  const { namespace, name } = identityOf(hpa);
  const spec = fields(hpa, ABSENT).at('spec');
  const target = spec.at('scaleTargetRef');
  const kind = target.text('kind');
  const workload = read.workloadOf(hpa);
  const decision = workload && decide(hpa, workload, read, past);
  return {
    ...{ file, line, item, namespace, name },
    /** What it scales, such as `Deployment/web`. */
    reference: `${kind}/${target.text('name')}`,
    minReplicas: spec.integer('minReplicas') ?? 1,
    maxReplicas: spec.integer('maxReplicas') ?? 0,
    /** `spec.replicas` of the workload; absent if it is not in the input. */
    ...(workload && { current: scaledReplicas(workload) }),
    /** Its metrics with their targets, such as `cpu: 55%/50%`. */
    targets: hpaMetrics(hpa).map((metric, index) =>
      metricTarget(metric, decision?.currentMetrics[index]),
    ),
    /** Absent if the workload is not in the input. */
    decision,
    /** Whether the cluster does not let the command list the workload. */
    ...(read.isUnknown(kind) && { isUnlisted: true }),
  };
}

function decide(
  autoscaler: HorizontalPodAutoscaler,
  workload: ScaledObject,
  { podsIn, custom, external, podsError }: ReadAutoscalers,
  { now, steadySeconds, answers }: HpaInput,
): HpaDecision {
  const { namespace } = identityOf(autoscaler);
  const { pods, usages } = podsIn(namespace);
  const own = pods.filter((pod) => isScaledPod(workload, pod));
  const names = new Set(own.map((pod) => identityOf(pod).name));
  return hpaReplicas(autoscaler, {
    pods: own,
    metrics: {
      pods: usages.filter((usage) => names.has(identityOf(usage).name)),
      podsError,
      custom: custom.filter(({ describedObject }) =>
        [namespace, ''].includes(textOf(objectOf(describedObject).namespace)),
      ),
      external,
      answers,
    },
    current: scaledReplicas(workload),
    observed: observedReplicas(workload),
    past: { steadySeconds },
    now,
  });
}

const SCALED = [
  kinds.DEPLOYMENT,
  kinds.STATEFUL_SET,
  kinds.REPLICA_SET,
  kinds.REPLICATION_CONTROLLER,
] as const;
const KINDS: readonly ListedKind[] = [
  kinds.HORIZONTAL_POD_AUTOSCALER,
  kinds.POD,
  ...SCALED,
  ...METRIC_KINDS,
];

/** Source: `k8s.io/apimachinery/pkg/api/errors` v0.37.1, `NewGenericServerResponse`. */
const NO_METRICS_API = 'the server could not find the requested resource (get pods.metrics.k8s.io)';

/** What decides about autoscalers. */
export type ReadAutoscalers = Awaited<ReturnType<typeof readAutoscalers>>;

/** Reads autoscalers, the workloads that they scale, Pods and metrics. */
export async function readAutoscalers(input: Input, terminal: Terminal) {
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
    /** Error that the controller gets if it asks for the usage of Pods. */
    podsError: isMissing && usages.length === 0 ? NO_METRICS_API : undefined,
    /** Whether the cluster does not show objects of a kind. */
    isUnknown: (kind: string) => isUnknown(terminal, kind),
    /** The autoscalers as they are in the input. */
    hpas: horizontalPodAutoscalers ?? [],
    /** The Pods of a namespace, and what they use. */
    podsIn: (namespace: string) => ({ pods: podsIn(namespace), usages: usagesIn(namespace) }),
    /** What an autoscaler scales. */
    workloadOf: (hpa: HorizontalPodAutoscaler) => {
      const target = fields(hpa, ABSENT).at('spec').at('scaleTargetRef');
      const [kind, name] = [target.text('kind'), target.text('name')];
      return workloads.get(objectTitle({ kind, namespace: identityOf(hpa).namespace, name }));
    },
    /** Whether the input has any metrics. */
    hasMetrics: usages.length + custom.length + external.length > 0,
  };
}
