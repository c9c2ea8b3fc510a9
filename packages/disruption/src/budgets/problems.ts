import {
  fieldPath,
  identityOf,
  type JobTemplateSpec,
  type KubernetesObject,
  type Pod,
  type PodDisruptionBudget,
  type PodTemplateSpec,
  type Problem,
  type ReplicaSet,
} from '@kubesem/core';
import { ABSENT, fields, problemOf } from '@kubesem/core/internal';
import {
  DEPLOYMENT,
  POD,
  POD_DISRUPTION_BUDGET,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import type { BUDGET_CODES } from '../codes.js';
import { keyOf, nameOf, namespaceOf } from '../stored.js';
import { ControllerIndex } from './controllers.js';
import { BudgetCounts } from './counts.js';
import { duplicateUids } from './duplicate-uids.js';
import { podsByBudget } from './selected.js';
import { readLimits, readSelector, readSpec } from './spec.js';
import { requirementOf } from './status.js';

/** A Pod, or a workload with a template of Pods, as in a manifest. */
export interface BudgetedWorkload extends KubernetesObject<WorkloadSpec, unknown> {}

/** The fields of a workload that decide about budgets. */
export interface WorkloadSpec {
  /** Number of Pods; absent means 1. */
  readonly replicas?: unknown;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** Template of the Jobs of a CronJob. */
  readonly jobTemplate?: JobTemplateSpec | null | undefined;
}

/** What is wrong with a budget. */
export type PdbProblemCode = keyof typeof BUDGET_CODES;

/** A problem of a budget, which is the `object`; the segments lead to a field of it. */
export interface PdbProblem extends Problem<PdbProblemCode> {
  /** The workloads concerned, such as `DaemonSet shop/logs`. */
  readonly workloads: readonly string[];
}

/** A workload, and a Pod that stands for all its Pods. */
interface Sample {
  readonly workload: BudgetedWorkload;
  readonly pod: Pod;
  readonly name: string;
  readonly kind: string;
  readonly replicas: number;
}

/**
 * Finds misconfigured budgets in manifests.
 *
 * @param pdbs - the budgets
 * @param workloads - Deployments, StatefulSets, DaemonSets, Jobs and so on, and Pods without a controller, with their kinds
 * @returns the problems, in the order of the budgets; nothing about workloads of unknown kinds
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the spec of a budget, its selector,
 *   `minAvailable` or `maxUnavailable` has the wrong type
 *
 * @example
 * ```ts
 * import { pdbProblems } from '@kubesem/disruption';
 *
 * const labels = { app: 'web' };
 * const spec = { replicas: 2, template: { metadata: { labels } } };
 * const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
 * const pdb = { metadata: { name: 'web' }, spec: { minAvailable: 2, selector: { matchLabels: labels } } };
 * pdbProblems([pdb], [web]).map(({ code }) => code) // => ['BUDGET_NEVER_ALLOWS']
 * ```
 */
export function pdbProblems(
  pdbs: readonly PodDisruptionBudget[],
  workloads: readonly BudgetedWorkload[],
): readonly PdbProblem[] {
  const given = fields({ pdbs, workloads }, ABSENT);
  return problemsOfAll(
    given.each('pdbs', ({ value }) => value),
    given.each('workloads', ({ value }) => value),
  );
}

function problemsOfAll(
  pdbs: readonly PodDisruptionBudget[],
  workloads: readonly BudgetedWorkload[],
): readonly PdbProblem[] {
  const samples = new Map(workloads.map(sampleOf).map((each) => [each.pod, each]));
  const scaled = (kind: string) => workloads.filter((each) => each.kind === kind).map(withUid);
  const index = new ControllerIndex({
    pods: [],
    deployments: scaled(DEPLOYMENT.kind),
    replicaSets: scaled(REPLICA_SET.kind),
    statefulSets: scaled(STATEFUL_SET.kind),
    replicationControllers: scaled(REPLICATION_CONTROLLER.kind),
  });
  const selected = podsByBudget(pdbs, [...samples.keys()]).map((pods) =>
    pods.map((pod) => samples.get(pod) as Sample),
  );
  const selecting = new Map<Sample, string[]>();
  selected.forEach((list, at) => {
    for (const sample of list) {
      const names = selecting.get(sample) ?? [];
      names.push(keyOf(pdbs[at] as PodDisruptionBudget));
      selecting.set(sample, names);
    }
  });
  return pdbs.flatMap((pdb, at) => problemsOf(pdb, selected[at] ?? [], selecting, index));
}

function problemsOf(
  pdb: PodDisruptionBudget,
  samples: readonly Sample[],
  selecting: ReadonlyMap<Sample, readonly string[]>,
  index: ControllerIndex,
): readonly PdbProblem[] {
  const problems: PdbProblem[] = [];
  const object = { kind: POD_DISRUPTION_BUDGET.kind, ...identityOf(pdb) };
  const report = (
    code: PdbProblemCode,
    workloads: readonly string[],
    message: string,
    path = SPEC,
  ): void => {
    const problem = problemOf({ code, severity: 'warning', path, message, object });
    problems.push({ ...problem, workloads });
  };
  const spec = readSpec(pdb);
  const limits = readLimits(spec);
  const { failure } = readSelector(spec);
  if (failure !== undefined) {
    report('BUDGET_SYNC_FAILS', [], `the selector is invalid: ${failure}`, SELECTOR);
    return problems;
  }
  if (samples.length === 0) {
    const text = 'the selector matches no workload; compare it with their labels';
    report('BUDGET_MATCHES_NOTHING', [], text, SELECTOR);
    return problems;
  }
  const counts = new BudgetCounts(index);
  samples.forEach(({ pod }) => {
    counts.add(pod);
  });
  const pods = samples.reduce((sum, { replicas }) => sum + replicas, 0);
  const requirement = requirementOf(limits, pods, () => counts.expectedScale());
  const needsScale = limits.field === 'maxUnavailable' || typeof limits.value === 'string';
  const bare = samples.filter(({ kind }) => kind === POD.kind);
  const others = samples.filter((each) => (selecting.get(each)?.length ?? 0) > 1);
  if (requirement.rule === 'SYNC_FAILED') {
    const text = `${requirement.failure}; set minAvailable to a number`;
    report('BUDGET_SYNC_FAILS', namesOf(samples), text);
  } else if (requirement.rule !== 'UNKNOWN' && pods > 0) {
    // Without Pods, there is nothing to evict.
    const { expected, desired } = requirement;
    // How many Pods a DaemonSet or a Job has is not known.
    const isCounted = samples.every(({ kind }) => !/^(?:DaemonSet|Job|CronJob)$/.test(kind));
    if (isCounted && (expected <= 0 || pods - desired <= 0)) {
      const text = `${desired} of ${expected} Pods must be healthy, so none can be evicted`;
      report('BUDGET_NEVER_ALLOWS', namesOf(samples), text);
    } else if (desired <= 0 && spec.raw('unhealthyPodEvictionPolicy') !== 'AlwaysAllow') {
      const text =
        'none can be evicted while no Pod is ready; set unhealthyPodEvictionPolicy to AlwaysAllow';
      report('BUDGET_BLOCKS_UNHEALTHY', namesOf(samples), text);
    }
  }
  if (needsScale && bare.length > 0) {
    const text = 'Pods without a controller; set minAvailable to a number';
    report('BUDGET_PODS_UNMANAGED', namesOf(bare), text, SELECTOR);
  }
  const duplicates = duplicateUids(samples.map(({ kind, workload }) => [kind, workload]));
  for (const { uid, objects } of duplicates.values()) {
    const message = `${objects.join(' and ')} have the uid ${uid}; keep one of them`;
    report('BUDGET_UIDS_DUPLICATE', objects, message, SELECTOR);
  }
  if (others.length > 0) {
    const names = new Set(others.flatMap((each) => selecting.get(each) ?? []));
    names.delete(keyOf(pdb));
    const list = [...names].join(', ') || 'a budget of the same name';
    const text = `the API evicts no Pod that has two budgets; the other is ${list}`;
    report('BUDGET_OVERLAPS', namesOf(others), text, SELECTOR);
  }
  return problems;
}

const SPEC = /* @__PURE__ */ fieldPath('spec');
const SELECTOR = /* @__PURE__ */ fieldPath('spec', 'selector');

const namesOf = (samples: readonly Sample[]): readonly string[] => samples.map(({ name }) => name);

/** Manifests have no uid: their kinds and names are unique as well. */
function uniqueNameOf(workload: BudgetedWorkload): string {
  return `${fields(workload, ABSENT).text('kind')} ${keyOf(workload)}`;
}

function withUid(
  workload: BudgetedWorkload,
): Pick<ReplicaSet, 'metadata'> & { readonly spec: { readonly replicas: number | undefined } } {
  // The ReplicaSet of a manifest has no Deployment.
  const metadata = {
    name: nameOf(workload),
    namespace: namespaceOf(workload),
    uid: uniqueNameOf(workload),
  };
  return { metadata, spec: { replicas: fields(workload, ABSENT).at('spec').integer('replicas') } };
}

function sampleOf(workload: BudgetedWorkload): Sample {
  const { apiVersion, kind, metadata } = workload;
  const name = uniqueNameOf(workload);
  const namespace = namespaceOf(workload);
  if (kind === POD.kind) {
    return { workload, pod: { metadata }, name, kind, replicas: 1 };
  }
  const object = fields(workload, ABSENT);
  const spec = object.at('spec');
  const jobSpec = spec.at('jobTemplate').at('spec');
  const template = spec.has('template') ? spec.at('template') : jobSpec.at('template');
  const owner = { apiVersion, kind, name: nameOf(workload), uid: name, controller: true };
  const { labels } = template.at('metadata').value;
  return {
    workload,
    pod: { metadata: { name: nameOf(workload), namespace, labels, ownerReferences: [owner] } },
    name,
    kind: object.text('kind'),
    replicas: spec.integer('replicas') ?? 1,
  };
}
