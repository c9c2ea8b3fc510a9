import {
  attempt,
  type HorizontalPodAutoscaler,
  identityOf,
  type LabelSelector,
  type MetricSpec,
  objectOf,
  type Pod,
  textOf,
} from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
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
import type { MetricQuery } from '../../io/cluster/metrics.js';
import { countOf } from '../../io/lenient.js';
import type { ReadAutoscalers, ScaledObject } from './read.js';

/** A HorizontalPodAutoscaler, and what it decides. */
export interface HpaModel extends Pick<ManifestObject, 'file' | 'line' | 'item'> {
  readonly namespace: string;
  readonly name: string;
  /** What it scales, such as `Deployment/web`. */
  readonly reference: string;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** `spec.replicas` of the workload; absent if it is not in the input. */
  readonly current?: number | undefined;
  /** Its metrics with their targets, such as `cpu: 55%/50%`. */
  readonly targets: readonly string[];
  /** Whether the cluster does not let the command list the workload. */
  readonly isUnlisted?: true | undefined;
  /** Absent if the workload is not in the input. */
  readonly decision?: HpaDecision | undefined;
}

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
): HpaModel {
  const { namespace, name } = identityOf(hpa);
  const spec = objectOf(hpa.spec);
  const { kind, name: target } = objectOf(spec.scaleTargetRef);
  const workload = workloadOf(hpa, read);
  const decision = workload && decide(hpa, workload, read, past);
  return {
    ...{ file, line, item, namespace, name },
    reference: `${textOf(kind)}/${textOf(target)}`,
    minReplicas: countOf(spec.minReplicas) ?? 1,
    maxReplicas: countOf(spec.maxReplicas) ?? 0,
    ...(workload && { current: replicasOf(workload) }),
    targets: hpaMetrics(hpa).map((metric, index) =>
      targetText(metric, decision?.currentMetrics[index]),
    ),
    decision,
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
