import { isPodReady, type Pod } from '@kubesem/core';
import { MAX_INT64 } from '@kubesem/core/internal';
import { sumInt64, toInt32, toInt64, wrapInt64 } from './go-numbers.js';
import { MetricFailure } from './metric-failure.js';
import { groupPods, type PodGroups, type PodUsages, requestsOf } from './pod-metrics.js';

/** Which differences from the target are ignored, as fractions. */
export interface Tolerances {
  /** Below the target. */
  readonly scaleDown: number;
  /** Above the target. */
  readonly scaleUp: number;
}

/** What all proposals read. */
export interface ProposalContext {
  readonly pods: readonly Pod[];
  /** Desired number of Pods now. */
  readonly current: number;
  /** Number of Pods that the workload reports. */
  readonly observed: number;
  readonly tolerances: Tolerances;
  readonly nowMs: number;
}

/**
 * Why a metric proposes its number of Pods.
 *
 * - `TARGET_MISSED`: the current value is too far from the target
 * - `WITHIN_TOLERANCE`: the current value is close enough to the target
 * - `DIRECTION_CHANGED`: with the missing or unready Pods, the metric would scale in the other direction
 * - `FROM_ZERO`: there are no Pods
 */
export type ProposalRule = 'TARGET_MISSED' | 'WITHIN_TOLERANCE' | 'DIRECTION_CHANGED' | 'FROM_ZERO';

/** The number of Pods that one metric proposes. */
export interface Proposal {
  readonly replicas: number;
  readonly rule: ProposalRule;
  /** The current value divided by the target. */
  readonly ratio: number;
  /** The same with values for Pods that are missing or unready; absent if no Pods are. */
  readonly adjustedRatio?: number | undefined;
  /** The current value in thousandths: of each Pod, or as a whole. */
  readonly milliValue: bigint;
  /** The current usage in percent of the requests. */
  readonly utilization?: number | undefined;
  /** Which Pods counted. */
  readonly groups?: PodGroups | undefined;
}

function isWithin({ scaleDown, scaleUp }: Tolerances, ratio: number): boolean {
  return 1 - scaleDown <= ratio && ratio <= 1 + scaleUp;
}

/** The current value, and how it compares with the target. */
interface Measure {
  readonly ratio: number;
  readonly milliValue: bigint;
  readonly utilization?: number;
}

/** The values of Pods by name, in thousandths. */
type Values = ReadonlyMap<string, bigint>;

const ZERO: bigint = /* @__PURE__ */ BigInt(0);
const PERCENT: bigint = /* @__PURE__ */ BigInt(100);

/**
 * Compares the usage with the requests. The utilization is a whole percentage.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetResourceUtilizationRatio`.
 */
function utilizationOf(values: Values, requests: Values, target: number): Measure {
  const names = [...values.keys()].filter((name) => requests.has(name));
  const used = sumInt64(names.map((name) => values.get(name) as bigint));
  const requested = sumInt64(names.map((name) => requests.get(name) as bigint));
  if (requested === ZERO) {
    throw new MetricFailure('no metrics returned matched known pods');
  }
  const utilization = Number(BigInt.asIntN(32, wrapInt64(used * PERCENT) / requested));
  return { ratio: utilization / target, utilization, milliValue: used / BigInt(names.length) };
}

/**
 * Compares the average with the target.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler/metrics` v1.37.1, `GetMetricUsageRatio`.
 */
function averageOf(values: Values, target: bigint): Measure {
  const milliValue = sumInt64(values.values()) / BigInt(values.size);
  return { ratio: Number(milliValue) / Number(target), milliValue };
}

/**
 * Proposes a number of Pods that use a percentage of their requests.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `GetResourceReplicas`.
 */
export function byUtilization(
  context: ProposalContext,
  usages: PodUsages,
  resource: string,
  container: string,
  target: number,
): Proposal {
  const counted = countedValues(context, usages, resource);
  const requests = requestsOf(context.pods, container, resource);
  const percentage = BigInt(Math.max(100, target));
  return propose(context, counted, {
    measure: (values) => utilizationOf(values, requests, target),
    missing: (name) => wrapInt64((requests.get(name) ?? ZERO) * percentage) / PERCENT,
  });
}

/**
 * Proposes a number of Pods with an average value.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `GetRawResourceReplicas` and `GetMetricReplicas`.
 */
export function byAverage(
  context: ProposalContext,
  usages: PodUsages,
  resource: string,
  target: bigint,
): Proposal {
  return propose(context, countedValues(context, usages, resource), {
    measure: (values) => averageOf(values, target),
    missing: () => target,
  });
}

/** Which Pods count, and the values that do: also those of Pods that are gone. */
interface Counted {
  readonly groups: PodGroups;
  readonly values: Map<string, bigint>;
}

function countedValues(
  { pods, nowMs }: ProposalContext,
  usages: PodUsages,
  resource: string,
): Counted {
  checkPods(pods);
  const groups = groupPods(pods, usages, resource, nowMs);
  const values = new Map<string, bigint>();
  for (const [name, { milliValue }] of usages) {
    if (!groups.unready.has(name) && !groups.ignored.has(name)) {
      values.set(name, milliValue);
    }
  }
  if (values.size === 0) {
    throw new MetricFailure('did not receive metrics for targeted pods (pods might be unready)');
  }
  return { groups, values };
}

function checkPods(pods: readonly Pod[]): void {
  if (pods.length === 0) {
    throw new MetricFailure('no pods returned by selector while calculating replica count');
  }
}

interface Measuring {
  readonly measure: (values: Values) => Measure;
  /** What a Pod without a usage counts on scaling down. */
  readonly missing: (name: string) => bigint;
}

function propose(
  { current, tolerances }: ProposalContext,
  { groups, values }: Counted,
  { measure, missing }: Measuring,
): Proposal {
  const measured = { ...measure(values), groups };
  const { ratio } = measured;
  const ready = groups.ready.size;
  const keep = (rule: ProposalRule, adjustedRatio?: number): Proposal => ({
    ...measured,
    adjustedRatio,
    rule,
    replicas: current,
  });
  const countsUnready = groups.unready.size > 0 && ratio > 1;
  if (!countsUnready && groups.missing.size === 0) {
    return isWithin(tolerances, ratio)
      ? keep('WITHIN_TOLERANCE')
      : { ...measured, rule: 'TARGET_MISSED', replicas: toInt32(Math.ceil(ratio * ready)) };
  }
  for (const name of ratio === 1 ? [] : groups.missing) {
    values.set(name, ratio < 1 ? missing(name) : ZERO);
  }
  for (const name of countsUnready ? groups.unready : []) {
    values.set(name, ZERO);
  }
  const { ratio: adjusted } = measure(values);
  if (isWithin(tolerances, adjusted)) {
    return keep('WITHIN_TOLERANCE', adjusted);
  }
  const replicas = toInt32(Math.ceil(adjusted * values.size));
  const isTurned = (ratio < 1 && adjusted > 1) || (ratio > 1 && adjusted < 1);
  if (isTurned || (adjusted < 1 ? replicas > current : adjusted > 1 && replicas < current)) {
    return keep('DIRECTION_CHANGED', adjusted);
  }
  return { ...measured, adjustedRatio: adjusted, rule: 'TARGET_MISSED', replicas };
}

/**
 * Proposes a number of Pods that brings a value to a target.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `GetObjectMetricReplicas`, `GetExternalMetricReplicas`
 * and `getUsageRatioReplicaCount`.
 */
export function byValue(
  { pods, current, tolerances }: ProposalContext,
  milliValue: bigint,
  target: bigint,
): Proposal {
  const ratio = Number(milliValue) / Number(target);
  if (current === 0) {
    return { milliValue, ratio, rule: 'FROM_ZERO', replicas: toInt32(Math.ceil(ratio)) };
  }
  if (isWithin(tolerances, ratio)) {
    return { milliValue, ratio, rule: 'WITHIN_TOLERANCE', replicas: current };
  }
  if (pods.length === 0) {
    const cause = 'no pods returned by selector while calculating replica count';
    throw new MetricFailure(`unable to calculate ready pods: ${cause}`);
  }
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && isPodReady(pod));
  const needed = ratio * ready.length;
  const replicas = needed > 2147483647 ? 2147483647 : toInt32(Math.ceil(needed));
  return { milliValue, ratio, rule: 'TARGET_MISSED', replicas };
}

/**
 * Proposes a number of Pods that share a value.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `GetObjectPerPodMetricReplicas` and
 * `GetExternalPerPodMetricReplicas`.
 */
export function byShare(
  { observed, tolerances }: ProposalContext,
  value: bigint,
  target: bigint,
  overflow: 'cap' | 'wrap',
): Proposal {
  const total = Number(value);
  const ratio = total / (Number(target) * observed);
  const isHuge = overflow === 'cap' && total >= 2 ** 63;
  const milliValue = isHuge ? MAX_INT64 : toInt64(Math.ceil(total / observed));
  if (isWithin(tolerances, ratio)) {
    return { milliValue, ratio, rule: 'WITHIN_TOLERANCE', replicas: observed };
  }
  const needed = Math.ceil(total / Number(target));
  const replicas = overflow === 'cap' && needed > 2147483647 ? 2147483647 : toInt32(needed);
  return { milliValue, ratio, rule: 'TARGET_MISSED', replicas };
}
