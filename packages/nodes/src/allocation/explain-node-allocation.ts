import { type Node, type Pod, toPod } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { ResourceSource } from '@kubesem/resources';
import { type Computation, raise, specResult } from '@kubesem/resources';
import type { NodeAllocation } from './allocation.js';
import { rowComputations } from './allocation-reader.js';
import { isFinished, type Placement, readPlacement } from './placement.js';
import { readNode } from './read-node.js';

/**
 * Why a Pod counts on a node, or not.
 *
 * - `ON_NODE`: its `spec.nodeName` is the node, so it counts
 * - `OTHER_NODE`: its `spec.nodeName` is another one
 * - `UNASSIGNED`: it has no `spec.nodeName`
 * - `FINISHED`: its phase is `Succeeded` or `Failed`
 */
export type PodCountRule = 'ON_NODE' | 'OTHER_NODE' | 'UNASSIGNED' | 'FINISHED';

/** An amount that is another in the row of a Pod than in the total of its node. */
export interface AllocationDifference {
  /** Name of the resource. */
  readonly resource: string;
  /** Which half it is. */
  readonly side: 'requests' | 'limits';
  /** What stands in the row; undefined if nothing does. */
  readonly row: Quantity | undefined;
  /** What the total counts, from the spec; undefined if that sets nothing. */
  readonly total: Quantity | undefined;
  /** The view of the Pod that the row shows; undefined if nothing stands in the row. */
  readonly source: ResourceSource['source'] | undefined;
}

/** Whether a Pod counts on a node, and with what. */
export interface PodAllocationExplanation {
  /** Namespace of the Pod, empty if it has none. */
  readonly namespace: string;
  /** Name of the Pod, empty if it has none. */
  readonly name: string;
  /** The node that it is on, empty if it has none. */
  readonly nodeName: string;
  /** Its phase, empty if it has none, which counts. */
  readonly phase: string;
  /** What decided. */
  readonly rule: PodCountRule;
  /** Whether it counts. */
  readonly counts: boolean;
  /** Where row and total are apart, because one looks at the status and the other does not; empty if nowhere. */
  readonly differences: readonly AllocationDifference[];
}

/** Why the tables of a node are as they are. */
export interface NodeAllocationExplanation {
  /** Name of the node. */
  readonly name: string;
  /** Which field of its status was read: the capacity, if nothing is allocatable; undefined if both are empty. */
  readonly allocatableFrom: NodeAllocation['allocatableFrom'];
  /** All Pods that were passed in, in their order. */
  readonly pods: readonly PodAllocationExplanation[];
}

/**
 * Why each Pod counts on a node or not, and where its row shows something else than the total adds up.
 *
 * `explainPodRequests` says more of one Pod, with the option `useStatusResources` of its row.
 *
 * @param node - the node; it is not changed
 * @param pods - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns the rule for each Pod with what it looked at, and the amounts that differ
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` or `NOT_A_NODE` if an object is of another kind
 * @example
 * ```ts
 * import { explainNodeAllocation } from '@kubesem/nodes';
 *
 * const explanation = explainNodeAllocation({ metadata: { name: 'n1' } }, [
 *   { metadata: { name: 'job' }, spec: { nodeName: 'n1' }, status: { phase: 'Succeeded' } },
 *   {
 *     metadata: { name: 'web' },
 *     spec: { nodeName: 'n1', containers: [{ name: 'web', resources: { requests: { cpu: 1 } } }] },
 *     status: { containerStatuses: [{ name: 'web', resources: { requests: { cpu: '1500m' } } }] },
 *   },
 * ]);
 * explanation.pods.map(({ name, rule }) => `${name} ${rule}`) // => ['job FINISHED', 'web ON_NODE']
 * const [cpu] = explanation.pods[1]?.differences ?? [];
 * `${cpu?.row} ${cpu?.source}, not ${cpu?.total}` // => '1500m actuated, not 1'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `NodeDescriber.Describe` and `describeNodeResource`.
 */
export function explainNodeAllocation(node: Node, pods: Iterable<Pod>): NodeAllocationExplanation {
  const { name, from } = readNode(node, raise);
  const explanations: PodAllocationExplanation[] = [];
  for (const podLike of pods) {
    const pod = toPod(podLike);
    const placement = readPlacement(pod, raise);
    const rule = ruleOf(placement, name);
    const counts = rule === 'ON_NODE';
    const differences = counts ? rowComputations(pod).flatMap(differencesOf) : [];
    explanations.push({ ...placement, rule, counts, differences });
  }
  return { name, allocatableFrom: from, pods: explanations };
}

function ruleOf(placement: Placement, node: string): PodCountRule {
  if (placement.nodeName === '') {
    return 'UNASSIGNED';
  }
  if (placement.nodeName !== node) {
    return 'OTHER_NODE';
  }
  return isFinished(placement) ? 'FINISHED' : 'ON_NODE';
}

function differencesOf(computation: Computation): AllocationDifference[] {
  const { result, side, counted, containersTotal } = computation;
  const totals = specResult(computation);
  const differences: AllocationDifference[] = [];
  for (const resource of new Set([...result.keys(), ...totals.keys()])) {
    const row = result.get(resource);
    const total = totals.get(resource);
    if (row === undefined || total === undefined || !row.equals(total)) {
      // Maxima pass amounts on as they are: the first that is the same object is the one that was taken.
      const taken = containersTotal.get(resource);
      const source = counted.find((view) => view.total.get(resource) === taken)?.source;
      differences.push({ resource, side, row, total, source: taken && source });
    }
  }
  return differences;
}
