import type { HorizontalPodAutoscaler, MetricSpec } from '@kubesem/core';
import type { JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';

const ANNOTATION = 'autoscaling.alpha.kubernetes.io/';

/** Values of the wrong type for fields in annotations, and some of the right one. */
const STRANGE = [null, '', 'x', 0, 7, -1, 2147483648, '7', true, [], {}, [null], [{}], { a: 1 }];

/**
 * Writes an autoscaler as `autoscaling/v1` has it: annotations hold what `v1` has no fields for. Some of them are not as the
 * API server writes them.
 */
export function hpaV1(random: Random, hpa: HorizontalPodAutoscaler): JsonObject {
  const { scaleTargetRef, minReplicas, maxReplicas, metrics, behavior } = hpa.spec ?? {};
  const { conditions, ...status } = hpa.status ?? {};
  const values: JsonObject = {
    ...(metrics && { metrics: metrics.map((metric) => metricV1(random, metric ?? {})) }),
    ...(behavior && { behavior: behaviorV1(random, behavior as JsonObject) }),
    ...(conditions && { conditions: conditions as unknown as JsonObject[] }),
    ...random.maybe(20, () => ({ 'current-metrics': currentMetrics(random) })),
  };
  const annotations = Object.entries(values).map(([name, value]) => [
    ANNOTATION + name,
    text(random, value),
  ]);
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { ...(hpa.metadata as JsonObject), annotations: Object.fromEntries(annotations) },
    spec: {
      scaleTargetRef: scaleTargetRef as JsonObject,
      ...(minReplicas !== undefined && { minReplicas }),
      maxReplicas: maxReplicas ?? 0,
      ...random.maybe(50, () => ({
        targetCPUUtilizationPercentage: random.pick([1, 50, 80, 250]),
      })),
    },
    status: { currentReplicas: 1, ...(status as JsonObject) },
  };
}

function metricV1(random: Random, spec: MetricSpec): JsonObject {
  const { type, resource, containerResource, pods, object, external } = spec;
  const usage = ({ target, ...rest }: NonNullable<typeof containerResource>) => ({
    ...rest,
    targetAverageUtilization: target?.averageUtilization,
    targetAverageValue: target?.averageValue,
  });
  const sources = {
    type,
    resource: resource && usage(resource),
    containerResource: containerResource && usage(containerResource),
    pods: pods && {
      metricName: pods.metric?.name,
      selector: pods.metric?.selector,
      targetAverageValue: pods.target?.averageValue,
    },
    object: object && {
      target: object.describedObject,
      metricName: object.metric?.name,
      // The API server writes 0 for an absent value.
      targetValue: object.target?.value ?? (random.percent(60) ? '0' : undefined),
      averageValue: object.target?.averageValue,
      selector: object.metric?.selector,
    },
    external: external && {
      metricName: external.metric?.name,
      metricSelector: external.metric?.selector,
      targetValue: external.target?.value,
      targetAverageValue: external.target?.averageValue,
    },
  };
  return JSON.parse(JSON.stringify(sources)) as JsonObject;
}

/** The API server writes the fields of its internal type, all policies included. */
function behaviorV1(random: Random, behavior: JsonObject): JsonObject {
  const directions = Object.entries(behavior).map(([direction, rules]) => {
    const policies = [{ type: 'Percent', value: 100, periodSeconds: 15 }];
    return [direction, { policies, ...(rules as JsonObject) }];
  });
  const complete = { scaleUp: null, scaleDown: null, ...Object.fromEntries(directions) };
  return random.percent(80) ? (withNames(complete, capitalized) as JsonObject) : complete;
}

function currentMetrics(random: Random): JsonObject[] {
  return random.list(2, () => ({
    type: 'Resource',
    resource: { name: 'cpu', currentAverageValue: random.pick(['1', 'x', '500m']) },
  }));
}

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Renames the fields of a value; the names of labels stay. */
function withNames(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((entry) => withNames(entry, rename));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const fields = Object.entries(value).map(([name, child]) => [
    rename(name),
    name === 'matchLabels' ? child : withNames(child, rename),
  ]);
  return Object.fromEntries(fields);
}

/** Replaces one field, or adds one. */
function broken(random: Random, value: unknown): unknown {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || random.percent(15)) {
    return random.pick(STRANGE);
  }
  const names = Object.keys(value);
  if (names.length === 0) {
    return isList ? [random.pick(STRANGE)] : { unknown: random.pick(STRANGE) };
  }
  const name = random.pick(names);
  const child = broken(random, (value as { readonly [name: string]: unknown })[name]);
  return isList
    ? value.map((entry, index) => (String(index) === name ? child : entry))
    : { ...value, [name]: child };
}

function text(random: Random, value: unknown): string {
  const percent = random.below(100);
  if (percent < 4) {
    return random.edited(JSON.stringify(value), [...'{}[],:"1ax ']);
  }
  const written = percent < 16 ? broken(random, value) : value;
  const upper = (name: string) => (random.percent(50) ? name.toUpperCase() : capitalized(name));
  return JSON.stringify(random.percent(10) ? withNames(written, upper) : written);
}
