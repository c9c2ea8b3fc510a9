import {
  byNamespace,
  type DisruptedPods,
  isBeingDeleted,
  KubesemError,
  type Pod,
  type PodDisruptionBudget,
  type PodDisruptionBudgetStatus,
  resolveIntOrPercent,
  type Timestamp,
} from '@kubesem/core';
import {
  ABSENT,
  bareObject,
  fields,
  goQuote,
  INT64_RANGE,
  madeOf,
  readNow,
  timestampMs,
} from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';
import type { DisruptionCluster } from '../cluster.js';
import { nameOf, namespaceOf } from '../stored.js';
import { allowedCondition, conditionFor, withCondition } from './condition.js';
import { type ControllerIndex, controllersOf } from './controllers.js';
import { BudgetCounts, type ExpectedScale, isHealthy } from './counts.js';
import { allowedEvictions, DELETION_TIMEOUT_MS } from './disrupted-pods.js';
import { controllerDuplicates, type DuplicateUid, duplicateUids } from './duplicate-uids.js';
import { budgetEvents } from './events.js';
import type { BudgetPod, PdbRule, PdbStatus } from './explanation.js';
import { type BudgetLimits, isSelected, readLimits, readSelector, readSpec } from './spec.js';

/** Options of {@link pdbStatus}. */
export interface PdbStatusOptions {
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Computes the status of a PodDisruptionBudget, as the disruption controller writes it.
 *
 * - `expectedPods`: with `maxUnavailable` or a percentage, the replicas of the controllers of all matching Pods; with a
 *   number in `minAvailable`, the number of matching Pods. The documentation mentions only the replicas.
 * - `desiredHealthy`: the Pods that must be healthy. The controller rounds percentages up.
 * - `currentHealthy`: Pods that are ready, not being deleted, and not evicted in the last 2 minutes. `minReadySeconds` and
 *   the phase do not count.
 * - `disruptionsAllowed`: `currentHealthy` minus `desiredHealthy`, at least 0; always 0 if no Pods are expected.
 *
 * DaemonSets and Jobs have no `scale` subresource. If a budget with `maxUnavailable` or a percentage selects their Pods,
 * its sync fails: the condition `DisruptionAllowed` has the reason `SyncFailed`, and `disruptionsAllowed` is 0.
 *
 * @param stored - the budget as it is stored; it is not changed
 * @param cluster - Pods and their controllers; for many budgets, an index of them
 * @param options - the current time
 * @returns the status, the rule, each Pod and whether it counts, the controllers with their scales, why a sync failed, and the
 *   events of the controller. The status is undefined if the input does not show the scale of a controller
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time, or if the spec, its
 *   selector, `minAvailable` or `maxUnavailable` has the wrong type
 *
 * @example
 * ```ts
 * import { pdbStatus } from '@kubesem/disruption';
 *
 * const pdb = { spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } } };
 * const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u1', controller: true };
 * const metadata = { labels: { app: 'web' }, ownerReferences: [owner] };
 * const ready = { metadata, status: { conditions: [{ type: 'Ready', status: 'True' }] } };
 * const statefulSets = [{ metadata: { name: 'web', uid: 'u1' }, spec: { replicas: 3 } }];
 * const { status, rule } = pdbStatus(pdb, { pods: [ready, ready, ready], statefulSets }, { now: '2026-01-01T00:00:00Z' });
 * status?.desiredHealthy // => 2
 * status?.disruptionsAllowed // => 1
 * rule // => 'MIN_AVAILABLE_PERCENT'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/disruption` v1.37.1, `DisruptionController.trySync`, `getExpectedPodCount`,
 * `getExpectedScale`, `countHealthyPods`, `buildDisruptedPodMap`, `updatePdbStatus`, `failSafe`;
 * `k8s.io/component-helpers/apps/poddisruptionbudget` v0.37.1, `UpdateDisruptionAllowedCondition`.
 */
export function pdbStatus(
  stored: PodDisruptionBudget,
  cluster: DisruptionCluster,
  options: PdbStatusOptions,
): PdbStatus {
  const pdb = fields(stored, ABSENT).value;
  const { requirements } = readSelector(readSpec(pdb));
  const matching =
    requirements === undefined
      ? []
      : madeOf(
          cluster,
          podsByNamespace,
        )(namespaceOf(pdb)).filter((pod) => isSelected(requirements, pod));
  return statusWith(controllersIn(cluster), options)(pdb, matching);
}

function podsByNamespace(cluster: DisruptionCluster): (namespace: string) => readonly Pod[] {
  return byNamespace(fields(cluster, ABSENT).each('pods', ({ value }) => value));
}

/** The controllers of a cluster. */
interface Controllers {
  readonly index: ControllerIndex;
  /** Those with the uid of another one, by the uid. */
  readonly duplicates: ReadonlyMap<string, DuplicateUid>;
}

/** Reads the controllers of a cluster. */
export function controllersIn(cluster: DisruptionCluster): Controllers {
  return {
    index: madeOf(cluster, controllersOf),
    duplicates: madeOf(cluster, controllerDuplicates),
  };
}

/** Computes the statuses of budgets from the Pods that they select. */
export function statusWith(
  { index, duplicates }: Controllers,
  { now }: PdbStatusOptions,
): (pdb: PodDisruptionBudget, matching: readonly Pod[]) => PdbStatus {
  const nowMs = readNow(now);
  return (pdb, matching) => {
    const spec = readSpec(pdb);
    const selector = readSelector(spec);
    const counts = new BudgetCounts(index);
    const disrupted = allowedEvictions(pdb, matching, nowMs).fresh;
    const pods = matching.map((pod): BudgetPod => {
      counts.add(pod);
      const counting = countingOf(pod, disrupted.get(nameOf(pod)), nowMs);
      counts.healthy += counting === 'HEALTHY' ? 1 : 0;
      return { pod, counting };
    });
    const outcome =
      selector.failure === undefined
        ? requirementOf(readLimits(spec), counts.pods, () => counts.expectedScale())
        : { rule: 'SYNC_FAILED' as const, failure: selector.failure };
    const { controllers, unmanagedPods } = counts;
    const synced = {
      rule: outcome.rule,
      ...('failure' in outcome && { failure: outcome.failure }),
      pods,
      unmanagedPods,
    };
    return {
      status: statusOf(pdb, outcome, counts.healthy, disrupted, nowMs, now),
      ...synced,
      controllers,
      unknownControllers: outcome.rule === 'UNKNOWN' ? counts.unknown : [],
      events: budgetEvents(pdb, synced, nowMs),
      duplicateUids: [
        ...duplicateUids(matching.map((pod) => [POD.kind, pod])).values(),
        // Several controllers with the uid of one that counts.
        ...controllers.flatMap(({ uid }) => duplicates.get(uid) ?? []),
      ],
    };
  };
}

/** What a budget requires, or why that is not known. */
export type BudgetRequirement =
  | {
      readonly rule: Exclude<PdbRule, 'SYNC_FAILED' | 'UNKNOWN'>;
      readonly expected: number;
      readonly desired: number;
    }
  | { readonly rule: 'SYNC_FAILED'; readonly failure: string }
  | { readonly rule: 'UNKNOWN' };

/** Computes how many Pods there should be, and how many must be healthy. */
export function requirementOf(
  { field, value }: BudgetLimits,
  pods: number,
  scaleOf: () => ExpectedScale,
): BudgetRequirement {
  if (field === undefined) {
    return { rule: 'NO_LIMIT', expected: 0, desired: 0 };
  }
  if (field === 'minAvailable' && typeof value === 'number') {
    return { rule: 'MIN_AVAILABLE_NUMBER', expected: pods, desired: value };
  }
  const found = scaleOf();
  if (found.type === 'UNKNOWN') {
    return { rule: 'UNKNOWN' };
  }
  if (found.type === 'FAILED') {
    return { rule: 'SYNC_FAILED', failure: found.message };
  }
  const expected = found.scale;
  try {
    // As int32.
    const amount = resolveIntOrPercent(value, { of: expected, round: 'up' }) | 0;
    return field === 'minAvailable'
      ? { rule: 'MIN_AVAILABLE_PERCENT', expected, desired: amount }
      : { rule: 'MAX_UNAVAILABLE', expected, desired: Math.max(0, (expected - amount) | 0) };
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    return { rule: 'SYNC_FAILED', failure: percentageFault(String(value)) };
  }
}

/** The API server rejects such a value. */
function percentageFault(value: string): string {
  const number = value.endsWith('%') ? value.slice(0, -1) : undefined;
  const fault =
    number === undefined
      ? 'invalid type: string is not a percentage'
      : `invalid value ${goQuote(value)}: strconv.Atoi: parsing ${goQuote(number)}: ${
          /^[+-]?\d+$/.test(number) ? 'value out of range' : 'invalid syntax'
        }`;
  return `invalid value for IntOrString: ${fault}`;
}

function countingOf(
  pod: Pod,
  evictedAt: Timestamp | undefined,
  nowMs: number,
): BudgetPod['counting'] {
  if (isBeingDeleted(pod)) {
    return 'TERMINATING';
  }
  if (timestampMs(evictedAt) + DELETION_TIMEOUT_MS > nowMs) {
    return 'EVICTED';
  }
  return isHealthy(pod) ? 'HEALTHY' : 'NOT_READY';
}

/** The status that the controller writes; undefined if it is unknown. */
export function statusOf(
  pdb: PodDisruptionBudget,
  requirement: BudgetRequirement,
  currentHealthy: number,
  disrupted: ReadonlyMap<string, Timestamp>,
  nowMs: number,
  now: Timestamp,
): PodDisruptionBudgetStatus | undefined {
  const stored = fields(pdb, ABSENT).at('status');
  const old = stored.value;
  if (requirement.rule === 'UNKNOWN') {
    return undefined;
  }
  if (requirement.rule === 'SYNC_FAILED') {
    const condition = {
      status: 'False',
      reason: 'SyncFailed',
      message: requirement.failure,
      observedGeneration: stored.integer('observedGeneration', INT64_RANGE) ?? 0,
    } as const;
    const conditions = withCondition(old.conditions, condition, nowMs, now);
    return { ...old, disruptionsAllowed: 0, conditions };
  }
  const { expected: expectedPods, desired: desiredHealthy } = requirement;
  const difference = currentHealthy - desiredHealthy;
  const disruptionsAllowed = expectedPods > 0 && difference > 0 ? difference : 0;
  const generation = fields(pdb, ABSENT).at('metadata').integer('generation', INT64_RANGE) ?? 0;
  const text = conditionFor(disruptionsAllowed, generation);
  const condition = allowedCondition(old.conditions);
  const isCurrent =
    (stored.integer('currentHealthy') ?? 0) === currentHealthy &&
    (stored.integer('desiredHealthy') ?? 0) === desiredHealthy &&
    (stored.integer('expectedPods') ?? 0) === expectedPods &&
    (stored.integer('disruptionsAllowed') ?? 0) === disruptionsAllowed &&
    (stored.integer('observedGeneration', INT64_RANGE) ?? 0) === generation &&
    Object.keys(stored.at('disruptedPods').value).length === disrupted.size &&
    condition?.status === text.status &&
    fields(condition, ABSENT).text('reason') === text.reason;
  if (isCurrent) {
    return old;
  }
  return {
    observedGeneration: generation,
    disruptedPods: bareObject(disrupted, (at) => at) as DisruptedPods,
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions: withCondition(stored.list('conditions'), text, nowMs, now),
  };
}
