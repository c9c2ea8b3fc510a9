import {
  type ClusterLists,
  type DisruptedPods,
  isBeingDeleted,
  type Pod,
  type PodDisruptionBudget,
  type Timestamp,
} from '@kubesem/core';
import {
  ABSENT,
  bareObject,
  fields,
  INT64_RANGE,
  isReady,
  readNow,
  storedTimeLike,
} from '@kubesem/core/internal';
import { podDeletion } from '@kubesem/lifecycle';
import { allowedCondition, conditionFor, withCondition } from '../budgets/condition.js';
import { isSelected, readSelector, readSpec } from '../budgets/spec.js';
import { isFinished, nameOf, namespaceOf, phaseOf } from '../stored.js';
import {
  conflict,
  type EvictionStatus,
  forbidden,
  SUCCESS,
  tooManyBudgets,
  tooManyRequests,
} from './api-status.js';
import { withEvictionCondition } from './target.js';

/** Maximum number of evictions that the disruption controller has not confirmed yet. */
const MAX_DISRUPTED_PODS = 2000;

/** Options of {@link evictionAnswer}. */
export interface EvictionOptions {
  /** The current time. */
  readonly now: Timestamp;
  /** Whether the API server stores nothing, as with `kubectl drain --dry-run=server`; false by default. */
  readonly dryRun?: boolean | undefined;
  /** Options of the deletion. */
  readonly deleteOptions?: EvictionDeleteOptions | undefined;
}

/** The options of the deletion in a request for an eviction. */
export interface EvictionDeleteOptions {
  /** Grace period in seconds; by default that of the Pod. */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** What the Pod must match. */
  readonly preconditions?: EvictionPreconditions | undefined;
}

/** What a Pod must match to be evicted. */
export interface EvictionPreconditions {
  /** Its `metadata.uid`. */
  readonly uid?: string | null | undefined;
  /** Its `metadata.resourceVersion`. */
  readonly resourceVersion?: string | null | undefined;
}

/**
 * What decides about an eviction.
 *
 * Allowed:
 * - `FINISHED`, `PENDING`, `TERMINATING`: the Pod has finished, is pending or is being deleted; budgets do not count
 * - `NO_BUDGET`: no budget selects the Pod
 * - `ALWAYS_ALLOW`: the Pod is not ready, and the budget has the policy `AlwaysAllow`
 * - `HEALTHY_BUDGET`: the Pod is not ready, and there are enough healthy Pods without it
 * - `ALLOWED`: the budget allows a disruption
 *
 * Rejected:
 * - `TWO_BUDGETS`: two or more budgets select the Pod
 * - `STALE_STATUS`: the status of the budget is older than its spec
 * - `NEGATIVE`: the budget allows a negative number of disruptions
 * - `UNCONFIRMED`: more than 2,000 evictions are not confirmed yet
 * - `EXHAUSTED`: the budget allows no disruption
 * - `PRECONDITION`: the Pod does not match the preconditions
 */
export type EvictionRule =
  | 'FINISHED'
  | 'PENDING'
  | 'TERMINATING'
  | 'NO_BUDGET'
  | 'ALWAYS_ALLOW'
  | 'HEALTHY_BUDGET'
  | 'ALLOWED'
  | 'TWO_BUDGETS'
  | 'STALE_STATUS'
  | 'NEGATIVE'
  | 'UNCONFIRMED'
  | 'EXHAUSTED'
  | 'PRECONDITION';

/** The answer of the eviction API. */
export interface EvictionAnswer {
  /** HTTP status: 201 if the Pod is evicted, 429 if the client should try again, or 403, 409 or 500. */
  readonly code: number;
  /** The `Status` object of the answer. */
  readonly status: EvictionStatus;
  /** Whether the Pod is deleted. */
  readonly deletes: boolean;
  /** The Pod afterwards, with its condition and its `deletionTimestamp`; undefined if it is removed at once. */
  readonly pod: Pod | undefined;
  /** The budgets afterwards, in their order. */
  readonly pdbs: readonly PodDisruptionBudget[];
  /** The rule that decides. */
  readonly rule: EvictionRule;
  /** The budgets that select the Pod. */
  readonly matchingPdbs: readonly PodDisruptionBudget[];
}

/**
 * Answers a request to evict a Pod, as the eviction API does.
 *
 * The API reads the stored status of a budget: use {@link pdbStatus} to compute it. It deletes a pending Pod without
 * checking budgets. It also deletes a Pod that is not ready if the budget has enough healthy Pods without it, although the
 * documentation says that a drain waits for such Pods by default. If two budgets select the Pod, it returns an error.
 *
 * @param pod - the Pod as it is stored; it is not changed
 * @param cluster - all budgets as they are stored; they are not changed
 * @param options - the current time, and options of the request
 * @returns the answer, the rule that decides, and the Pod and the budgets afterwards
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time, the grace period is
 *   not an integer, or the spec or the selector of a budget has the wrong type
 *
 * @example
 * ```ts
 * import { evictionAnswer } from '@kubesem/disruption';
 *
 * const conditions = [{ type: 'Ready', status: 'True' }];
 * const pod = { metadata: { name: 'web-1', labels: { app: 'web' } }, status: { phase: 'Running', conditions } };
 * const pdb = {
 *   metadata: { name: 'web' },
 *   spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
 *   status: { currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed: 0 },
 * };
 * const { code, rule, status } = evictionAnswer(pod, { podDisruptionBudgets: [pdb] }, { now: '2026-01-01T00:00:00Z' });
 * code // => 429
 * rule // => 'EXHAUSTED'
 * status.details?.causes?.[0]?.message // => 'The disruption budget web needs 2 healthy pods and has 2 currently'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/pod/storage` v1.37.1, `EvictionREST.Create`, `checkAndDecrement`,
 * `canIgnorePDB`, `addConditionAndDeletePod`.
 */
export function evictionAnswer(
  pod: Pod,
  cluster: ClusterLists<'podDisruptionBudgets'>,
  options: EvictionOptions,
): EvictionAnswer {
  const pdbs = fields(cluster, ABSENT).each('podDisruptionBudgets', ({ value }) => value);
  return answered(fields(pod, ABSENT).value, pdbs, options);
}

function answered(
  pod: Pod,
  pdbs: readonly PodDisruptionBudget[],
  options: EvictionOptions,
): EvictionAnswer {
  const nowMs = readNow(options.now);
  const matchingPdbs = pdbs.filter((pdb) => selects(pdb, pod));
  const decided = decide(pod, matchingPdbs);
  const { pdb, failure } = decided;
  const afterBudgets =
    decided.rule === 'ALLOWED' && pdb !== undefined && options.dryRun !== true
      ? pdbs.map((each) => (each === pdb ? decrement(each, nameOf(pod), nowMs, options.now) : each))
      : pdbs;
  const stays = { deletes: false, pod, pdbs: afterBudgets, matchingPdbs };
  if (failure !== undefined) {
    return { ...failureAnswer(failure), rule: decided.rule, ...stays };
  }
  const mismatch = preconditionFault(pod, decided.rule, options);
  if (mismatch !== undefined) {
    // The API server itself requires the version of an unready Pod, so its client should try again.
    const { resourceVersion } = options.deleteOptions?.preconditions ?? {};
    const retries = isUnhealthyRule(decided.rule) && !isSet(resourceVersion);
    const status = retries ? stillProcessed(pdb) : conflict(nameOf(pod), mismatch);
    return { ...failureAnswer(status), rule: 'PRECONDITION', ...stays };
  }
  const after = evicted(pod, options, nowMs);
  return {
    code: 201,
    status: SUCCESS,
    rule: decided.rule,
    ...stays,
    deletes: true,
    pod: options.dryRun === true ? pod : after,
  };
}

/** Whether a budget is in the namespace of a Pod and selects it. An invalid selector selects nothing. */
function selects(pdb: PodDisruptionBudget, pod: Pod): boolean {
  return (
    namespaceOf(pdb) === namespaceOf(pod) &&
    isSelected(readSelector(readSpec(pdb)).requirements, pod)
  );
}

/** What decides about a Pod. */
export interface EvictionDecision {
  readonly rule: EvictionRule;
  /** The only budget that selects the Pod. */
  readonly pdb?: PodDisruptionBudget;
  /** Why the eviction is rejected. */
  readonly failure?: EvictionStatus;
}

/** Decides about the eviction of a Pod with the budgets that select it. */
export function decide(pod: Pod, pdbs: readonly PodDisruptionBudget[]): EvictionDecision {
  const phase = phaseOf(pod);
  if (isFinished(pod)) {
    return { rule: 'FINISHED' };
  }
  if (phase === 'Pending') {
    return { rule: 'PENDING' };
  }
  if (isBeingDeleted(pod)) {
    return { rule: 'TERMINATING' };
  }
  const [pdb] = pdbs;
  if (pdb === undefined) {
    return { rule: 'NO_BUDGET' };
  }
  if (pdbs.length > 1) {
    return { rule: 'TWO_BUDGETS', failure: tooManyBudgets() };
  }
  return isReady(fields<Pod>(pod, ABSENT).at('status'))
    ? ask(pdb)
    : (askForUnhealthy(pdb) ?? ask(pdb));
}

function askForUnhealthy(pdb: PodDisruptionBudget): EvictionDecision | undefined {
  const { currentHealthy, desiredHealthy } = countsOf(pdb);
  if (pdb.spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') {
    return { rule: 'ALWAYS_ALLOW', pdb };
  }
  return currentHealthy >= desiredHealthy && desiredHealthy > 0
    ? { rule: 'HEALTHY_BUDGET', pdb }
    : undefined;
}

/** The numbers of a stored status. */
function countsOf(pdb: PodDisruptionBudget) {
  const object = fields(pdb, ABSENT);
  const status = object.at('status');
  return {
    generation: object.at('metadata').integer('generation', INT64_RANGE) ?? 0,
    observedGeneration: status.integer('observedGeneration', INT64_RANGE) ?? 0,
    disruptionsAllowed: status.integer('disruptionsAllowed') ?? 0,
    currentHealthy: status.integer('currentHealthy') ?? 0,
    desiredHealthy: status.integer('desiredHealthy') ?? 0,
  };
}

function ask(pdb: PodDisruptionBudget): EvictionDecision {
  const { generation, observedGeneration, disruptionsAllowed } = countsOf(pdb);
  const name = nameOf(pdb);
  if (observedGeneration < generation) {
    return { rule: 'STALE_STATUS', pdb, failure: stillProcessed(pdb) };
  }
  const prefix = `The disruption budget ${name} does not allow evicting pods currently`;
  if (disruptionsAllowed < 0) {
    const reason = 'pdb disruptions allowed is negative';
    return { rule: 'NEGATIVE', pdb, failure: forbidden(name, reason, `${prefix}: ${reason}`) };
  }
  const disrupted = fields(pdb, ABSENT).at('status').at('disruptedPods').value;
  if (Object.keys(disrupted).length > MAX_DISRUPTED_PODS) {
    const reason = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    const cause = `${prefix}: too many pending evictions not confirmed by PDB controller`;
    return { rule: 'UNCONFIRMED', pdb, failure: forbidden(name, reason, cause) };
  }
  return disruptionsAllowed === 0
    ? { rule: 'EXHAUSTED', pdb, failure: tooManyRequests(exhaustedCause(pdb, prefix), 0) }
    : { rule: 'ALLOWED', pdb };
}

function stillProcessed(pdb: PodDisruptionBudget | undefined): EvictionStatus {
  const name = pdb === undefined ? '' : nameOf(pdb);
  return tooManyRequests(
    `The disruption budget ${name} is still being processed by the server.`,
    10,
  );
}

/** After a failed sync, the numbers are old. */
function exhaustedCause(pdb: PodDisruptionBudget, prefix: string): string {
  const { currentHealthy, desiredHealthy } = countsOf(pdb);
  const condition = fields(allowedCondition(pdb.status?.conditions), ABSENT);
  const message = condition.text('status') === 'False' ? condition.text('message') : '';
  const reason = condition.text('reason');
  if (message !== '' && reason === 'SyncFailed') {
    return `${prefix} because it failed sync: ${message}`;
  }
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${nameOf(pdb)} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  return message === '' ? prefix : `${prefix} (${reason}): ${message}`;
}

function failureAnswer(status: EvictionStatus): Pick<EvictionAnswer, 'code' | 'status'> {
  return { code: status.code ?? 500, status };
}

function isUnhealthyRule(rule: EvictionRule): boolean {
  return rule === 'ALWAYS_ALLOW' || rule === 'HEALTHY_BUDGET';
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** What differs from the preconditions. The API server replaces the version that an unready Pod must have. */
function preconditionFault(
  pod: Pod,
  rule: EvictionRule,
  { deleteOptions }: EvictionOptions,
): string | undefined {
  const { uid, resourceVersion } = deleteOptions?.preconditions ?? {};
  const found = fields(pod, ABSENT).at('metadata');
  const [foundUid, foundVersion] = [found.text('uid'), found.text('resourceVersion')];
  if (isSet(uid) && uid !== foundUid) {
    return `the UID in the precondition (${uid}) does not match the UID in record (${foundUid}). The object might have been deleted and then recreated`;
  }
  if (isSet(resourceVersion) && resourceVersion !== foundVersion && !isUnhealthyRule(rule)) {
    return `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${foundVersion}). The object might have been modified`;
  }
  return undefined;
}

/** The Pod with its condition and the time of its deletion; undefined if it is removed. */
export function evicted(pod: Pod, options: EvictionOptions, nowMs: number): Pod | undefined {
  const marked = withEvictionCondition(pod, nowMs, options.now);
  const { gracePeriodSeconds } = options.deleteOptions ?? {};
  const deletion = podDeletion(marked, { gracePeriodSeconds, now: options.now });
  return deletion.outcome === 'IMMEDIATE' ? undefined : deletion.pod;
}

/** The budget after it has allowed an eviction. Its condition changes only when nothing is left. */
function decrement(
  pdb: PodDisruptionBudget,
  podName: string,
  nowMs: number,
  now: Timestamp,
): PodDisruptionBudget {
  const status = fields(pdb, ABSENT).at('status');
  const old = status.value;
  const { disruptionsAllowed: before, observedGeneration } = countsOf(pdb);
  const disruptionsAllowed = before - 1;
  const conditions =
    disruptionsAllowed === 0
      ? withCondition(old.conditions, conditionFor(0, observedGeneration), nowMs, now)
      : old.conditions;
  const disruptedPods: DisruptedPods = bareObject(
    [
      ...Object.entries(status.at('disruptedPods').value),
      [podName, storedTimeLike(nowMs, now)] as const,
    ],
    (at) => at,
  );
  return { ...pdb, status: { ...old, disruptionsAllowed, disruptedPods, conditions } };
}
