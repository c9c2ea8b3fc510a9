import { type Pod } from '@kubesem/core';
import {
  ABSENT,
  fields,
  INT32_OPTION,
  INT64_RANGE,
  type OptionRange,
  readOption,
} from '@kubesem/core/internal';
import { DEFAULT_GRACE_SECONDS } from './stored.js';

/** The lowest priority of system Pods. */
const CRITICAL_PRIORITY = 2_000_000_000;
/** A negative time means that the kubelet does not wait. */
const INTEGER: OptionRange = {
  min: -9_007_199_254_740_991,
  max: 9_007_199_254_740_991,
  isWhole: true,
};

/** The settings of the kubelet for a graceful shutdown of the node. */
export interface NodeShutdownConfig {
  /** `shutdownGracePeriod` in milliseconds: the time for all Pods; 0 by default. */
  readonly shutdownGracePeriodMs?: number | undefined;
  /** `shutdownGracePeriodCriticalPods` in milliseconds: the part of it for critical Pods; 0 by default. */
  readonly shutdownGracePeriodCriticalPodsMs?: number | undefined;
  /** `shutdownGracePeriodByPodPriority`; if it has entries, the kubelet ignores the other two fields. */
  readonly shutdownGracePeriodByPodPriority?: readonly ShutdownGracePeriod[] | null | undefined;
}

/** The grace period of Pods with a priority. */
export interface ShutdownGracePeriod {
  /** The lowest priority of the Pods. Those with the priority of a higher entry belong to that entry. */
  readonly priority: number;
  /** The time for them in seconds. */
  readonly shutdownGracePeriodSeconds: number;
}

/** Pods that the kubelet ends together. */
export interface ShutdownGroup {
  /** Their lowest priority. The lowest group also has all Pods below it. */
  readonly priority: number;
  /** The time for the group in seconds. */
  readonly gracePeriodSeconds: number;
  /** When the group starts at the latest, in seconds after the start of the shutdown. Groups without Pods take no time. */
  readonly startsAtSeconds: number;
  /** Its Pods, in the order of the input. */
  readonly pods: readonly ShutdownPod[];
}

/** A Pod that the kubelet ends. */
export interface ShutdownPod {
  /** The Pod that was passed in. */
  readonly pod: Pod;
  /** Its grace period in seconds: that of the group, or its own if that is shorter. */
  readonly gracePeriodSeconds: number;
}

/**
 * Plans in which order the kubelet ends Pods when its node shuts down.
 *
 * A group starts when all Pods of the previous group have ended, or when the time of that group is over. Without
 * `shutdownGracePeriodByPodPriority`, there are two groups, and critical Pods end last.
 *
 * @param pods - the running Pods of the node
 * @param config - the settings of the kubelet
 * @returns the groups in their order; empty if the kubelet does not wait for Pods, because no time is configured, or the
 *   time for critical Pods is longer than that for all
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a setting is not a whole number
 *
 * @example
 * ```ts
 * import { nodeShutdownPlan } from '@kubesem/disruption';
 *
 * const web = { metadata: { name: 'web' }, spec: { terminationGracePeriodSeconds: 60 } };
 * const dns = { metadata: { name: 'dns' }, spec: { priority: 2_000_000_000, terminationGracePeriodSeconds: 5 } };
 * const config = { shutdownGracePeriodMs: 30_000, shutdownGracePeriodCriticalPodsMs: 10_000 };
 * const groups = nodeShutdownPlan([dns, web], config);
 * groups.map(({ startsAtSeconds, pods }) => [startsAtSeconds, pods[0]?.gracePeriodSeconds]) // => [[0, 20], [20, 5]]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/nodeshutdown` v1.37.1, `migrateConfig`, `groupByPriority`, `podManager.killPods`.
 */
export function nodeShutdownPlan(
  pods: readonly Pod[],
  config: NodeShutdownConfig,
): readonly ShutdownGroup[] {
  const periods = periodsOf(config);
  const members = periods.map((): ShutdownPod[] => []);
  if (periods.length === 0) {
    return [];
  }
  for (const pod of fields({ pods }, ABSENT).objects('pods')) {
    const spec = pod.at('spec');
    const index = groupIndex(periods, spec.integer('priority') ?? 0);
    const ofGroup = periods[index]?.shutdownGracePeriodSeconds ?? 0;
    const own = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? DEFAULT_GRACE_SECONDS;
    members[index]?.push({ pod: pod.value, gracePeriodSeconds: Math.min(own, ofGroup) });
  }
  let startsAtSeconds = 0;
  return periods.map(({ priority, shutdownGracePeriodSeconds }, index) => {
    const pods = members[index] ?? [];
    const group = {
      priority,
      gracePeriodSeconds: shutdownGracePeriodSeconds,
      startsAtSeconds,
      pods,
    };
    startsAtSeconds += pods.length > 0 ? shutdownGracePeriodSeconds : 0;
    return group;
  });
}

/** The groups, the lowest priority first. */
function periodsOf(config: NodeShutdownConfig): readonly ShutdownGracePeriod[] {
  const { shutdownGracePeriodMs: totalMs = 0, shutdownGracePeriodCriticalPodsMs: criticalMs = 0 } =
    config;
  readOption('shutdownGracePeriodMs', totalMs, INTEGER);
  readOption('shutdownGracePeriodCriticalPodsMs', criticalMs, INTEGER);
  const listed = fields(config, ABSENT).list('shutdownGracePeriodByPodPriority');
  if (listed.length > 0) {
    for (const { priority, shutdownGracePeriodSeconds } of listed) {
      readOption('priority', priority, INT32_OPTION);
      readOption('shutdownGracePeriodSeconds', shutdownGracePeriodSeconds, INTEGER);
    }
    return [...listed].sort((a, b) => a.priority - b.priority);
  }
  if (totalMs === 0 || criticalMs > totalMs || criticalMs < 0) {
    return [];
  }
  const seconds = (ms: number): number => Math.trunc(ms / 1000);
  return [
    { priority: 0, shutdownGracePeriodSeconds: seconds(totalMs - criticalMs) },
    { priority: CRITICAL_PRIORITY, shutdownGracePeriodSeconds: seconds(criticalMs) },
  ];
}

/** The group of the same priority, or else the next lower one, or else the lowest. */
function groupIndex(periods: readonly ShutdownGracePeriod[], priority: number): number {
  const above = periods.findIndex((period) => period.priority >= priority);
  if (above < 0) {
    return periods.length - 1;
  }
  return periods[above]?.priority === priority ? above : Math.max(0, above - 1);
}
