import { type Container, type PodFields, type PodLike, type PodSpec } from '@kubesem/core';
import { ABSENT, type Fields, fields, INT64_RANGE, podFields } from '@kubesem/core/internal';
import { readSeconds } from '../seconds.js';

/** Seconds that every container has after the stop signal, whatever its grace period is. */
export const MINIMUM_STOP_SECONDS = 2;

/**
 * What the API server fills in for a Pod without `terminationGracePeriodSeconds`, so the kubelet always has one.
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, `DefaultTerminationGracePeriodSeconds`.
 */
export const DEFAULT_GRACE_SECONDS = 30;

/**
 * Why the kubelet stops a container.
 *
 * - `POD`: the kubelet stops its whole Pod, because it is deleted or evicted
 * - `LIVENESS_PROBE`, `STARTUP_PROBE`: the probe has failed
 * - `CONTAINER`: another reason to stop only this container, such as a changed image
 */
export type GracePeriodReason = 'POD' | 'LIVENESS_PROBE' | 'STARTUP_PROBE' | 'CONTAINER';

/** Options of {@link containerGracePeriod}. */
export interface GracePeriodOptions {
  /** Why the kubelet stops the container; `POD` by default. */
  readonly reason?: GracePeriodReason | undefined;
  /** Grace period that the kubelet itself sets for the Pod in seconds, such as for an eviction. */
  readonly overrideSeconds?: number | null | undefined;
  /** Grace period with which the kubelet is already stopping the Pod, in seconds; 0 if it is not, as by default. */
  readonly currentSeconds?: number | null | undefined;
}

/**
 * What decides a grace period.
 *
 * - `DELETION`: `metadata.deletionGracePeriodSeconds`, as set by the API server
 * - `OVERRIDE`: the option `overrideSeconds`
 * - `CURRENT`: the option `currentSeconds`
 * - `LIVENESS_PROBE`, `STARTUP_PROBE`: `terminationGracePeriodSeconds` of the probe
 * - `POD`: `terminationGracePeriodSeconds` of the Pod
 * - `DEFAULT`: the Pod has none, so it is the 30 seconds that the API server fills in
 */
export type GracePeriodRule =
  | 'DELETION'
  | 'OVERRIDE'
  | 'CURRENT'
  | 'LIVENESS_PROBE'
  | 'STARTUP_PROBE'
  | 'POD'
  | 'DEFAULT';

/** The result of {@link containerGracePeriod}. */
export interface ContainerGracePeriod {
  /** Seconds for the `preStop` hook, the wait for other containers and the stop together. */
  readonly seconds: number;
  /** Seconds from the stop signal to the kill if the container has no hook and waits for no other: at least 2. */
  readonly stopSeconds: number;
  /** What decides it. */
  readonly rule: GracePeriodRule;
}

/**
 * Returns how long a container has to stop, including its `preStop` hook and its wait for other containers. A field of the
 * wrong type counts as absent.
 *
 * The time that is left at the stop signal is the time until the kill, but at least 2 seconds. The kubelet uses the shortest
 * of the grace period of the deletion and its own ones, and at least 1 second. In this comparison, 0 means "not set", so an
 * override of 30 replaces 0 of the deletion. The grace period of a probe applies only if the Pod is not being deleted; the
 * documentation says that it always applies.
 *
 * @param pod - a Pod, a Pod template or a Pod spec
 * @param container - the container, from the spec
 * @param options - why it is stopped, and grace periods that the kubelet sets
 * @returns the grace period, the time from the stop signal to the kill, and the rule; if the grace period is 0 or less, the kubelet
 *   skips the hook and the wait
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an option has the wrong type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { containerGracePeriod } from '@kubesem/lifecycle';
 *
 * const app = { name: 'app', livenessProbe: { terminationGracePeriodSeconds: 5 } };
 * const pod = { spec: { containers: [app], terminationGracePeriodSeconds: 60 } };
 * containerGracePeriod(pod, app) // => { seconds: 60, stopSeconds: 60, rule: 'POD' }
 * containerGracePeriod(pod, app, { overrideSeconds: 10 }).seconds // => 10
 * containerGracePeriod(pod, app, { reason: 'LIVENESS_PROBE' }).seconds // => 5
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `calculateEffectiveGracePeriod`;
 * `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `setTerminationGracePeriod`.
 */
export function containerGracePeriod(
  pod: PodLike,
  container: Container,
  { reason = 'POD', overrideSeconds, currentSeconds }: GracePeriodOptions = {},
): ContainerGracePeriod {
  const override = readSeconds('overrideSeconds', overrideSeconds);
  const current = readSeconds('currentSeconds', currentSeconds) ?? 0;
  const whole = podFields(pod, ABSENT);
  const { rule, seconds } =
    reason === 'POD'
      ? ofPod(whole, override, current)
      : ofContainer(whole, fields<Container>(container, ABSENT), reason);
  return { seconds, stopSeconds: Math.max(seconds, MINIMUM_STOP_SECONDS), rule };
}

interface Decision {
  readonly rule: GracePeriodRule;
  readonly seconds: number;
}

function ofPod({ pod, spec }: PodFields, override: number | undefined, current: number): Decision {
  let decision: Decision = { rule: 'CURRENT', seconds: current };
  let isSet = false;
  const shorten = (rule: GracePeriodRule, seconds: number | undefined): void => {
    if (seconds !== undefined && (decision.seconds === 0 || seconds < decision.seconds)) {
      decision = { rule, seconds };
      isSet = true;
    }
  };
  shorten('DELETION', pod.at('metadata').integer('deletionGracePeriodSeconds', INT64_RANGE));
  shorten('OVERRIDE', override);
  if (!isSet && decision.seconds === 0) {
    decision = ofSpec(spec);
  }
  return { ...decision, seconds: Math.max(decision.seconds, 1) };
}

function ofContainer(
  { pod, spec }: PodFields,
  container: Fields<Container>,
  reason: GracePeriodReason,
): Decision {
  const deletion = pod.at('metadata').integer('deletionGracePeriodSeconds', INT64_RANGE);
  if (deletion !== undefined) {
    return { rule: 'DELETION', seconds: deletion };
  }
  if (reason === 'LIVENESS_PROBE' || reason === 'STARTUP_PROBE') {
    const probe = container.at(reason === 'LIVENESS_PROBE' ? 'livenessProbe' : 'startupProbe');
    const seconds = probe.integer('terminationGracePeriodSeconds', INT64_RANGE);
    if (seconds !== undefined) {
      return { rule: reason, seconds };
    }
  }
  return ofSpec(spec);
}

function ofSpec(spec: Fields<PodSpec>): Decision {
  const seconds = spec.integer('terminationGracePeriodSeconds', INT64_RANGE);
  return seconds === undefined
    ? { rule: 'DEFAULT', seconds: DEFAULT_GRACE_SECONDS }
    : { rule: 'POD', seconds };
}
