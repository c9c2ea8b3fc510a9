import {
  ABSENT,
  attempt,
  type Controller,
  type FieldError,
  type FieldProblem,
  fieldPath,
  fieldProblem,
  fields,
  ignoreProblem,
  objectNamespace,
  type Pod,
  type PodDisruptionBudget,
  type PodTemplateSpec,
  readController,
  readObject,
} from '@kubesem/core';
import { POD, POD_DISRUPTION_BUDGET } from '@kubesem/core/kinds';
import { type BudgetedWorkload, type PdbProblemCode, pdbProblems } from '@kubesem/disruption';
import type { ManifestObject } from '@kubesem/manifests';
import { matchesLabelSelector } from '@kubesem/selectors';
import { findWorkloadKind } from '@kubesem/workloads';
import { type Problem, placeProblem } from '../problem.js';
import { severityOf } from '../severity.js';

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
    if (findWorkloadKind(apiVersion, kind) === undefined) {
      if (isCustom(apiVersion)) {
        const { labels } = readObject((object as Pod).metadata, undefined, ignoreProblem) ?? {};
        this.controlled.set(`${namespace}/${kind}/${name}`, { metadata: { namespace, labels } });
      }
      return;
    }
    this.namespaces.add(namespace);
    const controller = readController(fields(object as BudgetedWorkload, ABSENT).at('metadata'));
    if (controller === undefined) {
      this.workloads.push(budgetFields(object as BudgetedWorkload, apiVersion, kind));
    } else if (kind === POD.kind) {
      const { labels } = (object as Pod).metadata ?? {};
      this.controlled.set(keyOf(namespace, controller), { metadata: { namespace, labels } });
    }
  }

  /** Returns the findings so far. */
  problems(): readonly Problem[] {
    const unreadable: Problem[] = [];
    const readable = [...this.budgets.values()].filter(({ placed, pdb }) => {
      const { error } = attempt(() => pdbProblems([pdb], []));
      if (error !== undefined) {
        const { problem } = error as FieldError<'INVALID_TYPE'>;
        unreadable.push(placeProblem(placed, severityOf(problem), problem));
      }
      return error === undefined;
    });
    const found = pdbProblems(
      readable.map(({ pdb }) => pdb),
      this.workloads,
    );
    return [
      ...unreadable,
      ...found.flatMap(({ code, pdb, message }) => {
        const budget = this.budgets.get(pdb);
        if (budget === undefined || (code === 'MATCHES_NOTHING' && this.mayMatch(budget.pdb))) {
          return [];
        }
        const problem = budgetProblem(code, message);
        return [placeProblem(budget.placed, severityOf(problem), problem)];
      }),
    ];
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
  'DUPLICATE_UID',
  'MATCHES_NOTHING',
  'OVERLAPS',
  'UNMANAGED_PODS',
]);

/** The field that a problem is about: the selector, or the numbers of the spec. */
function budgetProblem(code: PdbProblemCode, message: string): FieldProblem<PdbProblemCode> {
  const path = SELECTOR_CODES.has(code) ? SELECTOR : SPEC;
  return fieldProblem({ type: 'FieldValueInvalid', code, path, message });
}

/** The fields of a workload that budgets depend on: a dump has too many Pods to keep them whole. */
function budgetFields(
  { metadata, spec }: BudgetedWorkload,
  apiVersion: string,
  kind: string,
): BudgetedWorkload {
  const { name, namespace, uid, labels, ownerReferences } =
    readObject(metadata, undefined, ignoreProblem) ?? {};
  const { replicas, template, jobTemplate } = readObject(spec, undefined, ignoreProblem) ?? {};
  const owned = { name, namespace, uid, labels, ownerReferences };
  if (kind === POD.kind) {
    return { apiVersion, kind, metadata: owned };
  }
  const lean = { replicas, template: labelsOf(template ?? jobTemplate?.spec?.template) };
  return { apiVersion, kind, metadata: owned, spec: lean };
}

function labelsOf(template: PodTemplateSpec | null | undefined): PodTemplateSpec {
  const { metadata } = readObject(template, undefined, ignoreProblem) ?? {};
  return { metadata: { labels: readObject(metadata, undefined, ignoreProblem)?.labels } };
}

function keyOf(namespace: string, { kind, name, uid }: Controller): string {
  return `${namespace}/${kind}/${name}/${uid}`;
}
