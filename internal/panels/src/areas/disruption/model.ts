import { attempt, type PodDisruptionBudget } from '@kubesem/core';
import {
  type DrainCluster,
  explainPdbStatus,
  type PdbRule,
  type PdbStatusExplanation,
} from '@kubesem/disruption';
import type { Case } from '../../case/case.js';
import { type Page, pageOf } from '../../case/page.js';
import type { AreaModel } from '../area.js';
import { drainCluster, ofNamespace } from './cluster.js';
import type { Drain, DrainSettings } from './drain.js';

/** What the panel of disruptions shows. */
export interface DisruptionModel {
  readonly budgets: Page<BudgetRow>;
  /** The nodes that can be drained. */
  readonly nodes: readonly string[];
  readonly drain?: Drain | undefined;
}

/** Options of the panel. */
export interface DisruptionOptions extends DrainSettings {
  readonly filter?: string | undefined;
  readonly start?: number | undefined;
}

/** A PodDisruptionBudget. */
export interface BudgetRow {
  readonly key: string;
  /** The field that counts and its value. */
  readonly limit: string;
  readonly rule: PdbRule;
  readonly expectedPods?: number | undefined;
  readonly desiredHealthy?: number | undefined;
  readonly currentHealthy: number;
  /** Absent if it is not known. */
  readonly allowed?: number | undefined;
  readonly pods: readonly { readonly name: string; readonly counting: string }[];
  /** What is unusual. */
  readonly remarks: readonly string[];
}

/** The time of the answers: any will do, because nothing in the panel shows it. */
const NOW = '2026-01-01T00:00:00Z';
const MAX_NODES = 500;
const MAX_PODS = 20;

/** The model of the area. */
export const model: AreaModel<DisruptionModel, DisruptionOptions> = {
  count: (input) => {
    const budgets = input.count('policy/v1 PodDisruptionBudget');
    return budgets > 0 ? budgets : nodesOf(input).length;
  },
  model: async (input, options) => {
    const { drainOf } = await import('./drain.js');
    const cluster = input.once('drain cluster', () => drainCluster(input));
    const nodes = nodesOf(input);
    const drained = (options.nodes ?? nodes.slice(0, 2)).filter((node) => nodes.includes(node));
    const budgets = pageOf(cluster.pdbs, options, keyOf, (pdb) => budgetRow(pdb, cluster));
    return {
      ...{ budgets, nodes: nodes.slice(0, MAX_NODES) },
      drain: drained.length === 0 ? undefined : drainOf(drained, cluster, options, NOW),
    };
  },
  preload: () => import('./drain.js'),
};

/** The nodes on which there are Pods. */
function nodesOf(input: Case): readonly string[] {
  return input.once('nodes with Pods', () => {
    const { pods } = drainCluster(input);
    const names = pods.map(({ spec }) => spec?.nodeName ?? '');
    return [...new Set(names)].filter((name) => name !== '').sort();
  });
}

function keyOf({ metadata }: PodDisruptionBudget): string {
  return `${metadata?.namespace || 'default'}/${metadata?.name ?? ''}`;
}

function budgetRow(pdb: PodDisruptionBudget, cluster: DrainCluster): BudgetRow {
  const own = ofNamespace(cluster, pdb.metadata?.namespace || 'default');
  const { minAvailable, maxUnavailable } = pdb.spec ?? {};
  const limit =
    maxUnavailable != null
      ? `maxUnavailable ${maxUnavailable}`
      : minAvailable != null
        ? `minAvailable ${minAvailable}`
        : 'neither limit';
  const common = { key: keyOf(pdb), limit };
  const { value: explained, error } = attempt(() => explainPdbStatus(pdb, own, { now: NOW }));
  if (explained === undefined) {
    const remarks = [error?.message ?? ''];
    return { ...common, rule: 'UNKNOWN', currentHealthy: 0, pods: [], remarks };
  }
  const { rule, status, pods } = explained;
  return {
    ...common,
    rule,
    expectedPods: status?.expectedPods ?? undefined,
    desiredHealthy: status?.desiredHealthy ?? undefined,
    currentHealthy: pods.filter(({ counting }) => counting === 'HEALTHY').length,
    allowed: status?.disruptionsAllowed ?? undefined,
    pods: pods.slice(0, MAX_PODS).map(({ pod, counting }) => ({
      name: pod.metadata?.name ?? '',
      counting: COUNTING[counting],
    })),
    remarks: remarksOn(explained),
  };
}

const COUNTING = {
  HEALTHY: 'is ready',
  NOT_READY: 'is not ready',
  TERMINATING: 'is being deleted',
  EVICTED: 'was evicted less than 2 minutes ago',
} as const;

function remarksOn(explained: PdbStatusExplanation): readonly string[] {
  const { failure, pods, unmanagedPods, unknownControllers } = explained;
  const unknown = new Set(unknownControllers.map(({ kind, name }) => `${kind} ${name}`));
  return [
    ...(failure === undefined ? [] : [`the sync fails, so nothing is allowed: ${failure}`]),
    ...(pods.length === 0 ? ['it selects no Pods'] : []),
    ...(unmanagedPods.length > 0
      ? ['it selects Pods without a controller, which it does not expect']
      : []),
    ...(unknown.size > 0
      ? [`the input does not show the replicas of ${[...unknown].join(', ')}`]
      : []),
  ];
}
