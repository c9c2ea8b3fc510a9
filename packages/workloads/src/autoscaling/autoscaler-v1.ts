import {
  attempt,
  type Condition,
  childPath,
  type FieldPath,
  FieldReader,
  type HorizontalPodAutoscaler,
  type LabelSelector,
  type MetricSpec,
  type MetricTarget,
  objectOf,
  type QuantityInput,
} from '@kubesem/core';
import { readQuantity } from '@kubesem/resources';

const ANNOTATION = 'autoscaling.alpha.kubernetes.io/';

type Spec = NonNullable<HorizontalPodAutoscaler['spec']>;

/**
 * Converts an autoscaler of `autoscaling/v1` to `autoscaling/v2`: annotations hold what `v1` has no fields for. Annotations that the API
 * server cannot read are ignored. Other objects stay as they are.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v1` v1.37.1, `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`.
 */
export function autoscalerAsV2(autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const { apiVersion, metadata, spec, status } = objectOf(autoscaler);
  const { scaleTargetRef, minReplicas, maxReplicas, ...rest }: Partial<Spec> = objectOf(spec);
  const percent = rest.targetCPUUtilizationPercentage ?? undefined;
  const isUnversioned = (apiVersion ?? '') === '' && percent !== undefined;
  const isReadable = (spec ?? undefined) === undefined || objectOf(spec) === spec;
  if ((apiVersion !== 'autoscaling/v1' && !isUnversioned) || !isReadable) {
    return autoscaler;
  }
  const annotations = objectOf(objectOf(metadata).annotations);
  const read = <T>(name: string, convert: (value: object) => T): T | undefined => {
    const text = annotations[`${ANNOTATION}${name}`] ?? undefined;
    return text === undefined
      ? undefined
      : attempt(() => convert({ value: canonical(JSON.parse(text)) })).value;
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
    ...(conditions !== undefined && { status: { ...objectOf(status), conditions } }),
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

const READER: FieldReader = /* @__PURE__ */ new FieldReader();
const ROOT = /* @__PURE__ */ childPath(undefined, 'value');

function quantity(parent: object, field: string, path: FieldPath): QuantityInput | undefined {
  const value = (parent as { readonly [name: string]: QuantityInput | null | undefined })[field];
  if ((value ?? undefined) === undefined) {
    return undefined;
  }
  readQuantity(value, childPath(path, field));
  return value ?? undefined;
}

function readMetrics(value: object): readonly MetricSpec[] {
  return READER.objects<object>(value, 'value', undefined).map(({ entry, at }) => {
    const source = (name: string) => {
      const path = childPath(at, name);
      const given = READER.object<object>(entry, name, at);
      return given && { given, path };
    };
    const [resource, container] = [source('resource'), source('containerResource')];
    const [pods, object, external] = [source('pods'), source('object'), source('external')];
    return {
      type: READER.text(entry, 'type', at),
      ...(resource && { resource: resourceSource(resource) }),
      ...(container && {
        containerResource: {
          ...resourceSource(container),
          container: READER.text(container.given, 'container', container.path),
        },
      }),
      ...(pods && { pods: podsSource(pods) }),
      ...(object && { object: objectSource(object) }),
      ...(external && { external: externalSource(external) }),
    };
  });
}

interface Source {
  readonly given: object;
  readonly path: FieldPath;
}

function resourceSource({ given, path }: Source) {
  const averageUtilization = READER.integer(given, 'targetAverageUtilization', path);
  const averageValue = quantity(given, 'targetAverageValue', path);
  const type = averageUtilization === undefined ? 'AverageValue' : 'Utilization';
  const target = { type, averageUtilization, averageValue };
  return { name: READER.text(given, 'name', path), target };
}

function metricOf({ given, path }: Source, selectorField: string) {
  const selector = READER.object<LabelSelector>(given, selectorField, path);
  return { name: READER.text(given, 'metricName', path), selector };
}

function podsSource(source: Source) {
  const averageValue = quantity(source.given, 'targetAverageValue', source.path) ?? '0';
  return { metric: metricOf(source, 'selector'), target: { type: 'AverageValue', averageValue } };
}

function objectSource(source: Source) {
  const { given, path } = source;
  const [value = '0', averageValue] = [
    quantity(given, 'targetValue', path),
    quantity(given, 'averageValue', path),
  ];
  const described = READER.object<object>(given, 'target', path) ?? {};
  const text = (field: string) => READER.text(described, field, childPath(path, 'target'));
  return {
    describedObject: { kind: text('kind'), name: text('name'), apiVersion: text('apiVersion') },
    metric: metricOf(source, 'selector'),
    target:
      averageValue === undefined
        ? { type: 'Value', value }
        : { type: 'AverageValue', averageValue },
  };
}

function externalSource(source: Source) {
  const value = quantity(source.given, 'targetValue', source.path);
  const averageValue = quantity(source.given, 'targetAverageValue', source.path);
  const type = value === undefined ? 'AverageValue' : 'Value';
  return { metric: metricOf(source, 'metricSelector'), target: { type, value, averageValue } };
}

/** Reads a behavior; an empty one counts as absent. */
function readBehavior(value: object): Spec['behavior'] {
  const given = READER.object<NonNullable<Spec['behavior']>>(value, 'value', undefined) ?? {};
  const directions = (['scaleUp', 'scaleDown'] as const).map((name) => {
    const path = childPath(ROOT, name);
    const rules = READER.object<object>(given, name, ROOT);
    if (rules !== undefined) {
      READER.integer(rules, 'stabilizationWindowSeconds', path);
      READER.text(rules, 'selectPolicy', path);
      quantity(rules, 'tolerance', path);
      for (const { entry, at } of READER.objects<object>(rules, 'policies', path)) {
        READER.text(entry, 'type', at);
        READER.integer(entry, 'value', at);
        READER.integer(entry, 'periodSeconds', at);
      }
    }
    return rules;
  });
  return directions.every((rules) => rules === undefined) ? undefined : given;
}

function readConditions(value: object): readonly Condition[] {
  return READER.objects<Condition>(value, 'value', undefined).map(({ entry, at }) => {
    for (const field of ['type', 'status', 'reason', 'message']) {
      READER.text(entry, field, at);
    }
    return entry;
  });
}
