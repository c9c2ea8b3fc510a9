import {
  apiGroupOf,
  type CrossVersionObjectReference,
  childPath,
  type ExternalMetricValue,
  type FieldPath,
  INT32_RANGE,
  type LabelSelector,
  MAX_INT64,
  type MetricIdentifier,
  type MetricSpec,
  type MetricTarget,
  type MetricValue,
  type PodMetrics,
  type ResourceMetricSource,
  readInteger,
  readList,
  readObject,
  readString,
  readStringMap,
  type StringMap,
} from '@kubesem/core';
import { NAMESPACE } from '@kubesem/core/kinds';
import { Quantity } from '@kubesem/quantity';
import { readQuantity } from '@kubesem/resources';
import { goLabelSelector, matchesLabelSelector } from '@kubesem/selectors';
import { milliInt64, wrapInt64 } from './go-numbers.js';
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

/** The metrics of a namespace, as the three metrics APIs return them. */
export interface AutoscalerMetrics {
  /**
   * Usage of the Pods that the autoscaler scales, from `metrics.k8s.io`. Pods that no longer exist count in average values,
   * also in custom metrics.
   */
  readonly pods?: readonly PodMetrics[] | undefined;
  /**
   * Why `metrics.k8s.io` did not answer the controller, in the words of its client; then `pods` does not count. Without a
   * metrics server: `the server could not find the requested resource (get pods.metrics.k8s.io)`.
   */
  readonly podsError?: string | undefined;
  /** Custom metrics of the Pods and of other objects, from `custom.metrics.k8s.io`. */
  readonly custom?: readonly MetricValue[] | undefined;
  /** External metrics, from `external.metrics.k8s.io`. Those without labels belong to every selector. */
  readonly external?: readonly ExternalMetricValue[] | undefined;
  /**
   * Why `custom.metrics.k8s.io` did not answer the controller, by name of the metric and in the words of its client; then
   * the values of this metric do not count. Without such an API: `no custom metrics API (custom.metrics.k8s.io) registered`.
   */
  readonly customErrors?: StringMap | undefined;
  /** Why `external.metrics.k8s.io` did not answer the controller, likewise. */
  readonly externalErrors?: StringMap | undefined;
}

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
  readonly metrics: AutoscalerMetrics;
  readonly namespace: string;
  readonly context: ProposalContext;
  readonly path: FieldPath;
}

type Found = Pick<MetricResult, 'name' | 'proposal' | 'current'>;

/** How the types of metrics are computed, and what they are called in messages. */
const TYPES: {
  readonly [type: string]: {
    readonly reason: string;
    readonly label: (spec: MetricSpec) => string;
    readonly compute: (spec: MetricSpec, source: Source) => Found;
  };
} = {
  Resource: {
    reason: 'FailedGetResourceMetric',
    label: ({ resource }) => `${resource?.name ?? ''} resource metric value`,
    compute: ({ resource }, source) => ofResource(resource, '', field(source, 'resource')),
  },
  ContainerResource: {
    reason: 'FailedGetContainerResourceMetric',
    label: ({ containerResource }) =>
      `${containerResource?.container ?? ''} container metric value`,
    compute: ({ containerResource: of }, outer) => {
      const source = field(outer, 'containerResource');
      return ofResource(of, readString(of?.container, childPath(source.path, 'container')), source);
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
export function metricResult(spec: MetricSpec, source: Source): MetricResult {
  const type = readString(spec.type, childPath(source.path, 'type'));
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
      error: `failed to get ${label(spec)}: ${message}`,
    };
    return { type, name: '', failure };
  }
}

function field(source: Source, name: string): Source {
  return { ...source, path: childPath(source.path, name) };
}

function metricName(given: MetricIdentifier | null | undefined, source: Source): string {
  const { path } = field(source, 'metric');
  return readString(readObject(given, path)?.name, childPath(path, 'name'));
}

function targetOf(given: MetricTarget | null | undefined, source: Source): MetricTarget {
  return readObject(given, field(source, 'target').path) ?? {};
}

/** The target in thousandths. */
function milli(target: MetricTarget, name: 'value' | 'averageValue', source: Source): bigint {
  const path = childPath(childPath(source.path, 'target'), name);
  return milliInt64(readQuantity(target[name], path));
}

function has(target: MetricTarget, name: 'value' | 'averageValue'): boolean {
  return (target[name] ?? undefined) !== undefined;
}

function written(milliValue: bigint, resource = ''): string {
  return Quantity.milli(milliValue, resource === 'memory' ? 'BinarySI' : 'DecimalSI').toString();
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForResourceMetricGeneric`. */
function ofResource(
  given: ResourceMetricSource | null | undefined,
  container: string,
  source: Source,
): Found {
  const of = readObject(given, source.path);
  const resource = readString(of?.name, childPath(source.path, 'name'));
  const target = targetOf(of?.target, source);
  const { context, metrics } = source;
  const usages = () =>
    inContext(`unable to get metrics for resource ${resource}`, () =>
      resourceUsages(podMetrics(metrics), PODS_PATH, resource, container),
    );
  if (has(target, 'averageValue')) {
    const desired = milli(target, 'averageValue', source);
    const proposal = inContext(`failed to get ${resource} usage`, () =>
      byAverage(context, usages(), resource, desired),
    );
    const current = { averageValue: written(proposal.milliValue, resource) };
    return { name: `${resource} resource`, proposal, current };
  }
  const percentPath = childPath(childPath(source.path, 'target'), 'averageUtilization');
  const percent = readInteger(target.averageUtilization, percentPath, INT32_RANGE);
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
function podMetrics({ pods, podsError }: AutoscalerMetrics): readonly PodMetrics[] {
  const error = readString(podsError, PODS_ERROR_PATH);
  if (error !== '') {
    throw new MetricFailure(`unable to fetch metrics from resource metrics API: ${error}`);
  }
  return readList(pods, PODS_PATH);
}

const METRICS_PATH = /* @__PURE__ */ childPath(undefined, 'metrics');
const PODS_PATH = /* @__PURE__ */ childPath(METRICS_PATH, 'pods');
const PODS_ERROR_PATH = /* @__PURE__ */ childPath(METRICS_PATH, 'podsError');
const CUSTOM_PATH = /* @__PURE__ */ childPath(METRICS_PATH, 'custom');
const EXTERNAL_PATH = /* @__PURE__ */ childPath(METRICS_PATH, 'external');

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetRawMetric` and `GetExternalMetric`. */
function checkAnswered(
  api: 'custom' | 'external',
  errors: StringMap | undefined,
  metric: string,
): void {
  const error = readStringMap(errors, childPath(METRICS_PATH, `${api}Errors`)).get(metric);
  if (error !== undefined) {
    throw new MetricFailure(`unable to fetch metrics from ${api} metrics API: ${error}`);
  }
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForPodsMetric`. */
function ofPods({ pods: given }: MetricSpec, outer: Source): Found {
  const source = field(outer, 'pods');
  const pods = readObject(given, source.path);
  const name = metricName(pods?.metric, source);
  const target = milli(targetOf(pods?.target, source), 'averageValue', source);
  const usages = inContext(`unable to get metric ${name}`, () => {
    checkAnswered('custom', source.metrics.customErrors, name);
    return customUsages(readList(source.metrics.custom, CUSTOM_PATH), CUSTOM_PATH, name);
  });
  const proposal = byAverage(source.context, usages, '', target);
  const current = { averageValue: written(proposal.milliValue) };
  return { name: `pods metric ${name}`, proposal, current };
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForObjectMetric`. */
function ofObject({ object: given }: MetricSpec, outer: Source): Found {
  const source = field(outer, 'object');
  const object = readObject(given, source.path);
  const target = targetOf(object?.target, source);
  const metric = object?.metric;
  const name = metricName(metric, source);
  const described =
    readObject(object?.describedObject, field(source, 'describedObject').path) ?? {};
  const value = () => objectValue(name, described, source);
  if (target.type === 'Value' && has(target, 'value')) {
    const proposal = byValue(source.context, value(), milli(target, 'value', source));
    const current = { value: written(proposal.milliValue) };
    return { name: `${described.kind ?? ''} metric ${name}`, proposal, current };
  }
  if (target.type === 'AverageValue' && has(target, 'averageValue')) {
    const share = milli(target, 'averageValue', source);
    const proposal = inContext(
      `failed to get ${name} object metric`,
      () => byShare(source.context, value(), share, 'wrap'),
      'ERROR_ONLY',
    );
    const current = { averageValue: written(proposal.milliValue) };
    return {
      name: `external metric ${name}(${goLabelSelector(metric?.selector)})`,
      proposal,
      current,
    };
  }
  throw new MetricFailure(
    'invalid object metric source: neither a value target nor an average value target was set',
  );
}

function objectValue(name: string, described: CrossVersionObjectReference, source: Source): bigint {
  const values = readList(source.metrics.custom, CUSTOM_PATH).map(
    (entry, at) => readObject(entry, childPath(CUSTOM_PATH, at)) ?? {},
  );
  const path = childPath(source.path, 'describedObject');
  const read = (name: 'kind' | 'apiVersion' | 'name') =>
    readString(described[name], childPath(path, name));
  const [kind, objectName] = [read('kind'), read('name')];
  const isNamespace = kind === NAMESPACE.kind && apiGroupOf(read('apiVersion')) === '';
  const object = isNamespace ? source.namespace : objectName;
  const place = `${kind} ${source.namespace}/${objectName}`;
  inContext(`unable to get metric ${name} on ${place}`, () =>
    checkAnswered('custom', source.metrics.customErrors, name),
  );
  const index = values.findIndex(
    ({ describedObject: of, metric }) =>
      of?.kind === kind && of.name === object && metric?.name === name,
  );
  if (index < 0) {
    const cause = `the server could not find the metric ${name} for ${kind} ${object}`;
    throw new MetricFailure(
      `unable to get metric ${name} on ${place}: unable to fetch metrics from custom metrics API: ${cause}`,
    );
  }
  const valuePath = childPath(childPath(CUSTOM_PATH, index), 'value');
  return milliInt64(readQuantity(values[index]?.value, valuePath));
}

/** Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `computeStatusForExternalMetric`. */
function ofExternal({ external: given }: MetricSpec, outer: Source): Found {
  const source = field(outer, 'external');
  const external = readObject(given, source.path);
  const target = targetOf(external?.target, source);
  const name = metricName(external?.metric, source);
  const selector = external?.metric?.selector;
  const shown = `external metric ${name}(${goLabelSelector(selector)})`;
  const values = () => externalValues(name, selector, source);
  if (has(target, 'averageValue')) {
    const share = milli(target, 'averageValue', source);
    const proposal = inContext(
      `failed to get ${name} external metric`,
      () => byShare(source.context, checkedSum(values()), share, 'cap'),
      'ERROR_ONLY',
    );
    return { name: shown, proposal, current: { averageValue: written(proposal.milliValue) } };
  }
  if (has(target, 'value')) {
    const total = milli(target, 'value', source);
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
  selector: LabelSelector | null | undefined,
  { metrics, namespace }: Source,
): readonly bigint[] {
  const place = `unable to get external metric ${namespace}/${name}/${goLabelSelector(selector)}`;
  inContext(place, () => checkAnswered('external', metrics.externalErrors, name));
  const found: bigint[] = [];
  readList(metrics.external, EXTERNAL_PATH).forEach((entry, index) => {
    const entryPath = childPath(EXTERNAL_PATH, index);
    const { metricName, metricLabels, value } = readObject(entry, entryPath) ?? {};
    // The metrics API selects. Some adapters return no labels, as they answer each selector with its own value. The controller sends
    // the selector as text, in which an absent one is empty and selects everything.
    const isLabeled = Object.keys(readObject(metricLabels, undefined) ?? {}).length > 0;
    const isSelected = matchesLabelSelector(selector ?? {}, metricLabels) || !isLabeled;
    if (metricName === name && isSelected) {
      const path = childPath(entryPath, 'value');
      found.push(milliInt64(readQuantity(value, path)));
    }
  });
  if (found.length === 0) {
    throw new MetricFailure(`${place}: no metrics returned from external metrics API`);
  }
  return found;
}

const ZERO: bigint = /* @__PURE__ */ BigInt(0);

/** A sum that stops at the largest int64, and wraps around below the smallest one. */
function cappedSum(values: readonly bigint[]): bigint {
  let total = ZERO;
  for (const value of values) {
    total += value;
    if (total > MAX_INT64) {
      return MAX_INT64;
    }
    total = wrapInt64(total);
  }
  return total;
}

/** A sum that is the largest int64 after an overflow; a negative sum counts as one. */
function checkedSum(values: readonly bigint[]): bigint {
  let total = ZERO;
  for (const value of values) {
    total += value;
    if (total < ZERO || total > MAX_INT64) {
      return MAX_INT64;
    }
  }
  return total;
}
