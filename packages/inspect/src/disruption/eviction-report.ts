import { identityOf, type Pod, type PodDisruptionBudget, type Timestamp } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import {
  type DrainCluster,
  type EvictionAnswer,
  evictionAnswer,
  pdbStatuses,
} from '@kubesem/disruption';

/** The answer to the request to evict a Pod. */
export interface EvictionReport
  extends Pick<EvictionAnswer, 'code' | 'status' | 'rule' | 'deletes'> {
  readonly namespace: string;
  readonly pod: string;
  /** The budgets that select it, before and after. */
  readonly budgets: readonly EvictedBudget[];
}

/** A budget that selects a Pod that is evicted. */
export interface EvictedBudget {
  readonly name: string;
  /** Absent if the input shows neither the status nor the scale of a controller. */
  readonly allowedBefore: number | undefined;
  readonly allowedAfter: number | undefined;
  /** The Pods whose eviction was allowed, and that the controller still counts as gone. */
  readonly disruptedPods: readonly string[];
}

/**
 * Asks the eviction API.
 *
 * @param pod - the Pod
 * @param cluster - the budgets of its namespace, and the objects of all; the stored status of a budget counts only if it cannot be computed
 * @param options - the current time
 */
export function evictionReport(
  pod: Pod,
  cluster: DrainCluster,
  options: { readonly now: Timestamp },
): EvictionReport {
  const statuses = pdbStatuses(cluster.podDisruptionBudgets, cluster, options);
  const before = cluster.podDisruptionBudgets.map((pdb, index) => ({
    ...pdb,
    status: statuses[index]?.status ?? pdb.status,
  }));
  const answer = evictionAnswer(pod, { podDisruptionBudgets: before }, options);
  const { code, status, rule, deletes, matchingPdbs, pdbs: after } = answer;
  const { namespace, name } = identityOf(pod);
  const budgets = before.flatMap((pdb, index) =>
    matchingPdbs.includes(pdb) ? [evictedBudget(pdb, after[index] ?? pdb)] : [],
  );
  return { namespace, pod: name, code, status, rule, deletes, budgets };
}

function evictedBudget(before: PodDisruptionBudget, after: PodDisruptionBudget): EvictedBudget {
  const status = fields(after, ABSENT).at('status');
  return {
    name: identityOf(before).name,
    allowedBefore: fields(before, ABSENT).at('status').integer('disruptionsAllowed'),
    allowedAfter: status.integer('disruptionsAllowed'),
    disruptedPods: Object.keys(status.at('disruptedPods').value),
  };
}
