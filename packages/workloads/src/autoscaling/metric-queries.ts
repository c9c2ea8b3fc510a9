import {
  type HorizontalPodAutoscaler,
  type LabelSelector,
  type MetricSpec,
  objectNamespace,
} from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { formatLabelRequirements, labelSelectorRequirements } from '@kubesem/selectors';
import { hpaMetrics } from './autoscaler-v1.js';
import type { HpaDecision } from './decision.js';
import { type ScaledObject, scaledSelector } from './scaled-object.js';

/** A metric that an autoscaler asks for. */
export interface MetricQuery {
  readonly namespace: string;
  readonly metric: string;
  /** Selects series of the metric, as text. */
  readonly selector: string;
  /** What a custom metric is about; absent for an external metric. */
  readonly of?:
    | { readonly kind: string; readonly apiVersion: string; readonly name: string }
    /** Pods that labels select. */
    | { readonly podSelector: string }
    | undefined;
}

/**
 * Lists the metrics that the controller asks the APIs for, without those of resources and those that are known.
 *
 * @param hpa - of `autoscaling/v2` or `v1`
 * @param workload - what it scales
 * @param decision - what it decides with the metrics that are known
 * @returns the query of each metric of the autoscaler; undefined for one that is not asked for
 * @throws FieldError if the metrics have the wrong type or a selector is invalid
 */
export function metricQueries(
  hpa: HorizontalPodAutoscaler,
  workload: ScaledObject,
  decision: Pick<HpaDecision, 'metrics'>,
): readonly (MetricQuery | undefined)[] {
  return hpaMetrics(hpa).map((spec, index): MetricQuery | undefined => {
    const source = fields(spec, ABSENT);
    const { pods, object, external } = spec;
    const metric = source.at(pods ? 'pods' : object ? 'object' : 'external').at('metric');
    const name = metric.text('name');
    // A disabled autoscaler looks at no metric.
    if (!(pods ?? object ?? external) || name === '' || !decision.metrics[index]?.failure) {
      return undefined;
    }
    const selector = selectorText(metric.value.selector);
    const query = { namespace: objectNamespace(hpa), metric: name, selector };
    if (pods) {
      return { ...query, of: { podSelector: selectorText(scaledSelector(workload)) } };
    }
    const described = source.at('object').at('describedObject');
    const [kind, apiVersion] = [described.text('kind'), described.text('apiVersion')];
    return object ? { ...query, of: { kind, apiVersion, name: described.text('name') } } : query;
  });
}

/** As a query has it, without the `<none>` of kubectl: nothing and everything are both empty. */
function selectorText(selector: LabelSelector | null | undefined): string {
  return formatLabelRequirements(labelSelectorRequirements(selector ?? {}));
}

/** A metric with its current value and its target, such as `cpu: 55%/50%`. */
export function metricTarget(
  metric: MetricSpec,
  current: HpaDecision['currentMetrics'][number] | undefined,
): string {
  const { resource, containerResource, pods, object, external } = metric;
  const name =
    resource?.name ??
    containerResource?.name ??
    [pods, object, external].map((each) => each?.metric?.name).find((each) => each !== undefined);
  const source = resource ?? containerResource ?? pods ?? object ?? external;
  const target = fields(source?.target, ABSENT);
  const { averageValue, value } = target.value;
  const utilization = target.integer('averageUtilization');
  const [found, wanted] =
    utilization === undefined
      ? averageValue === null || averageValue === undefined
        ? [current?.value, `${value ?? ''}`]
        : [current?.averageValue, `${averageValue} (avg)`]
      : [percent(current?.averageUtilization), percent(utilization)];
  return `${typeof name === 'string' ? name : ''}: ${found ?? '<unknown>'}/${wanted}`;
}

function percent(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value}%`;
}
