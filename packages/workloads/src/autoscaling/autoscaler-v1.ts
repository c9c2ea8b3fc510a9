import {
  attempt,
  type Condition,
  type HorizontalPodAutoscaler,
  type LabelSelector,
  type MetricSpec,
  type MetricTarget,
  type QuantityInput,
} from '@kubesem/core';
import { ABSENT, type Fields, fields, INT64_RANGE, readTime, THROW } from '@kubesem/core/internal';
import { readQuantity } from '@kubesem/resources/internal';

const ANNOTATION = 'autoscaling.alpha.kubernetes.io/';

type Spec = NonNullable<HorizontalPodAutoscaler['spec']>;

/**
 * Converts an autoscaler of `autoscaling/v1` to `autoscaling/v2`: annotations hold what `v1` has no fields for. Annotations that the API
 * server cannot read are ignored. Other objects stay as they are.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v1` v1.37.1, `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`.
 */
export function autoscalerAsV2(autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const object = fields(autoscaler, ABSENT);
  const apiVersion = object.raw('apiVersion') ?? '';
  const spec = object.at('spec');
  const { scaleTargetRef, minReplicas, maxReplicas } = spec.value;
  const percent = spec.raw('targetCPUUtilizationPercentage');
  const isUnversioned = apiVersion === '' && percent !== undefined;
  const isReadable = spec.isPresent || !object.has('spec');
  if ((apiVersion !== 'autoscaling/v1' && !isUnversioned) || !isReadable) {
    return autoscaler;
  }
  const annotations = object.at('metadata').at('annotations');
  const read = <T>(name: string, convert: (annotation: Fields<Stored>) => T): T | undefined => {
    const text = annotations.raw(`${ANNOTATION}${name}`);
    const stored = () => ({ value: canonical(JSON.parse(text ?? '')) }) as Stored;
    return text === undefined ? undefined : attempt(() => convert(fields(stored(), THROW))).value;
  };
  const conditions = read('conditions', readConditions);
  return {
    ...autoscaler,
    apiVersion: 'autoscaling/v2',
    spec: {
      ...(scaleTargetRef !== undefined && { scaleTargetRef }),
      ...(minReplicas !== undefined && { minReplicas }),
      ...(maxReplicas !== undefined && { maxReplicas }),
      metrics: [...(read('metrics', readMetrics) ?? []), ...cpuMetric(percent)],
      behavior: read('behavior', readBehavior),
    } as Spec,
    ...(conditions !== undefined && { status: { ...object.at('status').value, conditions } }),
  };
}

function cpuMetric(averageUtilization: unknown): readonly MetricSpec[] {
  const target = { type: 'Utilization', averageUtilization } as MetricTarget;
  return averageUtilization === undefined
    ? []
    : [{ type: 'Resource', resource: { name: 'cpu', target } }];
}

/** The names of fields in annotations: Go reads them in any case, and writes those of `behavior` with capitals. */
const NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ makeNames();

function makeNames(): ReadonlyMap<string, string> {
  const names = [
    ...['type', 'object', 'pods', 'resource', 'containerResource', 'external', 'target'],
    ...['metricName', 'targetValue', 'selector', 'averageValue', 'targetAverageValue', 'name'],
    ...['targetAverageUtilization', 'container', 'metricSelector', 'kind', 'apiVersion'],
    ...['matchLabels', 'matchExpressions', 'key', 'operator', 'values', 'scaleUp', 'scaleDown'],
    ...['stabilizationWindowSeconds', 'selectPolicy', 'policies', 'value', 'periodSeconds'],
    ...['tolerance', 'status', 'lastTransitionTime', 'reason', 'message', 'observedGeneration'],
  ];
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** Writes the names of fields as the API does; those of labels stay. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(canonical);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const known = NAMES.get(name.toLowerCase());
      return known === undefined
        ? []
        : [[known, known === 'matchLabels' ? child : canonical(child)]];
    }),
  );
}

/** What an annotation holds: any field can hold an object or a list of them. */
interface Stored {
  readonly [field: string]: Stored & readonly Stored[];
}

function quantity(source: Fields<Stored>, field: string): QuantityInput | undefined {
  readQuantity(source, field);
  return source.raw(field) as QuantityInput | undefined;
}

function readMetrics(annotation: Fields<Stored>): readonly MetricSpec[] {
  return annotation.each('value', (metric) => {
    const [resource, container] = [metric.at('resource'), metric.at('containerResource')];
    const [pods, object, external] = [
      metric.at('pods'),
      metric.at('object'),
      metric.at('external'),
    ];
    return {
      type: metric.text('type'),
      ...(resource.isPresent && { resource: resourceSource(resource) }),
      ...(container.isPresent && {
        containerResource: {
          ...resourceSource(container),
          container: container.text('container'),
        },
      }),
      ...(pods.isPresent && { pods: podsSource(pods) }),
      ...(object.isPresent && { object: objectSource(object) }),
      ...(external.isPresent && { external: externalSource(external) }),
    };
  });
}

function resourceSource(source: Fields<Stored>) {
  const averageUtilization = source.integer('targetAverageUtilization');
  const averageValue = quantity(source, 'targetAverageValue');
  const type = averageUtilization === undefined ? 'AverageValue' : 'Utilization';
  const target = { type, averageUtilization, averageValue };
  return { name: source.text('name'), target };
}

function metricOf(source: Fields<Stored>, selectorField: string) {
  const selector = source.at(selectorField);
  selector.map('matchLabels');
  selector.each('matchExpressions', (expression) => {
    expression.text('key');
    expression.text('operator');
    expression.texts('values');
  });
  return {
    name: source.text('metricName'),
    selector: selector.isPresent ? (selector.value as LabelSelector) : undefined,
  };
}

function podsSource(source: Fields<Stored>) {
  const averageValue = quantity(source, 'targetAverageValue') ?? '0';
  return { metric: metricOf(source, 'selector'), target: { type: 'AverageValue', averageValue } };
}

function objectSource(source: Fields<Stored>) {
  const value = quantity(source, 'targetValue') ?? '0';
  const averageValue = quantity(source, 'averageValue');
  const described = source.at('target');
  return {
    describedObject: {
      kind: described.text('kind'),
      name: described.text('name'),
      apiVersion: described.text('apiVersion'),
    },
    metric: metricOf(source, 'selector'),
    target:
      averageValue === undefined
        ? { type: 'Value', value }
        : { type: 'AverageValue', averageValue },
  };
}

function externalSource(source: Fields<Stored>) {
  const value = quantity(source, 'targetValue');
  const averageValue = quantity(source, 'targetAverageValue');
  const type = value === undefined ? 'AverageValue' : 'Value';
  return { metric: metricOf(source, 'metricSelector'), target: { type, value, averageValue } };
}

/** Reads a behavior; an empty one counts as absent. */
function readBehavior(annotation: Fields<Stored>): Spec['behavior'] {
  const behavior = annotation.at('value');
  const directions = [behavior.at('scaleUp'), behavior.at('scaleDown')];
  for (const rules of directions) {
    rules.integer('stabilizationWindowSeconds');
    rules.text('selectPolicy');
    quantity(rules, 'tolerance');
    rules.each('policies', (policy) => {
      policy.text('type');
      policy.integer('value');
      policy.integer('periodSeconds');
    });
  }
  const isEmpty = !directions.some(({ isPresent }) => isPresent);
  return isEmpty ? undefined : (behavior.value as Spec['behavior']);
}

/** How Go writes that no time is set. */
const ZERO_TIME = '0001-01-01T00:00:00Z';

function readConditions(annotation: Fields<Stored>): readonly Condition[] {
  return annotation.each('value', (condition) => {
    for (const field of ['type', 'status', 'reason', 'message']) {
      condition.text(field);
    }
    condition.integer('observedGeneration', INT64_RANGE);
    const read = condition.value as Condition;
    const time = read.lastTransitionTime ?? ZERO_TIME;
    if (time !== ZERO_TIME) {
      readTime(time, condition.pathOf('lastTransitionTime'));
    }
    return read;
  });
}

/**
 * The metric of an autoscaler without metrics.
 */
export const DEFAULT_METRIC: MetricSpec = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
};

/**
 * Returns the metrics of a HorizontalPodAutoscaler, or the default if it has none: 80 % of the CPU requests.
 *
 * @param autoscaler - the object, of `autoscaling/v2` or `autoscaling/v1`; it is not changed
 * @returns the metrics, in their order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the metrics have the wrong type
 *
 * @example
 * ```ts
 * import { hpaMetrics } from '@kubesem/workloads';
 *
 * const [metric] = hpaMetrics({ spec: { maxReplicas: 10 } });
 * metric?.resource // => { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `SetDefaults_HorizontalPodAutoscaler`;
 * `k8s.io/kubernetes/pkg/apis/autoscaling/v1` v1.37.1, `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`.
 */
export function hpaMetrics(autoscaler: HorizontalPodAutoscaler): readonly MetricSpec[] {
  const given = autoscalerAsV2(fields(autoscaler, THROW).value);
  return metricFields(fields(given, THROW)).map(({ value }) => value);
}

/** The metrics of an autoscaler of `autoscaling/v2`, or the default. */
export function metricFields(
  autoscaler: Fields<HorizontalPodAutoscaler>,
): readonly Fields<MetricSpec>[] {
  const metrics = autoscaler.at('spec').objects('metrics');
  const initial = { spec: { metrics: [DEFAULT_METRIC] } };
  return metrics.length === 0 ? fields(initial, THROW).at('spec').objects('metrics') : metrics;
}
