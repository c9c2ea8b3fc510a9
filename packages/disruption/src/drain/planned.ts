// What kubectl does with nodes, as far as it is known before it starts.
import { identityOf } from '@kubesem/core';
import { aggregateMessages, appendAll, goQuote } from '@kubesem/core/internal';
import { firstRejections } from './first.js';
import { type DrainedPod, type DrainOptions, drainPlan } from './plan.js';
import type { DrainCluster } from './timeline.js';

/** What kubectl does with a node. */
export interface PlannedNode {
  readonly node: string;
  readonly pods: readonly PlannedPod[];
  /** Why nothing is evicted from the node. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** What kubectl does with a Pod. */
export interface PlannedPod
  extends Pick<DrainedPod, 'rule' | 'losesEmptyDirData' | 'finalizers'>,
    ReturnType<typeof identityOf> {
  /** With `stay`, kubectl would evict it, but rejects another Pod of the node. */
  readonly action: Exclude<DrainedPod['action'], 'evict'> | 'stay' | 'delete' | 'evict';
  /**
   * The budgets that reject its eviction when the drain of the node starts, and the cause; empty if it passes. kubectl starts
   * all evictions of a node at once; here they are by namespace and name.
   */
  readonly blockedBy: readonly string[];
  readonly cause: string;
  /** The HTTP status of the rejection, and the message of the API server; kubectl tries again only after 429. */
  readonly code?: number;
  readonly message?: string;
}

/** The options of `kubectl drain`. */
export interface PlannedDrainOptions extends DrainOptions {
  /** `--disable-eviction`: Pods are deleted without asking budgets. */
  readonly disableEviction?: boolean | undefined;
}

/** Plans the drains of nodes, each with the Pods as they are now. */
export function plannedDrains(
  nodes: readonly string[],
  cluster: DrainCluster,
  options: PlannedDrainOptions,
): readonly PlannedNode[] {
  const { disableEviction = false } = options;
  const rejections = firstRejections(nodes, askedBudgets(cluster, options), options);
  return nodes.map((node) => {
    const { pods, errors, warnings } = drainPlan(node, cluster, options);
    const verb = errors.length > 0 ? 'stay' : disableEviction ? 'delete' : 'evict';
    const planned = pods.map(({ pod, action, rule, losesEmptyDirData, finalizers }): PlannedPod => {
      const { pdbs: blockedBy = [], cause = '', code, message } = rejections.get(pod) ?? {};
      return {
        ...identityOf(pod),
        action: action === 'evict' ? verb : action,
        ...{ rule, losesEmptyDirData, finalizers, blockedBy, cause },
        ...(code !== undefined && { code, message: message ?? '' }),
      };
    });
    return { node, pods: planned, errors, warnings };
  });
}

/** The cluster with the budgets that are asked: without eviction, none. */
export function askedBudgets(
  cluster: DrainCluster,
  { disableEviction }: Pick<PlannedDrainOptions, 'disableEviction'>,
): DrainCluster {
  return disableEviction === true ? { ...cluster, podDisruptionBudgets: [] } : cluster;
}

/** Whether kubectl waits for a Pod that its finalizers keep. */
export function isHeld({ action, code, finalizers }: PlannedPod): boolean {
  return action !== 'stay' && code === undefined && finalizers.length > 0;
}

/**
 * What kubectl prints, as far as it is known before it starts: it cordons all nodes first, and drains each after the one before.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/drain` v0.37.1, `DrainCmdOptions.RunDrain`; `pkg/cmd/util`, `checkErr`.
 *
 * @param nodes - the plans, and whether each node is cordoned already
 * @param timeoutSeconds - after which kubectl skips a Pod that is still terminating; undefined if it waits
 */
export function kubectlLines(
  nodes: readonly (PlannedNode & { readonly isCordoned: boolean })[],
  timeoutSeconds: number | undefined,
): readonly string[] {
  const lines = nodes.map(
    ({ node, isCordoned }) => `node/${node} ${isCordoned ? 'already ' : ''}cordoned`,
  );
  const failed: { readonly node: string; readonly errors: readonly string[] }[] = [];
  for (const plan of nodes) {
    const { lines: more, errors, waits } = drainOutput(plan, timeoutSeconds);
    appendAll(lines, more);
    if (waits) {
      return lines;
    }
    if (errors.length > 0) {
      failed.push({ node: plan.node, errors });
    }
  }
  if (failed.length === 0) {
    return lines;
  }
  // kubectl prints the errors of a single node one a line.
  const [first, ...others] = failed.map(({ errors }) => errors);
  const last = others.length === 0 ? first : failed.map(({ errors }) => aggregateMessages(errors));
  return [
    ...lines,
    'There are pending nodes to be drained:',
    ...failed.map(({ node }) => ` ${node}`),
    ...(last ?? []),
  ];
}

/** What kubectl prints about a node. */
interface NodeOutput {
  readonly lines: readonly string[];
  /** Why the drain of the node fails. */
  readonly errors: readonly string[];
  /** Whether it tries again, so everything after this is unknown. */
  readonly waits: boolean;
}

function drainOutput(plan: PlannedNode, timeout: number | undefined): NodeOutput {
  const { node, pods } = plan;
  if (plan.errors.length > 0) {
    return { lines: [unableLine(node, plan.errors)], errors: plan.errors, waits: false };
  }
  const rejected = pods.filter(({ code }) => code !== undefined);
  const held = pods.filter(isHeld);
  const waits =
    rejected.some(({ code }) => code === 429) || (held.length > 0 && timeout === undefined);
  const errors = rejected
    .filter(({ code }) => code !== 429)
    .map(
      ({ namespace, name, message }) =>
        `error when evicting pods/${goQuote(name)} -n ${goQuote(namespace)}: ${message}`,
    );
  const skipped = held.map(
    ({ name }) =>
      `pod ${goQuote(name)} has DeletionTimestamp older than ${timeout} seconds, skipping`,
  );
  const started = [
    ...warningLines(plan),
    ...podLines(plan),
    ...(timeout === undefined ? [] : skipped),
  ];
  if (waits) {
    return { lines: started, errors, waits };
  }
  const end =
    errors.length === 0
      ? [`node/${node} drained`]
      : [
          `There are pending pods in node ${goQuote(node)} when an error occurred: ${aggregateMessages(errors)}`,
          ...rejected.map(({ name }) => `pod/${name}`),
          unableLine(node, errors),
        ];
  return { lines: [...started, ...end], errors, waits };
}

function warningLines({ warnings }: PlannedNode): readonly string[] {
  return warnings.length === 0 ? [] : [`Warning: ${warnings.join('; ')}`];
}

function podLines({ pods }: PlannedNode): readonly string[] {
  const gone = pods.filter(({ action }) => action === 'evict' || action === 'delete');
  return [
    ...gone
      .filter(({ action }) => action === 'evict')
      .map(({ namespace, name }) => `evicting pod ${namespace}/${name}`),
    ...gone
      .filter((pod) => pod.code === undefined && !isHeld(pod))
      .map(({ action, name }) => `pod/${name} ${action === 'evict' ? 'evicted' : 'deleted'}`),
  ];
}

function unableLine(node: string, errors: readonly string[]): string {
  return `error: unable to drain node ${goQuote(node)} due to error: ${aggregateMessages(errors)}, continuing command...`;
}
