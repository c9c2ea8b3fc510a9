import { BUDGET_POD_TEXTS, type BudgetReport, type CountedReport } from '@kubesem/inspect';
import type { EvictedBudget, EvictionReport } from '@kubesem/inspect/internal';
import { budgetTexts } from '@kubesem/inspect/internal';
import type { ManifestObject } from '@kubesem/manifests';
import { type Column, column, numbers, renderRows } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import type { Layout } from '../../output/table/table.js';
import { NONE, visible } from '../../output/text.js';
import { renderTree, type TreeNode } from '../../output/tree.js';

/** A PodDisruptionBudget, what it allows now, and where it is. */
export interface BudgetModel extends BudgetReport, Pick<ManifestObject, 'file' | 'line' | 'item'> {}

/** What limits the disruptions, such as `maxUnavailable 1`. */
export function limitText({ field, value }: BudgetModel): string {
  return field === undefined ? NONE : `${field} ${value}`;
}

/** How many disruptions are allowed, in their color. */
export function allowedText(allowed: number | undefined, colors: Colors): string {
  if (allowed === undefined) {
    return colors.yellow('unknown');
  }
  return allowed > 0 ? colors.green(`${allowed}`) : colors.red(`${allowed}`);
}

/** Draws how the status of each budget is computed. */
export function renderBudgets(budgets: readonly BudgetModel[], colors: Colors): string {
  return budgets.map((budget) => renderBudget(budget, colors)).join('\n');
}

function renderBudget(budget: BudgetModel, colors: Colors): string {
  const { namespace, name, disruptionsAllowed, currentHealthy, counted, storedAllowed } = budget;
  const title = colors.bold(visible(`PodDisruptionBudget ${namespace}/${name}`));
  const children: TreeNode[] = [
    `limit ${visible(limitText(budget))}: ${LIMITS[budget.rule]}`,
    ...(budget.expectedPods === undefined ? [] : countNodes(budget, counted)),
    {
      text: `current ${currentHealthy}: ready Pods that stay`,
      children: (counted?.pods ?? []).map(
        ({ name: pod, counting }) =>
          `${visible(pod)} ${(counting === 'HEALTHY' ? colors.green : colors.yellow)(BUDGET_POD_TEXTS[counting])}`,
      ),
    },
    ...(storedAllowed === undefined || storedAllowed === disruptionsAllowed
      ? []
      : [colors.yellow(`the stored status allows ${storedAllowed}`)]),
    ...budgetTexts(budget).map((text) => colors.yellow(visible(text))),
    ...eventNodes(counted),
  ];
  const allowed = allowedText(disruptionsAllowed, colors);
  return renderTree({ text: `${title} allowed ${allowed}`, children });
}

/** The messages about budgets are long and repeat what is drawn. */
function eventNodes({ events }: Partial<CountedReport> = {}): readonly TreeNode[] {
  const children = (events ?? []).map(({ pod, type, reason, message }) =>
    visible(`${type} ${reason}${pod === undefined ? '' : ` (Pod ${pod}): ${message}`}`),
  );
  return children.length === 0 ? [] : [{ text: 'events of the disruption controller', children }];
}

const LIMITS: { readonly [rule in BudgetModel['rule']]: string } = {
  MAX_UNAVAILABLE: 'of the replicas of all controllers; percentages are rounded up',
  MIN_AVAILABLE_PERCENT: 'of the replicas of all controllers, rounded up',
  MIN_AVAILABLE_NUMBER: 'a number of Pods, so controllers do not count',
  NO_LIMIT: 'nothing is allowed',
  SYNC_FAILED: 'the controller cannot compute the status',
  UNKNOWN: 'of the replicas of all controllers',
};

function countNodes(
  { rule, expectedPods, desiredHealthy, value }: BudgetModel,
  counted: CountedReport | undefined,
): readonly TreeNode[] {
  const isScaled = rule !== 'MIN_AVAILABLE_NUMBER' && rule !== 'NO_LIMIT';
  const { controllers = [], unmanagedPods = [] } = counted ?? {};
  const desired = {
    MAX_UNAVAILABLE: `${expectedPods} expected, ${value} may be unavailable`,
    MIN_AVAILABLE_PERCENT: `${value} of ${expectedPods}, rounded up`,
    MIN_AVAILABLE_NUMBER: 'minAvailable',
  }[rule as string];
  return [
    {
      text: `expected ${expectedPods}: ${isScaled ? 'replicas of the controllers' : 'Pods that the selector matches'}`,
      children: isScaled
        ? [
            ...controllers.map(({ controller, scaled, scale }) =>
              visible(`${scaled}: ${scale}${scaled === controller ? '' : ` (${controller})`}`),
            ),
            ...unmanagedPods.map((pod) =>
              visible(`Pod ${pod}: not expected, because it has no controller`),
            ),
          ]
        : [],
    },
    `desired ${desiredHealthy}${desired === undefined ? '' : `: ${visible(desired)}`}`,
  ];
}

/** The budgets that select a Pod of a namespace, before and after its eviction. */
export function evictionColumns(namespace: string): readonly Column<EvictedBudget>[] {
  return [
    column('BUDGET', ({ name }) => `${namespace}/${name}`),
    numbers('ALLOWED', ({ allowedBefore }) => allowedBefore),
    numbers('ALLOWED AFTER', ({ allowedAfter }) => allowedAfter),
    column('EVICTED PODS', ({ disruptedPods }) => disruptedPods.join(', ')),
  ];
}

/** The answer of the API, and the budgets. */
export function renderEviction(model: EvictionReport, layout: Layout): string {
  const { namespace, pod, code, status, rule, deletes, budgets } = model;
  const { colors } = layout;
  const verdict = deletes ? colors.green('evicted') : colors.red('not evicted');
  const { message, reason, details } = status;
  const causes = details?.causes ?? [];
  const lines = [
    ['answer', [`${code}`, reason ?? ''].join(' ').trim()],
    ['message', message ?? ''],
    ...causes.map((cause) => ['cause', cause.message ?? '']),
    ['retry', details?.retryAfterSeconds ? `after ${details.retryAfterSeconds}s` : ''],
    ['because', EVICTION_RULES[rule]],
  ];
  const text = lines
    .filter(([, value]) => value !== '')
    .map(([head = '', value = '']) => `  ${colors.dim(head.padEnd(7))}  ${visible(value)}\n`);
  const title = colors.bold(visible(`Pod ${namespace}/${pod}`));
  const table =
    budgets.length === 0 ? '' : `\n${renderRows(evictionColumns(namespace), budgets, layout)}`;
  return `${title}: ${verdict}\n${text.join('')}${table}`;
}

const EVICTION_RULES: { readonly [rule in EvictionReport['rule']]: string } = {
  FINISHED: 'it has finished, so no budget is asked',
  PENDING: 'it is pending, so no budget is asked',
  TERMINATING: 'it is being deleted, so no budget is asked',
  NO_BUDGET: 'no budget selects it',
  ALWAYS_ALLOW: 'it is not ready, and the policy of the budget is AlwaysAllow',
  HEALTHY_BUDGET: 'it is not ready, and there are enough healthy Pods without it',
  ALLOWED: 'the budget allows a disruption',
  TWO_BUDGETS: 'several budgets select it',
  STALE_STATUS: 'the status of the budget is older than its spec',
  NEGATIVE: 'the budget allows a negative number of disruptions',
  UNCONFIRMED: 'more than 2,000 evictions are not confirmed yet',
  EXHAUSTED: 'the budget allows no disruption',
  PRECONDITION: 'the Pod is not the one of the preconditions',
};
