import {
  attempt,
  type Controller,
  type Problem as CoreProblem,
  type Deployment,
  fieldPath,
  objectNamespace,
  type Pod,
  type PodDisruptionBudget,
} from '@kubesem/core';
import { ABSENT, type Fields, fields, problemOf, readController } from '@kubesem/core/internal';
import { POD, POD_DISRUPTION_BUDGET, type WorkloadKind } from '@kubesem/core/kinds';
import { type BudgetedWorkload, type PdbProblemCode, pdbProblems } from '@kubesem/disruption';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { matchesLabelSelector } from '@kubesem/selectors';
import { findWorkloadKind, readPodTemplate, type Workload } from '@kubesem/workloads';
import { type Problem, placeProblem } from '../problem.js';

/** A PodDisruptionBudget, and where it is. */
interface PlacedBudget {
  readonly placed: ManifestObject;
  readonly pdb: PodDisruptionBudget;
}

/** Finds misconfigured PodDisruptionBudgets. */
export class BudgetFindings {
  /** By namespace and name: of several definitions, the last one counts. */
  private readonly budgets = new Map<string, PlacedBudget>();
  private readonly workloads: BudgetedWorkload[] = [];
  private readonly namespaces = new Set<string>();
  /**
   * A Pod of each controller, which may be missing in the files. A custom resource may be one: operators give the Pods
   * its labels.
   */
  private readonly controlled = new Map<string, Pod>();

  /** Adds an object if it is a budget or has Pods. */
  add(placed: ManifestObject, { namespace, name }: { namespace: string; name: string }): void {
    const { apiVersion, kind, object } = placed;
    if (apiVersion === POD_DISRUPTION_BUDGET.apiVersion && kind === POD_DISRUPTION_BUDGET.kind) {
      this.budgets.set(`${namespace}/${name}`, { placed, pdb: object as PodDisruptionBudget });
      return;
    }
    const workload = fields(object as JSONObject as Workload, ABSENT);
    const metadata = workload.at('metadata');
    const { labels } = metadata.value;
    const workloadKind = findWorkloadKind(apiVersion, kind);
    if (workloadKind === undefined) {
      if (isCustom(apiVersion)) {
        this.controlled.set(`${namespace}/${kind}/${name}`, { metadata: { namespace, labels } });
      }
      return;
    }
    this.namespaces.add(namespace);
    const controller = readController(metadata);
    if (controller === undefined) {
      this.workloads.push(budgetFields(workload, workloadKind));
    } else if (kind === POD.kind) {
      this.controlled.set(keyOf(namespace, controller), { metadata: { namespace, labels } });
    }
  }

  /** Returns the findings so far. */
  problems(): readonly Problem[] {
    const pdbs = Array.from(this.budgets.values(), ({ pdb }) => pdb);
    return pdbProblems(pdbs, this.workloads).flatMap(({ code, pdb, message }) => {
      const budget = this.budgets.get(pdb);
      if (
        budget === undefined ||
        (code === 'BUDGET_MATCHES_NOTHING' && this.mayMatch(budget.pdb))
      ) {
        return [];
      }
      const problem = budgetProblem(code, message);
      return [placeProblem(budget.placed, problem)];
    });
  }

  /** Whether the Pods of a budget may not be in the files, or their controllers. */
  private mayMatch({ metadata, spec }: PodDisruptionBudget): boolean {
    const namespace = objectNamespace({ metadata });
    const isSelected = (pod: Pod) =>
      attempt(() => matchesLabelSelector(spec?.selector, pod.metadata?.labels)).value === true;
    return (
      !this.namespaces.has(namespace) ||
      [...this.controlled.values()].some(
        (pod) => objectNamespace(pod) === namespace && isSelected(pod),
      )
    );
  }
}

const SPEC = /* @__PURE__ */ fieldPath('spec');
const SELECTOR = /* @__PURE__ */ fieldPath('spec', 'selector');

/** Whether an API group is that of custom resources: those of Kubernetes have no dot, or end with `.k8s.io`. */
function isCustom(apiVersion: string): boolean {
  return /^[^/]*\./.test(apiVersion) && !/^[^/]*\.k8s\.io\//.test(apiVersion);
}

/** The problems of what a budget selects. */
const SELECTOR_CODES: ReadonlySet<PdbProblemCode> = /* @__PURE__ */ new Set([
  'BUDGET_UIDS_DUPLICATE',
  'BUDGET_MATCHES_NOTHING',
  'BUDGET_OVERLAPS',
  'BUDGET_PODS_UNMANAGED',
]);

/** The field that a problem is about: the selector, or the numbers of the spec. */
function budgetProblem(code: PdbProblemCode, message: string): CoreProblem<PdbProblemCode> {
  const path = SELECTOR_CODES.has(code) ? SELECTOR : SPEC;
  return problemOf({ code, severity: 'warning', path, message });
}

/** The fields of a workload that budgets depend on: a dump has too many Pods to keep them whole. */
function budgetFields(workload: Fields<Workload>, kind: WorkloadKind): BudgetedWorkload {
  const { name, namespace, uid, labels, ownerReferences } = workload.at('metadata').value;
  const owned = { name, namespace, uid, labels, ownerReferences };
  const type = { apiVersion: kind.apiVersion, kind: kind.kind };
  if (kind === POD) {
    return { ...type, metadata: owned };
  }
  const { replicas } = (workload as Fields<Deployment>).at('spec').value;
  const template = fields(readPodTemplate(workload, kind), ABSENT).at('metadata').value;
  return {
    ...{ ...type, metadata: owned },
    spec: { replicas, template: { metadata: { labels: template.labels } } },
  };
}

function keyOf(namespace: string, { kind, name, uid }: Controller): string {
  return `${namespace}/${kind}/${name}/${uid}`;
}
