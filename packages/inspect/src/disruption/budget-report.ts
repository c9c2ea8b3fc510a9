import {
  apiGroupOf,
  attempt,
  type Controller,
  type Deployment,
  type IntOrPercent,
  identityOf,
  type PodDisruptionBudget,
  type Timestamp,
} from '@kubesem/core';
import { ABSENT, fields, madeOf } from '@kubesem/core/internal';
import { DEPLOYMENT } from '@kubesem/core/kinds';
import {
  type BudgetController,
  type BudgetPod,
  type DisruptionCluster,
  type DrainCluster,
  type PdbEvent,
  type PdbProblem,
  type PdbRule,
  type PdbStatus,
  pdbProblems,
  pdbStatus,
} from '@kubesem/disruption';
import { isAlone, workloadsIn } from './budget-findings.js';

/** A PodDisruptionBudget, and what it allows now. */
export interface BudgetReport {
  /** Namespace of the budget. */
  readonly namespace: string;
  /** Name of the budget. */
  readonly name: string;
  /** The field that counts; absent if the budget has neither. */
  readonly field?: 'minAvailable' | 'maxUnavailable' | undefined;
  /** Value of this field. */
  readonly value?: IntOrPercent | undefined;
  /** The rule for its status. */
  readonly rule: PdbRule;
  /** Number of Pods that should exist; absent if the sync fails, or the input does not show the scale of a controller. */
  readonly expectedPods?: number | undefined;
  /** Number of Pods that must be healthy; absent whenever `expectedPods` is. */
  readonly desiredHealthy?: number | undefined;
  /** Number of healthy Pods. */
  readonly currentHealthy: number;
  /** Number of Pods that may be evicted now; absent if the input does not show the scale of a controller. */
  readonly disruptionsAllowed?: number | undefined;
  /** `disruptionsAllowed` of the status in the input. */
  readonly storedAllowed?: number | undefined;
  /** Why no disruption is allowed; empty if one is. */
  readonly reason: string;
  /** What is misconfigured. */
  readonly problems: readonly PdbProblem[];
  /** The Pods and controllers that count; only with `explain`. */
  readonly counted?: CountedReport | undefined;
}

/** What a budget counts. */
export interface CountedReport {
  /** The Pods that it selects, and how each counts. */
  readonly pods: readonly CountedPod[];
  /** The controllers of these Pods. */
  readonly controllers: readonly ScaleReport[];
  /** Names of the Pods without a controller. */
  readonly unmanagedPods: readonly string[];
  /** The controllers whose replicas the input does not show. */
  readonly unknownControllers: readonly string[];
  /** The events that the disruption controller records when it syncs the budget. */
  readonly events: readonly BudgetEvent[];
}

/** An event of a budget or of one of its Pods. */
export interface BudgetEvent extends Omit<PdbEvent, 'pod'> {
  /** Name of the Pod; absent for an event of the budget. */
  readonly pod?: string | undefined;
}

/** A Pod that a budget selects. */
export interface CountedPod extends Pick<BudgetPod, 'counting'> {
  /** Name of the Pod. */
  readonly name: string;
}

/** A controller, and how many Pods it should have. */
export interface ScaleReport {
  /** The controller of the Pods, such as `ReplicaSet web-5d`. */
  readonly controller: string;
  /** The object whose replicas count, such as `Deployment web`. */
  readonly scaled: string;
  /** Its number of replicas. */
  readonly scale: number;
}

/** Options of {@link budgetReport}. */
export interface BudgetReportOptions {
  /** The current time. */
  readonly now: Timestamp;
  /** Whether to list what each budget counts. */
  readonly explain?: boolean | undefined;
}

/** How a Pod counts for a budget, in a few words. */
export const BUDGET_POD_TEXTS: { readonly [counting in BudgetPod['counting']]: string } = {
  HEALTHY: 'is ready',
  NOT_READY: 'is not ready',
  TERMINATING: 'is being deleted',
  EVICTED: 'was evicted less than 2 minutes ago',
};

/**
 * Reports on a PodDisruptionBudget of a cluster: what it allows now, and why.
 *
 * @param pdb - the budget
 * @param cluster - Pods, budgets and controllers; omit a list that you do not know. For many budgets, an index of them
 * @param options - the current time, and whether to list what counts
 * @returns the report
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the spec of the budget cannot be read
 *
 * @example
 * ```ts
 * import { budgetReport } from '@kubesem/inspect';
 *
 * const metadata = { name: 'web', labels: { app: 'web' } };
 * const pdb = { metadata, spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } };
 * const cluster = { pods: [{ metadata, status: { phase: 'Running' } }], podDisruptionBudgets: [pdb] };
 * const { disruptionsAllowed, reason } = budgetReport(pdb, cluster, { now: '2026-01-01T00:00:00Z' });
 * disruptionsAllowed // => 0
 * reason // => 'needs 1 healthy Pod and has 0 (web is not ready)'
 * ```
 *
 * Source: as {@link @kubesem/disruption!pdbStatus | pdbStatus}.
 */
export function budgetReport(
  pdb: PodDisruptionBudget,
  cluster: DrainCluster,
  { now, explain = false }: BudgetReportOptions,
): BudgetReport {
  const { namespace, name } = identityOf(pdb);
  const explanation = pdbStatus(pdb, cluster, { now });
  const { rule, status, pods } = explanation;
  const given = fields(pdb, ABSENT);
  const computed = fields(status, ABSENT);
  const { minAvailable, maxUnavailable } = given.at('spec').value;
  const value = maxUnavailable ?? minAvailable ?? undefined;
  const isCounted = status !== undefined && rule !== 'SYNC_FAILED';
  return {
    ...{ namespace, name },
    ...(value !== undefined && {
      field: maxUnavailable === value ? 'maxUnavailable' : 'minAvailable',
      value,
    }),
    rule,
    ...(isCounted && {
      expectedPods: computed.integer('expectedPods') ?? 0,
      desiredHealthy: computed.integer('desiredHealthy') ?? 0,
    }),
    currentHealthy: pods.filter(({ counting }) => counting === 'HEALTHY').length,
    ...(status && { disruptionsAllowed: computed.integer('disruptionsAllowed') ?? 0 }),
    storedAllowed: given.at('status').integer('disruptionsAllowed'),
    reason: reasonOf(explanation, cluster),
    // The input may lack the controllers of Pods.
    problems: (madeOf(cluster, problemsByBudget).get(`${namespace}/${name}`) ?? []).filter(
      ({ code }) => code !== 'BUDGET_MATCHES_NOTHING' || pods.length === 0,
    ),
    ...(explain && { counted: countedReport(explanation, cluster) }),
  };
}

/** The problems of the budgets that can be read, by namespace and name. */
function problemsByBudget(cluster: DrainCluster): ReadonlyMap<string, readonly PdbProblem[]> {
  const readable = fields(cluster, ABSENT)
    .list('podDisruptionBudgets')
    .filter((pdb) => attempt(() => pdbProblems([pdb], [])).ok);
  const found = new Map<string, PdbProblem[]>();
  for (const problem of pdbProblems(readable, workloadsIn(cluster).filter(isAlone))) {
    const { namespace, name } = problem.object ?? {};
    const key = `${namespace}/${name}`;
    found.set(key, [...(found.get(key) ?? []), problem]);
  }
  return found;
}

/**
 * The reason and the problems of a budget; these replace a reason that says the same.
 */
export function budgetTexts({
  rule,
  reason,
  problems,
}: Pick<BudgetReport, 'rule' | 'reason' | 'problems'>): readonly string[] {
  const isSaid = problems.some(
    ({ code }) => code === 'BUDGET_SYNC_FAILS' || code === 'BUDGET_MATCHES_NOTHING',
  );
  const messages = problems
    .filter(({ code }) => code !== 'BUDGET_NEVER_ALLOWS' || rule !== 'NO_LIMIT')
    .map(({ message }) => message);
  return [...(isSaid ? [] : [reason]), ...messages].filter((text) => text !== '');
}

const LISTED = 3;

/** Why no Pod can be evicted now. */
function reasonOf(explanation: PdbStatus, { kinds }: DisruptionCluster): string {
  const { rule, status, failure, pods, unmanagedPods, unknownControllers } = explanation;
  if (rule === 'UNKNOWN') {
    const names = [...new Set(unknownControllers.map(controllerTitle))];
    const isDefined = unknownControllers.some(
      ({ apiVersion, kind }) =>
        !apiGroupOf(apiVersion).includes('.') ||
        (kinds ?? []).some((each) => each.apiVersion === apiVersion && each.kind === kind),
    );
    return Array.isArray(kinds) && !isDefined
      ? `no CustomResourceDefinition defines the kind of ${listed(names)}`
      : `the input does not show the replicas of ${listed(names)}`;
  }
  if (rule === 'SYNC_FAILED') {
    return `the sync fails: ${failure}`;
  }
  if ((status?.disruptionsAllowed ?? 0) > 0) {
    return '';
  }
  if (pods.length === 0) {
    return 'it selects no Pods';
  }
  if (rule === 'NO_LIMIT') {
    return 'it has neither minAvailable nor maxUnavailable';
  }
  if ((status?.expectedPods ?? 0) <= 0) {
    return unmanagedPods.length === pods.length
      ? 'its Pods have no controller, so it expects no Pods'
      : 'its controllers have 0 replicas';
  }
  const missing = pods
    .filter(({ counting }) => counting !== 'HEALTHY')
    .map(({ pod, counting }) => `${identityOf(pod).name} ${BUDGET_POD_TEXTS[counting]}`);
  const details = missing.length === 0 ? '' : ` (${listed(missing)})`;
  const healthy = pods.length - missing.length;
  const needed = status?.desiredHealthy;
  return `needs ${needed} healthy Pod${needed === 1 ? '' : 's'} and has ${healthy}${details}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return [...names.slice(0, LISTED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function countedReport(
  { pods, controllers, unmanagedPods, unknownControllers, events }: PdbStatus,
  cluster: DisruptionCluster,
): CountedReport {
  return {
    pods: pods.map(({ pod, counting }) => ({ name: identityOf(pod).name, counting })),
    controllers: controllers.map((each) => scaleReport(each, cluster)),
    unmanagedPods: unmanagedPods.map((pod) => identityOf(pod).name),
    unknownControllers: [...new Set(unknownControllers.map(controllerTitle))],
    events: events.map(({ pod, ...event }) => ({
      ...(pod && { pod: identityOf(pod).name }),
      ...event,
    })),
  };
}

/** The replicas of the Deployment of a ReplicaSet count instead of its own. */
function scaleReport(
  { controller, uid, scale }: BudgetController,
  cluster: DisruptionCluster,
): ScaleReport {
  const title = controllerTitle(controller);
  const deployment = madeOf(cluster, deploymentsByUid).get(uid);
  const scaled =
    deployment === undefined ? title : `${DEPLOYMENT.kind} ${identityOf(deployment).name}`;
  return { controller: title, scaled, scale };
}

function deploymentsByUid({ deployments }: DisruptionCluster): ReadonlyMap<string, Deployment> {
  return new Map(
    (deployments ?? []).map((each) => [fields(each, ABSENT).at('metadata').text('uid'), each]),
  );
}

function controllerTitle({ kind, name }: Controller): string {
  return `${kind} ${name}`;
}
