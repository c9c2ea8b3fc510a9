import {
  apiGroupOf,
  type CrossVersionObjectReference,
  type LabelSelector,
  type MetricIdentifier,
  type MetricSpec,
  type MetricTarget,
  type MetricValue,
  type ObjectReference,
  type ResourceMetricSource,
} from '@kubesem/core';
import { type Fields } from '@kubesem/core/internal';
import { NAMESPACE, POD } from '@kubesem/core/kinds';
import { Quantity } from '@kubesem/quantity';
import { readQuantity } from '@kubesem/resources/internal';
import { formatLabelSelector, matchesLabelSelector } from '@kubesem/selectors';
import { goLabelSelector } from '@kubesem/selectors/internal';
import type { AutoscalerMetrics, MetricAnswer } from './autoscaler-metrics.js';
import { cappedSum, checkedSum, milliInt64 } from './go-numbers.js';
import { inContext, MetricFailure } from './metric-failure.js';
import { customUsages, resourceUsages } from './pod-metrics.js';
import {
  byAverage,
  byShare,
  byUtilization,
  byValue,
  type Proposal,
  type ProposalContext,
} from './proposal.js';

/** The current value of a metric, as the status of an autoscaler shows it. */
export interface CurrentMetricValue {
  /** The value as a whole. */
  readonly value?: string | undefined;
  /** The value for each Pod. */
  readonly averageValue?: string | undefined;
  /** The usage in percent of the requests. */
  readonly averageUtilization?: number | undefined;
}

/** What a metric says: a number of Pods and its name in messages, or why there is none. */
export interface MetricResult {
  /** Type of the metric, such as `Resource`. */
  readonly type: string;
  /** Name in messages; empty on a failure. */
  readonly name: string;
  readonly proposal?: Proposal | undefined;
  readonly current?: CurrentMetricValue | undefined;
  /** Why there is no proposal, in the words of the condition and of the error. */
  readonly failure?: { readonly reason: string; readonly message: string; readonly error: string };
}

interface Source {
  readonly metrics: Fields<AutoscalerMetrics>;
  /** What an API answered for this metric. */
  readonly answer: Fields<MetricAnswer> | undefined;
  readonly namespace: string;
  readonly context: ProposalContext;
}

type Found = Pick<MetricResult, 'name' | 'proposal' | 'current'>;

/** How the types of metrics are computed, and what they are called in messages. */
const TYPES: {
  readonly [type: string]: {
    readonly reason: string;
    readonly label: (spec: MetricSpec) => string;
    readonly compute: (spec: Fields<MetricSpec>, source: Source) => Found;
  };
} = {
  Resource: {
    reason: 'FailedGetResourceMetric',
    label: ({ resource }) => `${resource?.name ?? ''} resource metric value`,
    compute: (spec, source) => ofResource(spec.at('resource'), '', source),
  },
  ContainerResource: {
    reason: 'FailedGetContainerResourceMetric',
    label: ({ containerResource }) =>
      `${containerResource?.container ?? ''} container metric value`,
    compute: (spec, source) => {
      const of = spec.at('containerResource');
      return ofResource(of, of.text('container'), source);
    },
  },
  Pods: {
    reason: 'FailedGetPodsMetric',
    label: () => 'pods metric value',
    compute: ofPods,
  },
  Object: {
    reason: 'FailedGetObjectMetric',
    label: () => 'object metric value',
    compute: ofObject,
  },
  External: {
    reason: 'FailedGetExternalMetric',
    label: ({ external }) => `${external?.metric?.name ?? ''} external metric value`,
    compute: ofExternal,
  },
};

/**
 * Asks one metric for a number of Pods.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeReplicasForMetric`.
 */
export function metricResult(spec: Fields<MetricSpec>, source: Source): MetricResult {
  const type = spec.text('type');
  if (!Object.prototype.hasOwnProperty.call(TYPES, type)) {
    const message = `unknown metric source type "${type}"`;
    const failure = { reason: 'InvalidMetricSourceType', message, error: message };
    return { type, name: '', failure };
  }
  const { reason, label, compute } = TYPES[type] as (typeof TYPES)[string];
  try {
    return { type, ...compute(spec, source) };
  } catch (error) {
    if (!(error instanceof MetricFailure)) {
      throw error;
    }
    const { message, condition } = error;
    const failure = {
      reason,
      message: condition,
      error: `failed to get ${label(spec.value)}: ${message}`,
    };
    return { type, name: '', failure };
  }
}

/** An invalid selector is an error, although only the metrics API uses it. */
function checkSelector(selector: LabelSelector | null | undefined): void {
  matchesLabelSelector(selector ?? {}, {});
}

/** The target in thousandths. */
function milli(target: Fields<MetricTarget>, name: 'value' | 'averageValue'): bigint {
  return milliInt64(readQuantity(target, name));
}

function written(milliValue: bigint, resource = ''): string {
  return Quantity.milli(milliValue, resource === 'memory' ? 'BinarySI' : 'DecimalSI').toString();
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForResourceMetricGeneric`. */
function ofResource(
  of: Fields<ResourceMetricSource>,
  container: string,
  { context, metrics }: Source,
): Found {
  const resource = of.text('name');
  const target = of.at('target');
  const usages = () =>
    inContext(`unable to get metrics for resource ${resource}`, () => {
      checkPodMetrics(metrics);
      return resourceUsages(metrics, resource, container);
    });
  if (target.has('averageValue')) {
    const desired = milli(target, 'averageValue');
    const proposal = inContext(`failed to get ${resource} usage`, () =>
      byAverage(context, usages(), resource, desired),
    );
    const current = { averageValue: written(proposal.milliValue, resource) };
    return { name: `${resource} resource`, proposal, current };
  }
  const percent = target.integer('averageUtilization');
  if (percent === undefined) {
    throw new MetricFailure(
      'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set',
    );
  }
  const proposal = inContext(`failed to get ${resource} utilization`, () =>
    byUtilization(context, usages(), resource, container, percent),
  );
  const { utilization: averageUtilization, milliValue } = proposal;
  const current = { averageUtilization, averageValue: written(milliValue, resource) };
  const place = container === '' ? '' : ' container';
  const name = `${resource}${place} resource utilization (percentage of request)`;
  return { name, proposal, current };
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetResourceMetric`. */
function checkPodMetrics(metrics: Fields<AutoscalerMetrics>): void {
  const error = metrics.text('podsError');
  if (error !== '') {
    throw new MetricFailure(`unable to fetch metrics from resource metrics API: ${error}`);
  }
}

/**
 * What an API answered for a metric; undefined if it was not asked.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetRawMetric` and `GetExternalMetric`.
 */
function answered<N extends 'custom' | 'external'>(api: N, { answer }: Source) {
  if (!answer?.isPresent) {
    return undefined;
  }
  const error = answer.text('error');
  if (error !== '') {
    throw new MetricFailure(`unable to fetch metrics from ${api} metrics API: ${error}`);
  }
  return answer.objects(api);
}

/** The values of a custom metric. One without a selector belongs to every selector. */
function customValues(
  metric: Fields<MetricIdentifier>,
  source: Source,
  isOf: (described: ObjectReference) => boolean,
): readonly Fields<MetricValue>[] {
  const selector = formatLabelSelector(metric.raw('selector'));
  return (
    answered('custom', source) ??
    source.metrics.objects('custom').filter(({ value: { metric: given, describedObject } }) => {
      const isSelected = !given?.selector || formatLabelSelector(given.selector) === selector;
      return given?.name === metric.text('name') && isSelected && isOf(describedObject ?? {});
    })
  );
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForPodsMetric`. */
function ofPods(spec: Fields<MetricSpec>, source: Source): Found {
  const pods = spec.at('pods');
  const metric = pods.at('metric');
  const name = metric.text('name');
  checkSelector(metric.value.selector);
  const target = milli(pods.at('target'), 'averageValue');
  const usages = inContext(`unable to get metric ${name}`, () =>
    customUsages(customValues(metric, source, ({ kind }) => kind === POD.kind)),
  );
  const proposal = byAverage(source.context, usages, '', target);
  const current = { averageValue: written(proposal.milliValue) };
  return { name: `pods metric ${name}`, proposal, current };
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForObjectMetric`. */
function ofObject(spec: Fields<MetricSpec>, source: Source): Found {
  const object = spec.at('object');
  const target = object.at('target');
  const { type } = target.value;
  const metric = object.at('metric');
  const name = metric.text('name');
  checkSelector(metric.value.selector);
  const described = object.at('describedObject');
  const value = () => objectValue(metric, described, source);
  if (type === 'Value' && target.has('value')) {
    const proposal = byValue(source.context, value(), milli(target, 'value'));
    const current = { value: written(proposal.milliValue) };
    return { name: `${described.text('kind')} metric ${name}`, proposal, current };
  }
  if (type === 'AverageValue' && target.has('averageValue')) {
    const share = milli(target, 'averageValue');
    const proposal = inContext(
      `failed to get ${name} object metric`,
      () => byShare(source.context, value(), share, 'wrap'),
      'ERROR_ONLY',
    );
    const current = { averageValue: written(proposal.milliValue) };
    return {
      name: `external metric ${name}(${goLabelSelector(metric.raw('selector'))})`,
      proposal,
      current,
    };
  }
  throw new MetricFailure(
    'invalid object metric source: neither a value target nor an average value target was set',
  );
}

function objectValue(
  metric: Fields<MetricIdentifier>,
  described: Fields<CrossVersionObjectReference>,
  source: Source,
): bigint {
  const name = metric.text('name');
  const { namespace } = source;
  const [kind, objectName] = [described.text('kind'), described.text('name')];
  const isNamespace = kind === NAMESPACE.kind && apiGroupOf(described.text('apiVersion')) === '';
  const object = isNamespace ? namespace : objectName;
  const place = `${kind} ${namespace}/${objectName}`;
  const [found] = inContext(`unable to get metric ${name} on ${place}`, () =>
    customValues(metric, source, (of) => of.kind === kind && of.name === object),
  );
  if (found === undefined) {
    const cause = `the server could not find the metric ${name} for ${kind} ${object}`;
    throw new MetricFailure(
      `unable to get metric ${name} on ${place}: unable to fetch metrics from custom metrics API: ${cause}`,
    );
  }
  return milliInt64(readQuantity(found, 'value'));
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForExternalMetric`. */
function ofExternal(spec: Fields<MetricSpec>, source: Source): Found {
  const external = spec.at('external');
  const target = external.at('target');
  const metric = external.at('metric');
  const name = metric.text('name');
  const selector = metric.raw('selector');
  const shown = `external metric ${name}(${goLabelSelector(selector)})`;
  const values = () => externalValues(name, selector, source);
  if (target.has('averageValue')) {
    const share = milli(target, 'averageValue');
    const proposal = inContext(
      `failed to get ${name} external metric`,
      () => byShare(source.context, checkedSum(values()), share, 'cap'),
      'ERROR_ONLY',
    );
    return { name: shown, proposal, current: { averageValue: written(proposal.milliValue) } };
  }
  if (target.has('value')) {
    const total = milli(target, 'value');
    const proposal = inContext(
      `failed to get external metric ${name}`,
      () => byValue(source.context, cappedSum(values()), total),
      'ERROR_ONLY',
    );
    return { name: shown, proposal, current: { value: written(proposal.milliValue) } };
  }
  throw new MetricFailure(
    'invalid external metric source: neither a value target nor an average value target was set',
  );
}

function externalValues(
  name: string,
  selector: LabelSelector | undefined,
  source: Source,
): readonly bigint[] {
  checkSelector(selector);
  const place = `unable to get external metric ${source.namespace}/${name}/${goLabelSelector(selector)}`;
  const values =
    inContext(place, () => answered('external', source)) ??
    source.metrics.objects('external').filter((entry) => {
      const { metricName, metricLabels } = entry.value;
      // The metrics API selects. Some adapters return no labels, as they answer each selector with its own value. The controller
      // sends the selector as text, in which an absent one is empty and selects everything.
      const isLabeled = Object.keys(entry.at('metricLabels').value).length > 0;
      const isSelected = matchesLabelSelector(selector ?? {}, metricLabels) || !isLabeled;
      return metricName === name && isSelected;
    });
  const found = values.map((entry) => milliInt64(readQuantity(entry, 'value')));
  if (found.length === 0) {
    throw new MetricFailure(`${place}: no metrics returned from external metrics API`);
  }
  return found;
}
