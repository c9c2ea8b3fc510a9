import type { Controller, IntOrPercent, PodDisruptionBudget, Timestamp } from '@kubesem/core';
import { controllerOf, ignoreProblem, objectOf, textOf } from '@kubesem/core';
import {
  type BudgetController,
  type BudgetedWorkload,
  type BudgetPod,
  type DisruptionCluster,
  explainPdbStatus,
  type PdbEvent,
  type PdbProblem,
  type PdbRule,
  type PdbStatusExplanation,
} from '@kubesem/disruption';
import type { ManifestObject } from '@kubesem/manifests';
import { countOf, identityOf } from '../../io/lenient.js';
import { listed } from '../../output/text.js';

/** A PodDisruptionBudget, and what it allows now. */
export interface BudgetModel extends Pick<ManifestObject, 'file' | 'line' | 'item'> {
  readonly namespace: string;
  readonly name: string;
  /** The field that counts; absent if the budget has neither. */
  readonly field?: 'minAvailable' | 'maxUnavailable' | undefined;
  readonly value?: IntOrPercent | undefined;
  readonly rule: PdbRule;
  /** These are absent if the sync fails, or the input does not show the scale of a controller. */
  readonly expectedPods?: number | undefined;
  readonly desiredHealthy?: number | undefined;
  readonly currentHealthy: number;
  /** Absent if the input does not show the scale of a controller. */
  readonly disruptionsAllowed?: number | undefined;
  /** `disruptionsAllowed` of the status in the input. */
  readonly storedAllowed?: number | undefined;
  /** Why no disruption is allowed; empty if one is. */
  readonly reason: string;
  readonly problems: readonly Pick<PdbProblem, 'code' | 'workloads' | 'message'>[];
  /** The Pods and controllers that count; only with `--explain`. */
  readonly counted?: CountedModel | undefined;
}

/** What a budget counts. */
export interface CountedModel {
  readonly pods: readonly { readonly name: string; readonly counting: BudgetPod['counting'] }[];
  readonly controllers: readonly ScaleModel[];
  readonly unmanagedPods: readonly string[];
  readonly unknownControllers: readonly string[];
  /** The events that the disruption controller records when it syncs the budget. */
  readonly events: readonly EventModel[];
}

/** An event of a budget or of one of its Pods. */
export interface EventModel extends Omit<PdbEvent, 'pod'> {
  /** Name of the Pod; absent for an event of the budget. */
  readonly pod?: string | undefined;
}

/** A controller, and how many Pods it should have. */
export interface ScaleModel {
  /** The controller of the Pods, such as `ReplicaSet web-5d`. */
  readonly controller: string;
  /** The object whose replicas count, such as `Deployment web`. */
  readonly scaled: string;
  readonly scale: number;
}

/** What is known about the budgets of a namespace. */
export interface BudgetContext {
  /** The objects of the namespace. */
  readonly cluster: DisruptionCluster;
  /** The problems of its budgets. */
  readonly problems: readonly PdbProblem[];
  readonly now: Timestamp;
  /** Whether to list what a budget counts. */
  readonly explain: boolean;
}

/**
 * Describes a budget.
 *
 * @param pdb - the budget
 * @param place - where it is
 * @param context - what is known about its namespace
 * @throws FieldError if its spec has the wrong type
 */
export function budgetModel(
  pdb: PodDisruptionBudget,
  { file, line, item }: Pick<ManifestObject, 'file' | 'line' | 'item'>,
  { cluster, problems, now, explain }: BudgetContext,
): BudgetModel {
  const { namespace, name } = identityOf(pdb);
  const explanation = explainPdbStatus(pdb, cluster, { now });
  const { rule, status, pods } = explanation;
  const { minAvailable, maxUnavailable } = objectOf(pdb.spec);
  const value = maxUnavailable ?? minAvailable ?? undefined;
  const isCounted = status !== undefined && rule !== 'SYNC_FAILED';
  return {
    ...{ file, line, item, namespace, name },
    ...(value !== undefined && {
      field: maxUnavailable === value ? 'maxUnavailable' : 'minAvailable',
      value,
    }),
    rule,
    ...(isCounted && {
      expectedPods: countOf(status.expectedPods) ?? 0,
      desiredHealthy: countOf(status.desiredHealthy) ?? 0,
    }),
    currentHealthy: pods.filter(({ counting }) => counting === 'HEALTHY').length,
    ...(status && { disruptionsAllowed: countOf(status.disruptionsAllowed) ?? 0 }),
    storedAllowed: countOf(objectOf(pdb.status).disruptionsAllowed),
    reason: reasonOf(explanation),
    problems: problems
      .filter((each) => each.pdb === `${namespace}/${name}`)
      // The input may lack the controllers of Pods.
      .filter(({ code }) => code !== 'MATCHES_NOTHING' || pods.length === 0)
      .map(({ code, workloads, message }) => ({ code, workloads, message })),
    ...(explain && { counted: countedModel(explanation, cluster) }),
  };
}

/** What budgets are compared with: workloads and Pods that nothing else controls. */
export function budgetedWorkloads(cluster: DisruptionCluster): readonly BudgetedWorkload[] {
  const lists = [
    { apiVersion: 'v1', kind: 'Pod', list: cluster.pods },
    { apiVersion: 'apps/v1', kind: 'Deployment', list: cluster.deployments },
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', list: cluster.replicaSets },
    { apiVersion: 'apps/v1', kind: 'StatefulSet', list: cluster.statefulSets },
    { apiVersion: 'apps/v1', kind: 'DaemonSet', list: cluster.daemonSets },
    { apiVersion: 'v1', kind: 'ReplicationController', list: cluster.replicationControllers },
  ];
  return lists.flatMap(({ apiVersion, kind, list }) =>
    ((list ?? []) as readonly BudgetedWorkload[])
      .filter((object) => controllerOf(object, ignoreProblem) === undefined)
      .map((object) => ({ ...object, apiVersion, kind })),
  );
}

/** Why no Pod can be evicted now. */
function reasonOf(explanation: PdbStatusExplanation): string {
  const { rule, status, failure, pods, unmanagedPods, unknownControllers } = explanation;
  if (rule === 'UNKNOWN') {
    const names = [...new Set(unknownControllers.map(controllerTitle))];
    return `the input does not show the replicas of ${listed(names)}`;
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
    .map(({ pod, counting }) => `${identityOf(pod).name} ${COUNTING[counting]}`);
  const details = missing.length === 0 ? '' : ` (${listed(missing)})`;
  const healthy = pods.length - missing.length;
  return `needs ${status?.desiredHealthy} healthy Pods and has ${healthy}${details}`;
}

/** How a Pod counts, in words. */
export const COUNTING: { readonly [counting in BudgetPod['counting']]: string } = {
  HEALTHY: 'is ready',
  NOT_READY: 'is not ready',
  TERMINATING: 'is being deleted',
  EVICTED: 'was evicted less than 2 minutes ago',
};

function countedModel(
  { pods, controllers, unmanagedPods, unknownControllers, events }: PdbStatusExplanation,
  cluster: DisruptionCluster,
): CountedModel {
  return {
    pods: pods.map(({ pod, counting }) => ({ name: identityOf(pod).name, counting })),
    controllers: controllers.map((each) => scaleModel(each, cluster)),
    unmanagedPods: unmanagedPods.map((pod) => identityOf(pod).name),
    unknownControllers: [...new Set(unknownControllers.map(controllerTitle))],
    events: events.map(({ pod, ...event }) => ({
      ...(pod && { pod: identityOf(pod).name }),
      ...event,
    })),
  };
}

/** The replicas of the Deployment of a ReplicaSet count instead of its own. */
function scaleModel(
  { controller, uid, scale }: BudgetController,
  { deployments }: DisruptionCluster,
): ScaleModel {
  const title = controllerTitle(controller);
  const deployment = (deployments ?? []).find(
    ({ metadata }) => textOf(objectOf(metadata).uid) === uid,
  );
  const scaled = deployment === undefined ? title : `Deployment ${identityOf(deployment).name}`;
  return { controller: title, scaled, scale };
}

function controllerTitle({ kind, name }: Controller): string {
  return `${kind} ${name}`;
}
