import {
  type ContainerMetrics,
  childPath,
  type FieldPath,
  listOf,
  type MetricValue,
  objectOf,
  type Pod,
  type PodMetrics,
  readList,
  readObject,
  readString,
  timestampMs,
  ZERO_TIME_MS,
} from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { readAmounts, readQuantity } from '@kubesem/resources';
import { milliInt64, sumInt64 } from './go-numbers.js';
import { MetricFailure } from './metric-failure.js';

/** The usage of a Pod. */
export interface PodUsage {
  /** The usage in thousandths. */
  readonly milliValue: bigint;
  readonly timestampMs: number;
  readonly windowMs: number;
}

/** The usage of Pods by name. Pods without a usage are missing. */
export type PodUsages = ReadonlyMap<string, PodUsage>;

/** Which Pods count. */
export interface PodGroups {
  /** Pods whose usage counts. */
  readonly ready: ReadonlySet<string>;
  /** Pods that do not run yet, or whose cpu usage is still that of the start. */
  readonly unready: ReadonlySet<string>;
  /** Pods without a usage. */
  readonly missing: ReadonlySet<string>;
  /** Pods that have failed or are being deleted. */
  readonly ignored: ReadonlySet<string>;
}

function timeMs(time: Parameters<typeof timestampMs>[0]): number {
  const ms = timestampMs(time);
  return Number.isNaN(ms) ? ZERO_TIME_MS : ms;
}

/**
 * Reads the usage of a resource: that of all containers of a Pod, or of one of them.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetResourceMetric`.
 */
export function resourceUsages(
  metrics: readonly PodMetrics[],
  path: FieldPath,
  resource: string,
  container: string,
): PodUsages {
  if (metrics.length === 0) {
    throw new MetricFailure('no metrics returned from resource metrics API');
  }
  const usages = new Map<string, PodUsage>();
  metrics.forEach((given, index) => {
    const podPath = childPath(path, index);
    const pod = readObject(given, podPath) ?? {};
    const milliValue = usageOf(pod.containers, podPath, resource, container);
    if (milliValue !== undefined) {
      const window = readString(pod.window, childPath(podPath, 'window'));
      const times = { timestampMs: timeMs(pod.timestamp), windowMs: durationMs(window) };
      usages.set(pod.metadata?.name ?? '', { milliValue, ...times });
    }
  });
  return usages;
}

function usageOf(
  given: PodMetrics['containers'],
  podPath: FieldPath,
  resource: string,
  container: string,
): bigint | undefined {
  const path = childPath(podPath, 'containers');
  const containers: readonly ContainerMetrics[] = readList(given, path).map(
    (entry, index) => readObject(entry, childPath(path, index)) ?? {},
  );
  const found = containers.map(({ usage }, index) => {
    const amounts = readAmounts(usage, childPath(childPath(path, index), 'usage'));
    const amount = amounts.get(resource);
    return amount && milliInt64(amount);
  });
  if (container !== '') {
    return found[containers.findIndex(({ name }) => name === container)];
  }
  return found.length === 0 || found.includes(undefined)
    ? undefined
    : sumInt64(found as readonly bigint[]);
}

const UNITS_MS: { readonly [unit: string]: number } = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** A duration as Go writes it, such as `1m30s`. */
function durationMs(text: string): number {
  const parts = text.match(/[\d.]{1,20}(?:ns|us|µs|ms|s|m|h)/g) ?? [];
  return parts.reduce((sum, part) => {
    const unit = part.replace(/^[\d.]+/, '');
    return sum + Number.parseFloat(part) * (UNITS_MS[unit] ?? 0);
  }, 0);
}

/**
 * Reads a custom metric of Pods.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetRawMetric`.
 */
export function customUsages(
  metrics: readonly MetricValue[],
  path: FieldPath,
  name: string,
): PodUsages {
  const usages = new Map<string, PodUsage>();
  metrics.forEach((entry, index) => {
    const { describedObject, metric, value } = readObject(entry, childPath(path, index)) ?? {};
    if (describedObject?.kind === POD.kind && metric?.name === name) {
      const amount = readQuantity(value, childPath(childPath(path, index), 'value'));
      const milliValue = milliInt64(amount);
      usages.set(describedObject.name ?? '', { milliValue, timestampMs: 0, windowMs: 0 });
    }
  });
  if (usages.size === 0) {
    throw new MetricFailure('no metrics returned from custom metrics API');
  }
  return usages;
}

/** How long the cpu usage of a starting Pod does not count. */
const CPU_INITIALIZATION_MS = 300_000;
/** How long after its start a Pod can become unready and still counts as one that was never ready. */
const INITIAL_READINESS_DELAY_MS = 30_000;

/**
 * Finds out which Pods count.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `groupPods`.
 */
export function groupPods(
  pods: readonly Pod[],
  usages: PodUsages,
  resource: string,
  nowMs: number,
): PodGroups {
  const groups = {
    ready: new Set<string>(),
    unready: new Set<string>(),
    missing: new Set<string>(),
    ignored: new Set<string>(),
  };
  for (const pod of pods) {
    const name = pod.metadata?.name ?? '';
    groups[groupOf(pod, usages.get(name), resource, nowMs)].add(name);
  }
  return groups;
}

function groupOf(
  { metadata, status }: Pod,
  usage: PodUsage | undefined,
  resource: string,
  nowMs: number,
): keyof PodGroups {
  const isDeleted = (metadata?.deletionTimestamp ?? undefined) !== undefined;
  if (isDeleted || status?.phase === 'Failed') {
    return 'ignored';
  }
  if (status?.phase === 'Pending') {
    return 'unready';
  }
  if (usage === undefined) {
    return 'missing';
  }
  return resource === 'cpu' && !isMeasured(status, usage, nowMs) ? 'unready' : 'ready';
}

/** Whether the cpu usage is more than that of the start. */
function isMeasured(status: Pod['status'], usage: PodUsage, nowMs: number): boolean {
  const ready = listOf(status?.conditions).find((each) => objectOf(each).type === 'Ready');
  const startedMs = timestampMs(status?.startTime);
  if (ready === undefined || Number.isNaN(startedMs)) {
    return false;
  }
  const changedMs = timeMs(ready.lastTransitionTime);
  if (startedMs + CPU_INITIALIZATION_MS > nowMs) {
    return ready.status !== 'False' && usage.timestampMs >= changedMs + usage.windowMs;
  }
  return ready.status !== 'False' || startedMs + INITIAL_READINESS_DELAY_MS <= changedMs;
}
