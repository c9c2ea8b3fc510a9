import type { HorizontalPodAutoscaler, Pod } from '@kubesem/core';
import type { JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';
import { hpaV1 } from './hpa-v1-generator.js';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');
/** The current time of the cases. */
export const NOW = '2026-01-01T00:00:00Z';
/** The labels of all Pods. */
export const LABELS = { app: 'web' };

/** Seconds around the periods of the controller: 15 s, 30 s, 1 min and 5 min. */
const AGES = [0, 1, 14, 15, 16, 29, 30, 31, 59, 60, 61, 120, 299, 300, 301, 600, 86400];
const CPU = [
  '100m',
  '250m',
  '500m',
  '500m',
  '1',
  '1',
  '0.9999',
  '2',
  '559m',
  '0',
  '1500m',
  '12345n',
];
const MEMORY = ['128Mi', '256Mi', '256Mi', '300M', '1Gi', '0', '1e3'];
const VALUES = ['0', '1', '10', '10', '12500m', '100', '1k', '5', '0.5', '999m', '-1'];
/** In the form in which the API servers write them; they are, or their sum is, beyond int64 in thousandths. */
const HUGE = [
  '9e15',
  '-9e15',
  '5P',
  '9223372036854775',
  '9223372036854775807',
  '-9223372036854775807',
  '-9223372036854775808',
  '10P',
  '-10P',
  '4600T',
  '10E',
  '123456789012345678k',
  '12345678901234567890',
  '100P',
  '7Ei',
  '9Pi',
];
const COUNTS = [0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 10];

function ago(random: Random): string {
  const ms = random.pick(AGES) * 1000 + random.pick([0, 0, 0, 1, -1, 500]);
  return new Date(NOW_MS - ms).toISOString();
}

/** One of the amounts, or now and then a huge one. */
function some(random: Random, amounts: readonly string[], percent = 1): string {
  return random.percent(percent) ? random.pick(HUGE) : random.pick(amounts);
}

function container(random: Random, name: string, hasRequests: boolean): JsonObject {
  const requests = {
    ...random.maybe(hasRequests ? 99 : 60, () => ({ cpu: some(random, CPU) })),
    ...random.maybe(hasRequests ? 99 : 60, () => ({ memory: some(random, MEMORY) })),
  };
  return { name, ...random.maybe(hasRequests ? 100 : 70, () => ({ resources: { requests } })) };
}

function pod(random: Random, name: string): JsonObject {
  const hasRequests = random.percent(97);
  const isReady = random.percent(85);
  return {
    metadata: {
      name,
      namespace: 'shop',
      labels: LABELS,
      ...random.maybe(5, () => ({ deletionTimestamp: NOW, finalizers: ['x.io/y'] })),
    },
    spec: {
      containers: [
        container(random, 'app', hasRequests),
        ...(random.percent(30) ? [container(random, 'log', hasRequests)] : []),
      ],
      ...random.maybe(20, () => ({
        initContainers: [
          {
            ...container(random, 'proxy', hasRequests),
            ...random.maybe(60, () => ({ restartPolicy: 'Always' })),
          },
        ],
      })),
      ...random.maybe(8, () => ({
        resources: {
          ...random.maybe(80, () => ({
            requests: {
              ...random.maybe(70, () => ({ cpu: some(random, CPU) })),
              ...random.maybe(50, () => ({ memory: some(random, MEMORY) })),
              ...random.maybe(10, () => ({ 'example.com/gpu': '1' })),
            },
          })),
          ...random.maybe(30, () => ({ limits: { memory: '2Gi' } })),
        },
      })),
      ...random.maybe(5, () => ({ overhead: { cpu: '50m', memory: '10Mi' } })),
    },
    status: {
      phase: random.percent(88) ? 'Running' : random.pick(['Pending', 'Failed', 'Succeeded', '']),
      ...random.maybe(95, () => ({
        startTime: random.percent(60) ? '2025-12-01T00:00:00Z' : ago(random),
      })),
      ...random.maybe(95, () => ({
        conditions: [
          {
            type: random.percent(97) ? 'Ready' : 'Initialized',
            status: isReady ? 'True' : random.pick(['False', 'False', 'Unknown']),
            ...random.maybe(97, () => ({
              lastTransitionTime: random.percent(50) ? '2025-12-01T00:00:10Z' : ago(random),
            })),
          },
        ],
      })),
    },
  };
}

function usage(random: Random, { metadata, spec }: Pod): JsonObject {
  const names = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(
    ({ name }) => name ?? '',
  );
  const containers = names.map((name) => ({
    name,
    usage: {
      ...random.maybe(98, () => ({
        cpu: some(random, CPU),
      })),
      ...random.maybe(98, () => ({ memory: some(random, MEMORY) })),
    },
  }));
  return {
    metadata: { name: metadata?.name ?? '', namespace: 'shop' },
    timestamp: random.percent(70) ? NOW : ago(random),
    window: random.pick(['30s', '15s', '1m0s', '0s', '1m30s', '500ms']),
    containers: random.percent(98) ? containers : [],
  };
}

function target(random: Random, types: readonly string[]): JsonObject {
  const type = random.pick(types);
  return {
    type,
    ...(type === 'Utilization' && {
      averageUtilization: random.pick([1, 30, 50, 50, 60, 80, 100, 110, 250]),
    }),
    ...(type === 'Value' && { value: value(random) }),
    ...(type === 'AverageValue' && { averageValue: value(random) }),
  };
}

function value(random: Random): string {
  const positive = VALUES.filter((text) => text !== '0' && text !== '-1');
  return random.percent(97) ? random.pick(positive) : random.pick(['9e12', '1n', ...HUGE]);
}

function selector(random: Random): JsonObject {
  return random.maybe(50, () => ({
    selector: {
      ...random.maybe(70, () => ({ matchLabels: random.percent(70) ? { queue: 'a' } : {} })),
      ...random.maybe(30, () => ({
        matchExpressions: [
          { key: 'queue', operator: random.pick(['In', 'NotIn']), values: ['a', 'b'] },
          { key: 'zone', operator: 'DoesNotExist' },
        ],
      })),
    },
  }));
}

function metricSpec(random: Random): JsonObject {
  const resource = random.pick(['cpu', 'cpu', 'cpu', 'memory']);
  const metric = { name: random.pick(['requests', 'requests', 'other']), ...selector(random) };
  switch (random.below(8)) {
    case 0:
      return {
        type: 'ContainerResource',
        containerResource: {
          name: resource,
          container: random.pick(['app', 'app', 'log', 'proxy']),
          target: target(random, ['Utilization', 'AverageValue']),
        },
      };
    case 1:
      return { type: 'Pods', pods: { metric, target: target(random, ['AverageValue']) } };
    case 2: {
      const describedObject = random.pick([
        { kind: 'Service', name: 'web', apiVersion: 'v1' },
        { kind: 'Namespace', name: 'any', apiVersion: 'v1' },
      ]);
      const types = ['Value', 'AverageValue'];
      return { type: 'Object', object: { describedObject, metric, target: target(random, types) } };
    }
    case 3:
      return {
        type: 'External',
        external: { metric, target: target(random, ['Value', 'AverageValue']) },
      };
    default:
      return {
        type: 'Resource',
        resource: {
          name: resource,
          target: target(random, ['Utilization', 'Utilization', 'AverageValue']),
        },
      };
  }
}

function rules(random: Random): JsonObject {
  return {
    ...random.maybe(50, () => ({
      stabilizationWindowSeconds: random.pick([0, 0, 15, 60, 300, 3600]),
    })),
    ...random.maybe(50, () => ({ selectPolicy: random.pick(['Max', 'Min', 'Disabled']) })),
    ...random.maybe(60, () => ({
      policies: Array.from({ length: 1 + random.below(2) }, () => ({
        type: random.pick(['Pods', 'Percent']),
        value: random.pick([1, 2, 4, 10, 33, 50, 100, 900]),
        periodSeconds: random.pick([1, 15, 30, 60, 1800]),
      })),
    })),
    ...random.maybe(30, () => ({
      tolerance: random.pick(['0', '0.05', '50m', '0.1', '1', '333m', '0.15']),
    })),
  };
}

function metrics(random: Random, pods: readonly JsonObject[]): JsonObject {
  const measured = pods.filter(() => random.percent(90)) as readonly Pod[];
  // Pods that are gone, or not of the target.
  const strangers = random.percent(10)
    ? random.list(2, (index) => pod(random, `gone-${index}`) as Pod)
    : [];
  const amount = () => some(random, VALUES, 4);
  const timestamp = NOW;
  return {
    pods: [...measured, ...strangers].map((pod) => usage(random, pod)),
    custom: [
      ...[...measured, ...strangers].map(({ metadata }) => ({
        describedObject: { kind: 'Pod', namespace: 'shop', name: metadata?.name ?? '' },
        metric: { name: 'requests' },
        timestamp: random.percent(90) ? timestamp : ago(random),
        ...random.maybe(20, () => ({ windowSeconds: random.pick([0, 15, 60, 600]) })),
        value: some(random, VALUES),
      })),
      ...['Service', 'Namespace'].map((kind) => ({
        describedObject: { kind, name: kind === 'Service' ? 'web' : 'shop' },
        metric: { name: 'requests' },
        timestamp,
        value: amount(),
      })),
    ],
    external: random.list(3, () => ({
      metricName: 'requests',
      metricLabels: random.maybe(80, () => ({ queue: random.pick(['a', 'b', 'c']) })),
      timestamp,
      value: amount(),
    })),
    ...failures(random),
  };
}

/** APIs that do not answer, in words of their client and in strange ones. */
function failures(random: Random): JsonObject {
  const text = () =>
    random.pick([
      'the server could not find the requested resource (get pods.metrics.k8s.io)',
      'no custom metrics API (custom.metrics.k8s.io) registered',
      'the server is currently unable to handle the request',
      '%s: %v: "no"',
    ]);
  const ofMetrics = () => ({ [random.pick(['requests', 'requests', 'other', 'gone'])]: text() });
  return {
    ...random.maybe(6, () => ({ podsError: text() })),
    ...random.maybe(6, () => ({ customErrors: ofMetrics() })),
    ...random.maybe(6, () => ({ externalErrors: ofMetrics() })),
  };
}

function changes(random: Random): JsonObject[] {
  return random.list(3, () => ({ change: random.pick([1, 1, 2, 5, 30]), time: ago(random) }));
}

/** A random autoscaler with its Pods and metrics; some of `autoscaling/v1`. */
export function hpaCase(random: Random): JsonObject {
  const input = hpaV2Case(random);
  return random.percent(25)
    ? { ...input, hpa: hpaV1(random, input['hpa'] as HorizontalPodAutoscaler) }
    : input;
}

function hpaV2Case(random: Random): JsonObject {
  const replicas = random.pick(COUNTS);
  const size = random.percent(85) ? replicas : random.below(5);
  const pods = Array.from({ length: size }, (_, index) => pod(random, `web-${index}`));
  return {
    hpa: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web', namespace: 'shop', generation: 1 },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        ...random.maybe(70, () => ({ minReplicas: random.pick([0, 0, 1, 1, 2, 3]) })),
        maxReplicas: random.pick([3, 5, 10, 10, 100, 2147483647]),
        ...random.maybe(93, () => ({
          metrics: Array.from({ length: 1 + random.below(3) }, () => metricSpec(random)),
        })),
        ...random.maybe(50, () => ({
          behavior: {
            ...random.maybe(75, () => ({ scaleUp: rules(random) })),
            // Otherwise, earlier recommendations mostly keep the Pods.
            ...random.maybe(75, () => ({
              scaleDown: {
                ...rules(random),
                ...random.maybe(60, () => ({ stabilizationWindowSeconds: 0 })),
              },
            })),
          },
        })),
      },
      status: {
        desiredReplicas: replicas,
        ...random.maybe(40, () => ({
          conditions: [
            {
              type: random.pick(['ScaledToZero', 'ScaledToZero', 'ScalingActive']),
              status: random.pick(['True', 'True', 'False']),
              reason: 'Old',
              message: 'old',
              lastTransitionTime: NOW,
            },
          ],
        })),
      },
    },
    scale: {
      replicas,
      statusReplicas: random.percent(85) ? replicas : random.pick(COUNTS),
      selector: 'app=web',
    },
    pods,
    metrics: metrics(random, pods),
    recommendations: random.percent(50)
      ? random.list(4, () => ({ replicas: random.pick(COUNTS), time: ago(random) }))
      : [],
    scaleUps: random.percent(40) ? changes(random) : [],
    scaleDowns: random.percent(40) ? changes(random) : [],
    now: NOW,
  };
}
