import { fields, goQuote, INT64_RANGE, isInt64Text, THROW } from '@kubesem/core/internal';
import {
  REVISION,
  Rollout,
  type RolloutCheck,
  type RolloutReason,
  type RolloutWorkload,
  rolloutKind,
} from './rollout-fields.js';

/** The answer of `kubectl rollout status`. */
export interface RolloutStatus {
  /** The line that kubectl prints, without the newline; empty if there is an error. */
  readonly text: string;
  /** Whether kubectl stops waiting. */
  readonly done: boolean;
  /** The error that kubectl prints; absent without one. */
  readonly error?: string | undefined;
  /** The rule that decided. */
  readonly reason: RolloutReason;
  /** What kubectl compared, in order. The last check is the one that failed, if any did. */
  readonly checks: readonly RolloutCheck[];
}

/** Options of {@link rolloutStatus}. */
export interface RolloutStatusOptions {
  /** The revision to wait for, as `--revision`; 0 for the latest one, which is the default. */
  readonly revision?: number | undefined;
}

/**
 * Computes what `kubectl rollout status` prints about a workload, from its status alone.
 *
 * kubectl compares the available Pods of a Deployment with the updated ones, not with `spec.replicas`. The API server sets
 * the partition of a StatefulSet by default, so kubectl reports a partitioned rollout for it.
 *
 * @param workload - a Deployment, a DaemonSet or a StatefulSet as it is stored; it is not changed
 * @param options - the revision to wait for
 * @returns the line, whether kubectl stops waiting, the error, the reason, and what kubectl compared
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_ROLLOUT` if the object is of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { rolloutStatus } from '@kubesem/workloads';
 *
 * const web = {
 *   apiVersion: 'apps/v1',
 *   kind: 'Deployment',
 *   metadata: { name: 'web', generation: 2 },
 *   spec: { replicas: 3 },
 *   status: { observedGeneration: 2, replicas: 4, updatedReplicas: 3, availableReplicas: 3 },
 * };
 * const { text, done, checks } = rolloutStatus(web);
 * text // => 'Waiting for deployment "web" rollout to finish: 1 old replicas are pending termination...'
 * done // => false
 * checks.slice(-1) // => [
 * //   {
 * //     reason: 'OLD_PODS',
 * //     field: 'status.updatedReplicas',
 * //     value: 3,
 * //     comparedWith: 'status.replicas',
 * //     expected: 4,
 * //     passed: false,
 * //   },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/polymorphichelpers` v0.37.1, `StatusViewerFor`.
 */
export function rolloutStatus(
  workload: RolloutWorkload,
  options: RolloutStatusOptions = {},
): RolloutStatus {
  const kind = rolloutKind(workload);
  const revision = fields(options, THROW).integer('revision', INT64_RANGE) ?? 0;
  const rollout = new Rollout(workload);
  const status =
    kind === 'Deployment'
      ? deploymentStatus(rollout, revision)
      : kind === 'DaemonSet'
        ? daemonSetStatus(rollout)
        : statefulSetStatus(rollout);
  return { ...status, checks: rollout.checks };
}

/** An answer without what led to it. */
type Verdict = Omit<RolloutStatus, 'checks'>;

const waiting = (reason: RolloutReason, text: string): Verdict => ({ text, done: false, reason });
const finished = (reason: RolloutReason, text: string): Verdict => ({ text, done: true, reason });
const failed = (reason: RolloutReason, error: string, done = false): Verdict => ({
  text: '',
  done,
  error,
  reason,
});

/**
 * Numbers are int32, as in Go, and can overflow.
 *
 * Source: `k8s.io/kubectl/pkg/polymorphichelpers` v0.37.1, `DeploymentStatusViewer.Status`.
 */
function deploymentStatus(rollout: Rollout, revision: number): Verdict {
  const { name, generation, replicas } = rollout;
  const prefix = `Waiting for deployment ${goQuote(name)} rollout to finish:`;
  const wrongRevision = revision > 0 ? revisionError(rollout, revision) : undefined;
  if (wrongRevision !== undefined) {
    return failed('WRONG_REVISION', wrongRevision);
  }
  if (!rollout.reached('NOT_OBSERVED', 'observedGeneration', 'metadata.generation', generation)) {
    return waiting('NOT_OBSERVED', 'Waiting for deployment spec update to be observed...');
  }
  const progress = rollout.conditionReason('Progressing');
  const field = 'status.conditions[type=Progressing].reason';
  const exceeded: readonly [string, string] = ['the reason of a timeout', PROGRESS_TIMEOUT];
  const hasProgressed = progress !== PROGRESS_TIMEOUT;
  if (!rollout.check(hasProgressed, 'DEADLINE_EXCEEDED', [field, progress], exceeded)) {
    const error = `deployment ${goQuote(name)} exceeded its progress deadline`;
    return failed('DEADLINE_EXCEEDED', error);
  }
  const [updated, total] = [rollout.count('updatedReplicas'), rollout.count('replicas')];
  if (!rollout.reached('NOT_UPDATED', 'updatedReplicas', 'spec.replicas', replicas)) {
    const text = `${updated} out of ${replicas} new replicas have been updated...`;
    return waiting('NOT_UPDATED', `${prefix} ${text}`);
  }
  if (!rollout.reached('OLD_PODS', 'updatedReplicas', 'status.replicas', total)) {
    const text = `${(total - updated) | 0} old replicas are pending termination...`;
    return waiting('OLD_PODS', `${prefix} ${text}`);
  }
  const available = rollout.count('availableReplicas');
  if (!rollout.reached('NOT_AVAILABLE', 'availableReplicas', 'status.updatedReplicas', updated)) {
    const text = `${available} of ${updated} updated replicas are available...`;
    return waiting('NOT_AVAILABLE', `${prefix} ${text}`);
  }
  return finished('COMPLETE', `deployment ${goQuote(name)} successfully rolled out`);
}

const PROGRESS_TIMEOUT = 'ProgressDeadlineExceeded';

/** Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `Revision`. */
function revisionError(rollout: Rollout, desired: number): string | undefined {
  const text = rollout.revision ?? '0';
  const field = `metadata.annotations[${REVISION}]`;
  if (!isInt64Text(text)) {
    rollout.check(false, 'WRONG_REVISION', [field, text], ['revision', desired]);
    const cause = /^[+-]?\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
    const parsing = `strconv.ParseInt: parsing ${goQuote(text)}: ${cause}`;
    return `cannot get the revision of deployment ${goQuote(rollout.name)}: ${parsing}`;
  }
  const running = BigInt(text.replace(/^\+/, ''));
  const isRunning = running === BigInt(desired);
  rollout.check(isRunning, 'WRONG_REVISION', [field, text], ['revision', desired]);
  return isRunning
    ? undefined
    : `desired revision (${desired}) is different from the running revision (${running})`;
}

/** Both viewers print the name of the strategy of a StatefulSet, which is the same. */
function onDelete(rollout: Rollout): Verdict | undefined {
  const field = 'spec.updateStrategy.type';
  const { type } = rollout.strategy;
  const expected: readonly [string, string] = ['the strategy', 'RollingUpdate'];
  return rollout.check(type === 'RollingUpdate', 'ON_DELETE', [field, type], expected)
    ? undefined
    : failed('ON_DELETE', 'rollout status is only available for RollingUpdate strategy type', true);
}

/** Source: `k8s.io/kubectl/pkg/polymorphichelpers` v0.37.1, `DaemonSetStatusViewer.Status`. */
function daemonSetStatus(rollout: Rollout): Verdict {
  const { name, generation } = rollout;
  const prefix = `Waiting for daemon set ${goQuote(name)} rollout to finish:`;
  const noRollout = onDelete(rollout);
  if (noRollout !== undefined) {
    return noRollout;
  }
  if (!rollout.reached('NOT_OBSERVED', 'observedGeneration', 'metadata.generation', generation)) {
    return waiting('NOT_OBSERVED', 'Waiting for daemon set spec update to be observed...');
  }
  const desired = rollout.count('desiredNumberScheduled');
  const [from, updated] = [
    'status.desiredNumberScheduled',
    rollout.count('updatedNumberScheduled'),
  ];
  if (!rollout.reached('NOT_UPDATED', 'updatedNumberScheduled', from, desired)) {
    const text = `${updated} out of ${desired} new pods have been updated...`;
    return waiting('NOT_UPDATED', `${prefix} ${text}`);
  }
  const available = rollout.count('numberAvailable');
  if (!rollout.reached('NOT_AVAILABLE', 'numberAvailable', from, desired)) {
    const text = `${available} of ${desired} updated pods are available...`;
    return waiting('NOT_AVAILABLE', `${prefix} ${text}`);
  }
  return finished('COMPLETE', `daemon set ${goQuote(name)} successfully rolled out`);
}

/** Source: `k8s.io/kubectl/pkg/polymorphichelpers` v0.37.1, `StatefulSetStatusViewer.Status`. */
function statefulSetStatus(rollout: Rollout): Verdict {
  const { replicas } = rollout;
  const noRollout = onDelete(rollout);
  if (noRollout !== undefined) {
    return noRollout;
  }
  // A status without a generation does not count as observed.
  const least = rollout.count('observedGeneration') === 0 ? 1 : rollout.generation;
  const generation = Math.max(least, rollout.generation);
  if (!rollout.reached('NOT_OBSERVED', 'observedGeneration', 'metadata.generation', generation)) {
    return waiting('NOT_OBSERVED', 'Waiting for statefulset spec update to be observed...');
  }
  if (!rollout.reached('NOT_READY', 'readyReplicas', 'spec.replicas', replicas)) {
    const missing = ((replicas ?? 0) - rollout.count('readyReplicas')) | 0;
    return waiting('NOT_READY', `Waiting for ${missing} pods to be ready...`);
  }
  const updated = rollout.count('updatedReplicas');
  const { isPartitioned, partition } = rollout.strategy;
  if (isPartitioned) {
    const isLimited = replicas !== undefined && partition !== undefined;
    const expected = isLimited ? (replicas - partition) | 0 : undefined;
    const from = 'spec.replicas - spec.updateStrategy.rollingUpdate.partition';
    if (!rollout.reached('NOT_UPDATED', 'updatedReplicas', from, expected)) {
      const text = `${updated} out of ${expected} new pods have been updated...`;
      return waiting('NOT_UPDATED', `Waiting for partitioned roll out to finish: ${text}`);
    }
    const text = `partitioned roll out complete: ${updated} new pods have been updated...`;
    return finished('PARTITION_COMPLETE', text);
  }
  const [latest, current] = [rollout.text('updateRevision'), rollout.text('currentRevision')];
  const isCurrent = latest === current;
  const expected: readonly [string, string] = ['status.currentRevision', current];
  if (!rollout.check(isCurrent, 'NOT_CURRENT', ['status.updateRevision', latest], expected)) {
    const text = `${updated} pods at revision ${latest}...`;
    return waiting('NOT_CURRENT', `waiting for statefulset rolling update to complete ${text}`);
  }
  const text = `${rollout.count('currentReplicas')} pods at revision ${current}...`;
  return finished('COMPLETE', `statefulset rolling update complete ${text}`);
}
