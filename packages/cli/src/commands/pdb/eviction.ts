import {
  identityOf,
  objectOf,
  type Pod,
  type PodDisruptionBudget,
  type Timestamp,
} from '@kubesem/core';
import {
  type DrainCluster,
  type EvictionRule,
  type EvictionStatus,
  evictionAnswer,
  pdbStatuses,
} from '@kubesem/disruption';
import { countOf } from '../../io/lenient.js';

/** The answer to the request to evict a Pod. */
export interface EvictionModel {
  readonly namespace: string;
  readonly pod: string;
  readonly code: number;
  readonly status: EvictionStatus;
  readonly rule: EvictionRule;
  /** Whether the Pod is deleted. */
  readonly deletes: boolean;
  /** The budgets that select the Pod. */
  readonly budgets: readonly EvictionBudget[];
}

/** What a budget allows before and after an eviction. */
export interface EvictionBudget {
  readonly name: string;
  /** Absent if the input shows neither the status nor the scale of a controller. */
  readonly allowedBefore?: number | undefined;
  readonly allowedAfter?: number | undefined;
  /** The Pods whose eviction was allowed, and that the controller still counts as gone. */
  readonly disruptedPods: readonly string[];
}

/**
 * Asks the eviction API.
 *
 * @param pod - the Pod
 * @param cluster - the budgets of its namespace, and the objects of all; the stored status of a budget counts only if it cannot be computed
 * @param now - the current time
 */
export function evictionModel(pod: Pod, cluster: DrainCluster, now: Timestamp): EvictionModel {
  const before = currentBudgets(cluster, now);
  const answer = evictionAnswer(pod, { podDisruptionBudgets: before }, { now });
  const { code, status, rule, deletes, matchingPdbs, pdbs: after } = answer;
  const { namespace, name } = identityOf(pod);
  const budgets = before.flatMap((pdb, index): EvictionBudget[] => {
    const left = after[index] ?? pdb;
    return matchingPdbs.includes(pdb)
      ? [
          {
            name: identityOf(pdb).name,
            allowedBefore: allowedBy(pdb),
            allowedAfter: allowedBy(left),
            disruptedPods: Object.keys(objectOf(objectOf(left.status).disruptedPods)),
          },
        ]
      : [];
  });
  return { namespace, pod: name, code, status, rule, deletes, budgets };
}

/** The budgets with the statuses that they have now. A stored status counts only if it cannot be computed. */
export function currentBudgets(
  cluster: DrainCluster,
  now: Timestamp,
): readonly PodDisruptionBudget[] {
  const statuses = pdbStatuses(cluster.podDisruptionBudgets, cluster, { now });
  return cluster.podDisruptionBudgets.map((pdb, index) => ({
    ...pdb,
    status: statuses[index] ?? pdb.status,
  }));
}

function allowedBy({ status }: PodDisruptionBudget): number | undefined {
  return countOf(objectOf(status).disruptionsAllowed);
}
