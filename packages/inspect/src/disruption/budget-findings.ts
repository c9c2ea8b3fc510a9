import {
  attempt,
  type ClusterObjects,
  type Controller,
  identityOf,
  type ObjectReference,
  objectNamespace,
  type Pod,
  type PodDisruptionBudget,
} from '@kubesem/core';
import { ABSENT, fields, readController } from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';
import { type BudgetedWorkload, pdbProblems } from '@kubesem/disruption';
import type { ManifestObject } from '@kubesem/manifests';
import type { PlacedCluster } from '@kubesem/manifests/cluster';
import { matchesLabelSelector } from '@kubesem/selectors';
import { WORKLOAD_KINDS } from '@kubesem/workloads/internal';
import { type Problem, placeProblem } from '../problem.js';

/**
 * Finds misconfigured PodDisruptionBudgets.
 *
 * @param read - the budgets, the Pods and workloads, and custom resources: operators give their labels to Pods
 * @param unreadable - Pods and workloads with fields of the wrong type
 * @returns the findings, with their places
 */
export function budgetFindings(
  { cluster, others, placeOf }: PlacedCluster,
  unreadable: readonly BudgetedWorkload[],
): readonly Problem[] {
  const pdbs = cluster.podDisruptionBudgets ?? [];
  const workloads = pdbs.length === 0 ? [] : [...workloadsIn(cluster), ...unreadable];
  const namespaces = new Set(workloads.map(objectNamespace));
  /** Pods, or what stands for them, whose controllers may be missing in the files. */
  const created = [...controlledPods(workloads), ...(others as Pod[])];
  /** The Pods of a budget may not be in the files, or their controllers. */
  const mayMatch = (pdb: PodDisruptionBudget): boolean => {
    const namespace = objectNamespace(pdb);
    const selector = pdb.spec?.selector;
    const isSelected = ({ metadata }: Pod) =>
      attempt(() => matchesLabelSelector(selector, metadata?.labels)).value === true;
    return (
      !namespaces.has(namespace) ||
      created.some((pod) => objectNamespace(pod) === namespace && isSelected(pod))
    );
  };
  const byName = new Map(pdbs.map((pdb) => [keyOf(identityOf(pdb)), pdb]));
  return pdbProblems(pdbs, workloads.filter(isAlone)).flatMap(({ workloads: _, ...problem }) => {
    const pdb = byName.get(keyOf(problem.object ?? {})) as PodDisruptionBudget;
    return problem.code === 'BUDGET_MATCHES_NOTHING' && mayMatch(pdb)
      ? []
      : [placeProblem(placeOf(pdb) as ManifestObject, problem)];
  });
}

/** The Pods and workloads of a cluster, with their kinds. */
export function workloadsIn(cluster: ClusterObjects): readonly BudgetedWorkload[] {
  return WORKLOAD_KINDS.flatMap(({ apiVersion, kind, listKey }) =>
    fields(cluster, ABSENT)
      .objects(listKey as keyof ClusterObjects)
      .map(({ value }) => ({ ...(value as BudgetedWorkload), apiVersion, kind })),
  );
}

/** Whether nothing else controls a workload. */
export function isAlone(workload: BudgetedWorkload): boolean {
  return controllerOf(workload) === undefined;
}

function controllerOf(workload: BudgetedWorkload): Controller | undefined {
  return readController(fields(workload, ABSENT).at('metadata'));
}

/** A Pod of each controller, which may be missing in the files. */
function controlledPods(workloads: readonly BudgetedWorkload[]): Iterable<Pod> {
  const found = new Map<string, Pod>();
  for (const workload of workloads) {
    const controller = controllerOf(workload);
    if (controller !== undefined && workload.kind === POD.kind) {
      found.set(JSON.stringify([objectNamespace(workload), controller]), workload as Pod);
    }
  }
  return found.values();
}

function keyOf({ namespace, name }: ObjectReference): string {
  return JSON.stringify([namespace, name]);
}
