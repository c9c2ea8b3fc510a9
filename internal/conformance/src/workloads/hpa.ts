import { FieldError, type HorizontalPodAutoscaler, type Pod, type StringMap } from '@kubesem/core';
import {
  type AutoscalerMetrics,
  type AutoscalerPast,
  type HpaDecision,
  hpaMetrics,
  hpaReplicas,
} from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { hpaCase, LABELS, NOW } from './hpa-generator.js';

/** The oracle knows the errors of the APIs by name of the metric. */
interface CaseMetrics extends AutoscalerMetrics {
  readonly customErrors?: StringMap;
  readonly externalErrors?: StringMap;
}

interface HpaCase extends AutoscalerPast {
  readonly hpa: HorizontalPodAutoscaler;
  readonly pods: readonly Pod[];
  readonly metrics: CaseMetrics;
  readonly scale: {
    readonly replicas: number;
    readonly statusReplicas: number;
    readonly selector: string;
  };
  readonly now: string;
}

/** 559m of 1000m, 50 % wanted, and cases around it; amounts beyond int64. */
function* examples(): Generator<Json> {
  yield* aroundTheTarget();
  yield* hugeCases();
}

/** An autoscaler with one metric and as many Pods as it has usages. */
function oneMetric(metric: JsonObject, cpus: readonly string[], others: JsonObject = {}): Json {
  const conditions = [
    { type: 'Ready', status: 'True', lastTransitionTime: '2025-12-01T00:00:10Z' },
  ];
  const status = { phase: 'Running', startTime: '2025-12-01T00:00:00Z', conditions };
  const resources = { requests: { cpu: '1' } };
  return {
    hpa: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web', namespace: 'shop', generation: 1 },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 10,
        metrics: [metric],
      },
    },
    scale: { replicas: cpus.length, statusReplicas: cpus.length, selector: 'app=web' },
    pods: cpus.map((_, index) => ({
      metadata: { name: `web-${index}`, namespace: 'shop', labels: LABELS },
      spec: { containers: [{ name: 'app', resources }] },
      status,
    })),
    metrics: {
      pods: cpus.map((cpu, index) => ({
        metadata: { name: `web-${index}`, namespace: 'shop' },
        timestamp: NOW,
        window: '30s',
        containers: [{ name: 'app', usage: { cpu } }],
      })),
      custom: [],
      external: [],
      ...others,
    },
    recommendations: [],
    scaleUps: [],
    scaleDowns: [],
    now: NOW,
  };
}

const UTILIZATION = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};

function* aroundTheTarget(): Generator<Json> {
  for (const cpu of ['0', '100m', '449m', '450m', '500m', '550m', '559m', '560m', '1']) {
    for (const size of [1, 2, 3]) {
      yield oneMetric(
        UTILIZATION,
        Array.from({ length: size }, () => cpu),
      );
    }
  }
}

const HUGE_VALUES = [
  ['-9e15', '-9e15'],
  ['9e15', '9e15', '-5'],
  ['10P'],
  ['-9e15'],
  ['-1'],
  ['9223372036854775807'],
  ['-9223372036854775808'],
];

function* hugeCases(): Generator<Json> {
  for (const values of HUGE_VALUES) {
    yield oneMetric(UTILIZATION, values);
    const targets = [
      { type: 'Value', value: '1' },
      { type: 'AverageValue', averageValue: '1' },
    ];
    for (const target of targets) {
      const metric = { name: 'requests' };
      const describedObject = { kind: 'Service', name: 'web' };
      const resource = { type: 'Resource', resource: { name: 'cpu', target } };
      yield* target.averageValue === undefined ? [] : [oneMetric(resource, values)];
      const external = values.map((value) => ({ metricName: 'requests', timestamp: NOW, value }));
      yield oneMetric({ type: 'External', external: { metric, target } }, ['1'], { external });
      const custom = [{ describedObject, metric, timestamp: NOW, value: values[0] as string }];
      const object = { describedObject, metric, target };
      yield oneMetric({ type: 'Object', object }, ['1'], { custom });
    }
  }
}

/** Which of several Pods without a request is named first is random in Go. */
function anyPod(text: unknown, count: number): unknown {
  return count < 2 || typeof text !== 'string'
    ? text
    : text
        .replace(
          /missing (?:pod-level )?request for \w+ in (?:container [\w-]* of )?Pod [\w-]+/g,
          'no request',
        )
        .replace(/container [\w-]+ not found in Pod [\w-]+/g, 'no request');
}

interface Written {
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
  readonly currentMetrics?: readonly (JsonObject | null)[] | null;
  readonly conditions?: readonly JsonObject[] | null;
}

function run(input: Json) {
  const { hpa, pods, metrics, scale, now, ...past } = input as unknown as HpaCase;
  const { replicas: current, statusReplicas: observed, selector } = scale;
  const answers = answersOf(hpa, metrics);
  const options = { pods, metrics: { ...metrics, answers }, current, observed, past, now };
  return { hpa, pods, selector, options };
}

function answersOf(hpa: HorizontalPodAutoscaler, { customErrors, externalErrors }: CaseMetrics) {
  return hpaMetrics(hpa).map(({ type, pods, object, external }) => {
    const isExternal = type === 'External';
    const of = isExternal ? external : type === 'Pods' ? pods : object;
    const errors = new Map(Object.entries((isExternal ? externalErrors : customErrors) ?? {}));
    const error = errors.get(of?.metric?.name ?? '');
    return typeof error === 'string' ? { error } : undefined;
  });
}

/** The decision; undefined if the selector of a metric is invalid, which the library reports as an error. */
function decide(...args: Parameters<typeof hpaReplicas>): HpaDecision | undefined {
  try {
    return hpaReplicas(...args);
  } catch (error) {
    const { code } = error as FieldError;
    if (code === 'INVALID_TYPE' || code === 'INVALID_QUANTITY' || !(error instanceof FieldError)) {
      throw error;
    }
    return undefined;
  }
}

const reconcile: Operation = {
  name: 'hpa.reconcile',
  program: 'kubernetes',
  candidates: 3000,
  examples,
  generate: hpaCase,
  compare(input, theirs, comparison) {
    const { hpa, pods, options, selector } = run(input);
    if (theirs.err !== undefined) {
      // The API server rejects the autoscaler, which the controller never sees.
      return;
    }
    const { scaled, error, status } = theirs.out as JsonObject;
    // A case that was shrunk too far.
    const isShrunk =
      /FailedGetScale|InvalidSelector/.test(JSON.stringify(status)) ||
      selector !== 'app=web' ||
      pods.some(({ metadata }) => metadata?.labels?.['app'] !== 'web');
    if (isShrunk) {
      return;
    }
    const ours = decide(hpa, options);
    if (ours === undefined) {
      comparison.field('fails', typeof error, 'string');
      return;
    }
    const { conditions, currentMetrics, desiredReplicas } = status as unknown as Written;
    comparison.field('scaled', scaled, ours.scales ? ours.replicas : null);
    comparison.field('error', anyPod(error, pods.length), anyPod(ours.error ?? null, pods.length));
    if (error === null) {
      comparison.field('desired', desiredReplicas, ours.replicas);
    }
    const list = (conditions ?? []).map(({ type, status, reason, message }) =>
      [type, status, reason, anyPod(message, pods.length)].join(),
    );
    const own = ours.conditions.map(({ type, status, reason, message }) =>
      [type, status, reason, anyPod(message, pods.length)].join(),
    );
    comparison.field('conditions', list.join('\n'), own.join('\n'));
    const shown = (currentMetrics ?? []).map((metric) => {
      const source = Object.values(metric ?? {}).find((part) => typeof part === 'object');
      return JSON.stringify((source as JsonObject | undefined)?.['current'] ?? null);
    });
    const values = ours.currentMetrics.map((current) => JSON.stringify(sorted(current) ?? null));
    comparison.field('current metrics', shown.join(), values.join());
  },
  kind(input, { err }) {
    const { hpa, options } = run(input);
    if (err !== undefined) {
      return err;
    }
    if (decide(hpa, options) === undefined) {
      return 'invalid selector';
    }
    const { metrics, conditions, scales } = hpaReplicas(hpa, options);
    const reasons = conditions.map(({ reason }) => reason).slice(0, 2);
    const types = metrics.slice(0, 1).map(({ type, rule }) => `${type}${rule}`);
    const { podsError, customErrors, externalErrors } = options.metrics;
    const failing = [podsError, customErrors, externalErrors].map((error) => error !== undefined);
    const isV1 = hpa.apiVersion === 'autoscaling/v1';
    const version = isV1 ? [Object.keys(hpa.metadata?.annotations ?? {}).length] : failing;
    return [...types, ...reasons, scales, hpa.spec?.behavior === undefined, ...version].join();
  },
};

function sorted(value: object | undefined): object | undefined {
  const entries = Object.entries(value ?? {}).filter(([, part]) => part !== undefined);
  const order = ['value', 'averageValue', 'averageUtilization'];
  entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return value && Object.fromEntries(entries);
}

/** What autoscalers decide. */
export const hpaOperations: readonly Operation[] = [reconcile];
