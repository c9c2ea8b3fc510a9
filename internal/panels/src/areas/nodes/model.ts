import { attempt, type Pod } from '@kubesem/core';
import {
  type Allocation,
  type ClusterAllocation,
  explainNodeAllocation,
  freeAmounts,
  nodeAllocation,
  nodeAllocations,
  type PodCountRule,
  podPercent,
} from '@kubesem/nodes';
import type { Case } from '../../case/case.js';
import { type Page, type PageOptions, pageOf } from '../../case/page.js';
import type { AreaModel } from '../area.js';

/** What the panel of nodes shows. */
export interface NodesModel {
  readonly page: Page<NodeRow>;
  /** All nodes together; absent if there is only one. */
  readonly total?: NodeRow | undefined;
  readonly finished: number;
  readonly unassigned: number;
  readonly unknownNode: number;
  /** The Pods of the node that is explained. */
  readonly pods?: { readonly node: string; readonly page: Page<NodePodRow> } | undefined;
}

/** Options of the panel. */
export interface NodesOptions extends PageOptions {
  /** The node whose Pods to list. */
  readonly node?: string | undefined;
}

/** What Pods request on a node. */
export interface NodeRow {
  readonly name: string;
  readonly resources: readonly NodeResource[];
}

/** One resource of a node. */
export interface NodeResource {
  readonly resource: string;
  readonly allocatable: string;
  readonly requests: string;
  /** As kubectl prints it. */
  readonly requestsPercent?: number | undefined;
  readonly limits?: string | undefined;
  readonly limitsPercent?: number | undefined;
  readonly free: string;
  /** The requested share; absent if nothing is allocatable. */
  readonly ratio?: number | undefined;
  /** The limited share. */
  readonly limitRatio?: number | undefined;
}

/** Whether a Pod counts on its node. */
export interface NodePodRow {
  readonly name: string;
  readonly counts: boolean;
  /** Why it counts or not; `UNREADABLE` if a field is invalid. */
  readonly rule: PodCountRule | 'UNREADABLE';
  /** Amounts that differ between its row and the total, because it is resized. */
  readonly differences: readonly string[];
  readonly cpu: string;
  readonly memory: string;
}

/** The model of the area. */
export const model: AreaModel<NodesModel, NodesOptions> = {
  count: (input) => input.count('v1 Node'),
  model: (input, options) => {
    const cluster = allocation(input);
    const { finished, unassigned, unknownNode, counted } = cluster.podCounts;
    const page = pageOf(
      cluster.nodes,
      options,
      ({ name }) => name,
      (node) => rowOf(node.name, node, node.podCount),
    );
    const { nodes } = cluster;
    return {
      ...{ page, finished, unassigned, unknownNode },
      total: nodes.length > 1 ? rowOf(`All ${nodes.length} nodes`, cluster, counted) : undefined,
      pods: podsOf(input, options.node, cluster),
    };
  },
};

function allocation(input: Case): ClusterAllocation {
  return input.once('allocation', () => nodeAllocations(input.cluster, { omitPods: true }));
}

function rowOf(name: string, allocated: Allocation, pods: number): NodeRow {
  const { allocatable, requests, limits, podRatio } = allocated;
  const free = freeAmounts(allocated, pods);
  const names = [...Object.keys(allocatable), ...Object.keys(requests)];
  const resources = [...new Set(names)].filter(
    (resource) =>
      resource !== 'pods' && (!allocatable[resource]?.isZero() || requests[resource] !== undefined),
  );
  return {
    name,
    resources: [
      {
        resource: 'pods',
        allocatable: allocatable.pods?.toString() ?? '-',
        requests: `${pods}`,
        requestsPercent: podPercent(allocated, pods),
        free: free.pods?.toString() ?? '-',
        ratio: podRatio,
      },
      ...resources.map((resource): NodeResource => {
        const request = requests[resource];
        const limit = limits[resource];
        const whole = allocatable[resource];
        return {
          resource,
          allocatable: whole?.toString() ?? '-',
          requests: request?.amount.toString() ?? '0',
          requestsPercent: safe(request?.percent),
          limits: limit?.amount.toString(),
          limitsPercent: safe(limit?.percent),
          free: free[resource]?.toString() ?? '-',
          ratio: request?.ratio ?? (whole === undefined ? undefined : 0),
          limitRatio: limit?.ratio,
        };
      }),
    ],
  };
}

/** kubectl prints the smallest int64 if nothing is allocatable. */
function safe(percent: number | undefined): number | undefined {
  return Number.isSafeInteger(percent) ? percent : undefined;
}

function podsOf(
  input: Case,
  node: string | undefined,
  { nodes }: Pick<ClusterAllocation, 'nodes'>,
): NodesModel['pods'] {
  if (node === undefined || !nodes.some(({ name }) => name === node)) {
    return undefined;
  }
  const own = input.cluster.pods.filter(({ spec }) => spec?.nodeName === node);
  return {
    node,
    page: pageOf(
      own,
      {},
      () => '',
      (pod) => podRow(node, pod),
    ),
  };
}

function podRow(name: string, pod: Pod): NodePodRow {
  const node = { metadata: { name } };
  const { value: explained } = attempt(() => explainNodeAllocation(node, { pods: [pod] }).pods[0]);
  const { value: allocated } = attempt(() => nodeAllocation(node, { pods: [pod] }).pods[0]);
  const { namespace, name: podName } = pod.metadata ?? {};
  return {
    name: `${namespace ?? 'default'}/${podName ?? ''}`,
    counts: explained?.counts ?? false,
    rule: explained?.rule ?? 'UNREADABLE',
    differences: (explained?.differences ?? []).map(
      ({ resource, row, total, source }) =>
        `${resource}: ${row ?? 'none'} (${source}), ${total ?? 'none'} in the total`,
    ),
    cpu: allocated?.requests.cpu?.amount.toString() ?? '-',
    memory: allocated?.requests.memory?.amount.toString() ?? '-',
  };
}
