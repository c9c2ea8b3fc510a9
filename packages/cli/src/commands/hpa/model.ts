import {
  attempt,
  byNamespace,
  type Deployment,
  type HorizontalPodAutoscaler,
  identityOf,
  type LabelSelector,
  type MetricSpec,
  type Pod,
  type ReplicaSet,
  type ReplicationController,
  type StatefulSet,
} from '@kubesem/core';
import { type ListedKind, METRIC_KINDS, objectOf, textOf } from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import {
  formatLabelRequirements,
  labelSelectorRequirements,
  matchesLabelSelector,
} from '@kubesem/selectors';
import {
  type AutoscalerMetrics,
  type HpaDecision,
  hpaMetrics,
  hpaReplicas,
} from '@kubesem/workloads';
import { type MetricQuery, withMetric } from '../../io/cluster/metrics.js';
import { countOf, readClusterObjects } from '../../io/cluster-objects.js';
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
 * Lists the metrics that the controller asks the APIs for, without those of resources and those in files.
 *
 * @param hpa - of `autoscaling/v2` or `v1`
 * @param read - the workloads
 * @param model - what the autoscaler decides with the metrics in files
 * @returns the query of each metric of the autoscaler; undefined for one that is not asked for
 * @throws FieldError if the metrics have the wrong type or a selector is invalid
 */
export function metricQueries(
  hpa: HorizontalPodAutoscaler,
  read: ReadAutoscalers,
  { decision }: HpaModel,
): readonly (MetricQuery | undefined)[] {
  const { namespace } = identityOf(hpa);
  const workload = workloadOf(hpa, read);
  return hpaMetrics(hpa).map(({ pods, object, external }, index) => {
    const { name, selector } = objectOf((pods ?? object ?? external)?.metric);
    const metric = textOf(name);
    // A disabled autoscaler looks at no metric.
    if (workload === undefined || metric === '' || !decision?.metrics[index]?.failure) {
      return undefined;
    }
    const query = { namespace, metric, selector: selectorText(selector) };
    if (pods) {
      return { ...query, of: { podSelector: selectorText(selectorOf(workload)) } };
    }
    if (object) {
      const { kind, apiVersion, name: described } = objectOf(object.describedObject);
      const of = { kind: textOf(kind), apiVersion: textOf(apiVersion), name: textOf(described) };
      return { ...query, of };
    }
    return query;
  });
}

/** As a query has it, without the `<none>` of kubectl: nothing and everything are both empty. */
function selectorText(selector: LabelSelector | null | undefined): string {
  return formatLabelRequirements(labelSelectorRequirements(selector ?? {}));
}

function workloadOf(hpa: HorizontalPodAutoscaler, read: ReadAutoscalers): ScaledObject | undefined {
  const { kind, name } = objectOf(objectOf(hpa.spec).scaleTargetRef);
  const { namespace } = identityOf(hpa);
  return read.workloadOf({ kind: textOf(kind), namespace, name: textOf(name) });
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
  const spec = objectOf(hpa.spec);
  const { kind, name: target } = objectOf(spec.scaleTargetRef);
  const workload = workloadOf(hpa, read);
  const decision = workload && decide(hpa, workload, read, past);
  return {
    ...{ file, line, item, namespace, name },
    /** What it scales, such as `Deployment/web`. */
    reference: `${textOf(kind)}/${textOf(target)}`,
    minReplicas: countOf(spec.minReplicas) ?? 1,
    maxReplicas: countOf(spec.maxReplicas) ?? 0,
    /** `spec.replicas` of the workload; absent if it is not in the input. */
    ...(workload && { current: replicasOf(workload) }),
    /** Its metrics with their targets, such as `cpu: 55%/50%`. */
    targets: hpaMetrics(hpa).map((metric, index) =>
      targetText(metric, decision?.currentMetrics[index]),
    ),
    /** Absent if the workload is not in the input. */
    decision,
    /** Whether the cluster does not let the command list the workload. */
    ...(read.isUnknown(textOf(kind)) && { isUnlisted: true }),
  };
}

function replicasOf({ spec }: ScaledObject): number {
  return countOf(objectOf(spec).replicas) ?? 1;
}

function decide(
  autoscaler: HorizontalPodAutoscaler,
  workload: ScaledObject,
  { podsIn, custom, external, podsError }: ReadAutoscalers,
  { now, steadySeconds, answers }: HpaInput,
): HpaDecision {
  const { namespace } = identityOf(autoscaler);
  const { pods, usages } = podsIn(namespace);
  const own = pods.filter((pod) => isSelected(workload, pod));
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
    current: replicasOf(workload),
    observed: countOf(objectOf(workload.status).replicas),
    past: { steadySeconds },
    now,
  });
}

/** A ReplicationController has a map instead of a selector. */
function selectorOf({ spec }: ScaledObject): LabelSelector | null | undefined {
  const { selector } = objectOf(spec as { readonly selector?: object | null } | null | undefined);
  const isMap = Object.values(selector ?? {}).every((value) => typeof value === 'string');
  return isMap ? { matchLabels: selector as Record<string, string> } : selector;
}

function isSelected(workload: ScaledObject, { metadata }: Pod): boolean {
  const labels = objectOf(metadata).labels;
  return attempt(() => matchesLabelSelector(selectorOf(workload), labels)).value === true;
}

/** A metric with its current value and its target. */
function targetText(
  metric: MetricSpec,
  current: HpaDecision['currentMetrics'][number] | undefined,
): string {
  const { resource, containerResource, pods, object, external } = metric;
  const name =
    resource?.name ??
    containerResource?.name ??
    [pods, object, external].map((each) => each?.metric?.name).find((each) => each !== undefined);
  const source = resource ?? containerResource ?? pods ?? object ?? external;
  const { averageUtilization, averageValue, value } = objectOf(source?.target);
  const [found, wanted] =
    countOf(averageUtilization) === undefined
      ? averageValue === null || averageValue === undefined
        ? [current?.value, `${value ?? ''}`]
        : [current?.averageValue, `${averageValue} (avg)`]
      : [percent(current?.averageUtilization), percent(countOf(averageUtilization))];
  return `${textOf(name)}: ${found ?? '<unknown>'}/${wanted}`;
}

function percent(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value}%`;
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

/** A workload that can be scaled. */
type ScaledObject = Deployment | StatefulSet | ReplicaSet | ReplicationController;

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
    workloadOf: (title: Parameters<typeof objectTitle>[0]) => workloads.get(objectTitle(title)),
    /** Whether the input has any metrics. */
    hasMetrics: usages.length + custom.length + external.length > 0,
  };
}
