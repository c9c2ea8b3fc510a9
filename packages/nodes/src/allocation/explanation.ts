import { type ClusterLists, type Node, type Pod, toPod } from '@kubesem/core';
import { ABSENT, clusterLists, fields } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { type ResourceSource } from '@kubesem/resources';
import { type Computation, specResult } from '@kubesem/resources/internal';
import type { NodeAllocation } from './allocation.js';
import { atPlace } from './problems.js';
import { type Placement, readNode, readPlacement } from './read.js';
import { rowComputations } from './sums/sums.js';

/**
 * The rule that decides whether a Pod counts on a node.
 *
 * - `ON_NODE`: its `spec.nodeName` is the node, so it counts
 * - `OTHER_NODE`: its `spec.nodeName` is another node
 * - `UNASSIGNED`: it has no `spec.nodeName`
 * - `FINISHED`: its phase is `Succeeded` or `Failed`
 */
export type PodCountRule = 'ON_NODE' | 'OTHER_NODE' | 'UNASSIGNED' | 'FINISHED';

/** An amount that differs between the row of a Pod and the total of its node. */
export interface AllocationDifference {
  /** Name of the resource. */
  readonly resource: string;
  /** Whether it is a request or a limit. */
  readonly side: 'requests' | 'limits';
  /** The amount in the row; undefined if there is none. */
  readonly row: Quantity | undefined;
  /** The amount in the total, from the spec; undefined if the spec sets none. */
  readonly total: Quantity | undefined;
  /** The view of the Pod that the row shows; undefined if the row has no amount. */
  readonly source: ResourceSource['source'] | undefined;
}

/** A resize that the node has not made. */
export interface PendingResize {
  /** `Deferred`: the node may make it later; `Infeasible`: it never will. */
  readonly reason: 'Deferred' | 'Infeasible';
  /** The message of the kubelet; empty if it has none. */
  readonly message: string;
}

/** Whether a Pod counts on a node, and why. */
export interface PodAllocationExplanation {
  /** Namespace of the Pod; empty if it has none. */
  readonly namespace: string;
  /** Name of the Pod; empty if it has none. */
  readonly name: string;
  /** Name of its node; empty if it has none. */
  readonly nodeName: string;
  /** Its phase; empty if absent, in which case the Pod counts. */
  readonly phase: string;
  /** The rule that decided. */
  readonly rule: PodCountRule;
  /** Whether it counts. */
  readonly counts: boolean;
  /** The amounts that differ between its row and the total, because only the row includes the status. */
  readonly differences: readonly AllocationDifference[];
  /**
   * The resize that is pending. If it is deferred, its row and the scheduler count the higher of spec and status; if it is
   * infeasible, only the status. Absent if none is pending, or if the Pod does not count.
   */
  readonly pendingResize?: PendingResize | undefined;
}

/** Why Pods appear in the tables of a node or not. */
export interface NodeAllocationExplanation {
  /** Name of the node. */
  readonly name: string;
  /** The field of the status that was used: the capacity, if nothing is allocatable; undefined if both are empty. */
  readonly allocatableFrom: NodeAllocation['allocatableFrom'];
  /** All Pods that were passed in, in their order. */
  readonly pods: readonly PodAllocationExplanation[];
}

/**
 * Explains why each Pod counts on a node or not, and which amounts differ between its row and the total.
 *
 * For the row of one Pod, `explainPodRequests` of `@kubesem/resources` with `useStatusResources` explains more.
 *
 * @param node - the node; it is not changed
 * @param cluster - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns for each Pod the rule that decided, the fields that it read, and the amounts that differ
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a
 * quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_NODE` or `NOT_A_POD` if an object is of
 * another kind; the segments of an error start with `node`, or with `pods` and an index
 *
 * @example
 * ```ts
 * import { explainNodeAllocation } from '@kubesem/nodes';
 *
 * const explanation = explainNodeAllocation({ metadata: { name: 'n1' } }, { pods: [
 *   { metadata: { name: 'job' }, spec: { nodeName: 'n1' }, status: { phase: 'Succeeded' } },
 *   {
 *     metadata: { name: 'web' },
 *     spec: { nodeName: 'n1', containers: [{ name: 'web', resources: { requests: { cpu: 1 } } }] },
 *     status: { containerStatuses: [{ name: 'web', resources: { requests: { cpu: '1500m' } } }] },
 *   },
 * ] });
 * explanation.pods.map(({ name, rule }) => `${name} ${rule}`) // => ['job FINISHED', 'web ON_NODE']
 * const [cpu] = explanation.pods[1]?.differences ?? [];
 * `${cpu?.row} ${cpu?.source}, not ${cpu?.total}` // => '1500m actuated, not 1'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `NodeDescriber.Describe` and `describeNodeResource`.
 */
export function explainNodeAllocation(
  node: Node,
  cluster: ClusterLists<'pods'>,
): NodeAllocationExplanation {
  const { name, from } = atPlace(['node'], () => readNode(node));
  const explanations = [...clusterLists(cluster, 'pods').pods].map((pod, index) =>
    atPlace(['pods', index], () => explainPod(toPod(pod), name)),
  );
  return { name, allocatableFrom: from, pods: explanations };
}

function explainPod(pod: Pod, node: string): PodAllocationExplanation {
  const placement = readPlacement(pod);
  const { namespace, name, nodeName } = placement;
  const rule = ruleOf(placement, node);
  const counts = rule === 'ON_NODE';
  const pendingResize = counts ? pendingResizeOf(pod) : undefined;
  return {
    namespace,
    name,
    nodeName,
    phase: pod.status?.phase ?? '',
    rule,
    counts,
    differences: counts ? rowComputations(pod).flatMap(differencesOf) : [],
    ...(pendingResize && { pendingResize }),
  };
}

/** Only the first condition of the type counts. */
function pendingResizeOf(pod: Pod): PendingResize | undefined {
  const conditions = fields(pod, ABSENT).at('status').objects('conditions');
  const condition = conditions.find(({ value: { type } }) => type === 'PodResizePending');
  const reason = condition?.value.reason;
  return condition && (reason === 'Deferred' || reason === 'Infeasible')
    ? { reason, message: condition.text('message') }
    : undefined;
}

function ruleOf({ nodeName, isTerminal }: Placement, node: string): PodCountRule {
  if (nodeName === '') {
    return 'UNASSIGNED';
  }
  if (nodeName !== node) {
    return 'OTHER_NODE';
  }
  return isTerminal ? 'FINISHED' : 'ON_NODE';
}

function differencesOf(computation: Computation): AllocationDifference[] {
  const { result, side, counted, containersTotal } = computation;
  const totals = specResult(computation);
  const differences: AllocationDifference[] = [];
  for (const resource of new Set([...result.keys(), ...totals.keys()])) {
    const row = result.get(resource);
    const total = totals.get(resource);
    if (row === undefined || total === undefined || !row.equals(total)) {
      // Maxima return one of the amounts itself, so the first view with the same object is the one that was used.
      const taken = containersTotal.get(resource);
      const source = counted.find((view) => view.total.get(resource) === taken)?.source;
      differences.push({ resource, side, row, total, source: taken && source });
    }
  }
  return differences;
}
