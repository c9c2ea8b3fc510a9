import {
  type Container,
  isBeingDeleted,
  type MetricValue,
  type Pod,
  type PodMetrics,
} from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  parseGoDuration,
  THROW,
  timestampMs,
  ZERO_TIME_MS,
} from '@kubesem/core/internal';
import { podRequests } from '@kubesem/resources';
import {
  isHugePages,
  podLevelResources,
  readAmounts,
  readQuantity,
} from '@kubesem/resources/internal';
import type { AutoscalerMetrics } from './autoscaler-metrics.js';
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
  metrics: Fields<AutoscalerMetrics>,
  resource: string,
  container: string,
): PodUsages {
  const usages = new Map<string, PodUsage>();
  const pods = metrics.each('pods', (pod) => {
    const milliValue = usageOf(pod, resource, container);
    if (milliValue !== undefined) {
      const windowMs = durationMs(pod.text('window'));
      const times = { timestampMs: timeMs(pod.raw('timestamp')), windowMs };
      usages.set(pod.at('metadata').text('name'), { milliValue, ...times });
    }
  });
  if (pods.length === 0) {
    throw new MetricFailure('no metrics returned from resource metrics API');
  }
  return usages;
}

function usageOf(pod: Fields<PodMetrics>, resource: string, container: string): bigint | undefined {
  const containers = pod.objects('containers');
  const found = containers.map((each) => {
    const amount = readAmounts(each.at('usage')).get(resource);
    return amount && milliInt64(amount);
  });
  if (container !== '') {
    return found[containers.findIndex(({ value }) => value.name === container)];
  }
  return found.length === 0 || found.includes(undefined)
    ? undefined
    : sumInt64(found as readonly bigint[]);
}

/** A duration as Go writes it, such as `1m30s`; 0 if it is absent. */
function durationMs(text: string): number {
  const nanoseconds = parseGoDuration(text);
  return typeof nanoseconds === 'bigint' ? Number(nanoseconds) / 1e6 : 0;
}

/**
 * Reads a custom metric of Pods.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetRawMetric`.
 */
export function customUsages(values: readonly Fields<MetricValue>[]): PodUsages {
  const usages = new Map<string, PodUsage>();
  for (const entry of values) {
    const { describedObject } = entry.value;
    const milliValue = milliInt64(readQuantity(entry, 'value'));
    usages.set(describedObject?.name ?? '', { milliValue, timestampMs: 0, windowMs: 0 });
  }
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
  pod: Pod,
  usage: PodUsage | undefined,
  resource: string,
  nowMs: number,
): keyof PodGroups {
  const { status } = pod;
  if (isBeingDeleted(pod) || status?.phase === 'Failed') {
    return 'ignored';
  }
  if (status?.phase === 'Pending') {
    return 'unready';
  }
  if (usage === undefined) {
    return 'missing';
  }
  return resource === 'cpu' && !isMeasured(pod, usage, nowMs) ? 'unready' : 'ready';
}

/** Whether the cpu usage is more than that of the start. */
function isMeasured(pod: Pod, usage: PodUsage, nowMs: number): boolean {
  const status = fields(pod, ABSENT).at('status');
  const conditions = status.each('conditions', ({ value }) => value);
  const ready = conditions.find(({ type }) => type === 'Ready');
  const startedMs = timestampMs(status.raw('startTime'));
  if (ready === undefined || Number.isNaN(startedMs)) {
    return false;
  }
  const changedMs = timeMs(ready.lastTransitionTime);
  if (startedMs + CPU_INITIALIZATION_MS > nowMs) {
    return ready.status !== 'False' && usage.timestampMs >= changedMs + usage.windowMs;
  }
  return ready.status !== 'False' || startedMs + INITIAL_READINESS_DELAY_MS <= changedMs;
}

/**
 * Returns what each Pod requests of a resource, in thousandths: for the Pod as a whole, or for one container.
 *
 * A container without a request is a failure, even if it is a sidecar. Plain init containers do not count.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `calculateRequests`.
 */
export function requestsOf(
  pods: readonly Pod[],
  container: string,
  resource: string,
): ReadonlyMap<string, bigint> {
  const requests = new Map<string, bigint>();
  for (const pod of pods) {
    const request =
      container === '' && hasPodLevelRequests(pod)
        ? podLevelRequest(pod, resource)
        : containerRequests(pod, container, resource);
    requests.set(pod.metadata?.name ?? '', request);
  }
  return requests;
}

function hasPodLevelRequests(pod: Pod): boolean {
  const names = Object.keys(podLevelResources(pod)?.requests ?? {});
  return names.some((name) => name === 'cpu' || name === 'memory' || isHugePages(name));
}

function podLevelRequest(pod: Pod, resource: string): bigint {
  const request = podRequests(pod)[resource];
  if (request === undefined) {
    const name = pod.metadata?.name ?? '';
    throw new MetricFailure(`missing pod-level request for ${resource} in Pod ${name}`);
  }
  return milliInt64(request);
}

function containerRequests(pod: Pod, container: string, resource: string): bigint {
  const name = pod.metadata?.name ?? '';
  const counted = countedContainers(pod).filter(
    ({ value }) => container === '' || value.name === container,
  );
  if (container !== '' && counted.length === 0) {
    throw new MetricFailure(`container ${container} not found in Pod ${name}`);
  }
  const relevant = container === '' ? counted : counted.slice(0, 1);
  const found = relevant.map((each) => {
    const request = readAmounts(each.at('resources').at('requests')).get(resource);
    if (request === undefined) {
      const place = `container ${each.text('name')} of Pod ${name}`;
      throw new MetricFailure(`missing request for ${resource} in ${place}`);
    }
    return milliInt64(request);
  });
  return sumInt64(found);
}

function countedContainers(pod: Pod): readonly Fields<Container>[] {
  const spec = fields(pod, THROW).at('spec');
  const isSidecar = ({ value }: Fields<Container>) => value.restartPolicy === 'Always';
  const sidecars = spec.objects('initContainers').filter(isSidecar);
  return [...spec.objects('containers'), ...sidecars];
}
