import { attempt, objectNamespace, type PodDisruptionBudget } from '@kubesem/core';
import type { DrainCluster, PdbRule } from '@kubesem/disruption';
import { BUDGET_POD_TEXTS, budgetReport } from '@kubesem/inspect';
import { budgetTexts } from '@kubesem/inspect/internal';
import type { Case } from '../../case/case.js';
import { type Page, pageOf } from '../../case/page.js';
import type { AreaModel } from '../area.js';
import { drainCluster } from './cluster.js';
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
    const cluster = drainCluster(input);
    const nodes = nodesOf(input);
    const drained = (options.nodes ?? nodes.slice(0, 2)).filter((node) => nodes.includes(node));
    const budgets = pageOf(cluster.podDisruptionBudgets, options, keyOf, (pdb) =>
      budgetRow(pdb, cluster),
    );
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
  return `${objectNamespace({ metadata })}/${metadata?.name ?? ''}`;
}

function budgetRow(pdb: PodDisruptionBudget, cluster: DrainCluster): BudgetRow {
  const { value: report, error } = attempt(() =>
    budgetReport(pdb, cluster, { now: NOW, explain: true }),
  );
  if (report === undefined) {
    const remarks = [error?.message ?? ''];
    const none = { limit: 'not known', rule: 'UNKNOWN', currentHealthy: 0, pods: [] } as const;
    return { key: keyOf(pdb), ...none, remarks };
  }
  const { field, value, rule, currentHealthy, counted } = report;
  return {
    key: keyOf(pdb),
    limit: field === undefined ? 'neither limit' : `${field} ${value}`,
    ...{ rule, currentHealthy },
    expectedPods: report.expectedPods,
    desiredHealthy: report.desiredHealthy,
    allowed: report.disruptionsAllowed,
    pods: (counted?.pods ?? [])
      .slice(0, MAX_PODS)
      .map(({ name, counting }) => ({ name, counting: BUDGET_POD_TEXTS[counting] })),
    remarks: budgetTexts(report),
  };
}
