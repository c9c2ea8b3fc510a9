import {
  type ClusterLists,
  type ClusterObjects,
  objectNamespace,
  type Pod,
  type PodMetrics,
  toPod,
} from '@kubesem/core';
import { ABSENT, appendAll, clusterLists, type FieldPolicy } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import {
  podDeclaredResources,
  podLimits,
  podRequests,
  type ResourceQuantities,
} from '@kubesem/resources';
import {
  type Amounts,
  addAmounts,
  type MutableAmounts,
  readAmounts,
} from '@kubesem/resources/internal';
import type { NodeAllocation } from '../allocation/allocation.js';
import { nodeAllocations } from '../allocation/cluster.js';
import { type AllocationProblem, orReport, placedIn } from '../allocation/problems.js';
import { computeReadable, readPlacement } from '../allocation/read.js';
import { toNodeUsage, toUsage, type UsageAmounts, UsageSum } from './amounts.js';
import { amountsOf, measured, type ReadNodeUsage, readMetrics, readNodes } from './nodes.js';
import type {
  ClusterUsage,
  ContainerUsage,
  NamespaceUsage,
  NodeUsage,
  PodUsage,
  Usage,
} from './usage.js';

/** The resource by which usages are sorted. */
export type UsageOrder = 'cpu' | 'memory';

/** Options of {@link clusterUsage}. */
export interface ClusterUsageOptions {
  /** Sort by the highest usage of this resource, and then by name; by default only by name. */
  readonly sortBy?: UsageOrder | undefined;
  /** Compare nodes with their capacity instead of what is allocatable, as `kubectl top node --show-capacity` does. */
  readonly showCapacity?: boolean | undefined;
}

/**
 * Adds up the measured usage of a cluster by container, Pod, namespace and node, as `kubectl top` does, next to requests,
 * limits and what is allocatable.
 *
 * The metrics of a node are not the sum of its Pods: they include the system. Requests and limits of a node are those of
 * its Pods that have not ended. Swap is not counted.
 *
 * A field of the wrong type is one of the problems of the answer.
 *
 * @param cluster - metrics, nodes, for what is allocatable, and Pods as they are stored, for requests and limits; they are not
 * changed
 * @param options - order, and what nodes are compared with
 * @returns usage, requests, limits and ratios of cpu and memory, and the problems: amounts that cannot be read count as
 * absent. Colors and thresholds are up to the caller
 *
 * @example
 * ```ts
 * import { clusterUsage } from '@kubesem/nodes';
 *
 * const resources = { requests: { cpu: '200m' }, limits: { memory: '256Mi' } };
 * const { nodes, pods } = clusterUsage({
 *   nodeMetrics: [{ metadata: { name: 'n1' }, usage: { cpu: '1250000001n', memory: '3Gi' } }],
 *   podMetrics: [{ metadata: { name: 'web' }, containers: [{ name: 'app', usage: { cpu: '150m', memory: '64Mi' } }] }],
 *   nodes: [{ metadata: { name: 'n1' }, status: { allocatable: { cpu: '4', memory: '8Gi' } } }],
 *   pods: [{ metadata: { name: 'web' }, spec: { nodeName: 'n1', containers: [{ name: 'app', resources }] } }],
 * });
 * nodes.map(({ name, cpu }) => `${name} ${cpu.text} ${cpu.percent}%`) // => ['n1 1251m 31%']
 * nodes[0]?.memory.ratio // => 0.375
 * pods[0]?.cpu.requestRatio // => 0.75
 * pods[0]?.containers[0]?.memory.limitRatio // => 0.25
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/cmd/top` v0.37.1, `RunTopNode`; `k8s.io/kubectl/pkg/metricsutil` v0.37.1, `PrintNodeMetrics`
 * and `PrintPodMetrics`.
 */
export function clusterUsage(
  cluster: Pick<ClusterObjects, 'nodes' | 'pods' | 'nodeMetrics' | 'podMetrics'>,
  { sortBy, showCapacity = false }: ClusterUsageOptions = {},
): ClusterUsage {
  const problems: AllocationProblem[] = [];
  const lists = clusterLists(cluster, 'nodes', 'pods', 'nodeMetrics', 'podMetrics');
  const allocation = nodeAllocations(lists);
  // Without nodes, every Pod would be reported as on an unknown node.
  appendAll(
    problems,
    allocation.problems.filter(({ code }) => code !== 'NODE_NOT_FOUND' || lists.nodes.length > 0),
  );
  const pods = readPods(lists, problems);
  const nodes = readNodes(lists, showCapacity, problems);
  const total = new UsageSum();
  const namespaces = new Map<string, { readonly sum: UsageSum; pods: number }>();
  for (const pod of pods) {
    const group = namespaces.get(pod.namespace) ?? { sum: new UsageSum(), pods: 0 };
    namespaces.set(pod.namespace, group);
    group.sum.add(pod.amounts);
    group.pods += 1;
    total.add(pod.amounts);
  }
  const ofNamespaces = [...namespaces].map(
    ([namespace, group]): NamespaceUsage => ({
      namespace,
      pods: group.pods,
      ...toUsage(group.sum),
    }),
  );
  return {
    nodes: inOrder(nodesOf(nodes, allocation.nodes), sortBy),
    pods: inOrder(
      pods.map((pod) => podOf(pod, sortBy)),
      sortBy,
    ),
    namespaces: inOrder(ofNamespaces, sortBy),
    total: toUsage(total),
    problems,
  };
}

function nodesOf(
  nodes: readonly ReadNodeUsage[],
  allocations: readonly NodeAllocation[],
): readonly NodeUsage[] {
  const byName = new Map(allocations.map((allocation) => [allocation.name, allocation]));
  return nodes.map(({ name, usage, whole }) => {
    const allocation = byName.get(name);
    const amounts = {
      usage,
      requests: amountsOf(allocation?.requests),
      limits: amountsOf(allocation?.limits),
    };
    return { name, ...toNodeUsage(amounts, whole) };
  });
}

function podOf(
  { namespace, name, nodeName, containers, amounts }: ReadPodUsage,
  sortBy: UsageOrder | undefined,
): PodUsage {
  const ofContainers = containers.map(
    (container): ContainerUsage => ({ name: container.name, ...toUsage(container) }),
  );
  return {
    ...{ namespace, name, nodeName },
    ...toUsage(amounts),
    containers: inOrder(ofContainers, sortBy),
  };
}

/**
 * Sorts by the highest usage, or by namespace and name; what has no metrics comes last.
 *
 * Source: `k8s.io/kubectl/pkg/metricsutil` v0.37.1, `NodeMetricsSorter`, `PodMetricsSorter` and `ContainerMetricsSorter`.
 */
function inOrder<Entry extends Usage & { namespace?: string; name?: string }>(
  entries: readonly Entry[],
  sortBy: UsageOrder | undefined,
): readonly Entry[] {
  // kubectl compares what it prints of cpu, and whole bytes of memory.
  const valueOf = ({ cpu, memory }: Entry) =>
    sortBy === 'memory' ? memory.usage?.value() : cpu.usage?.milliValue();
  const keyed = entries.map((entry) => ({
    entry,
    isUnknown: entry.cpu.text === '<unknown>',
    value: sortBy === undefined ? undefined : (valueOf(entry) ?? BigInt(0)),
  }));
  return keyed
    .sort(
      (a, b) =>
        Number(a.isUnknown) - Number(b.isUnknown) ||
        compare(b.value ?? 0, a.value ?? 0) ||
        compare(a.entry.namespace ?? '', b.entry.namespace ?? '') ||
        compare(a.entry.name ?? '', b.entry.name ?? ''),
    )
    .map(({ entry }) => entry);
}

function compare<T extends string | bigint | number>(a: T, b: T): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/** A container with its metrics. */
interface ReadContainerUsage extends UsageAmounts {
  readonly name: string;
}

/** A Pod with its metrics. */
interface ReadPodUsage {
  readonly namespace: string;
  readonly name: string;
  readonly nodeName: string;
  readonly amounts: UsageAmounts;
  readonly containers: readonly ReadContainerUsage[];
}

/** What the spec of a Pod says. */
interface SpecifiedPod {
  readonly namespace: string;
  readonly name: string;
  readonly nodeName: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly containers: readonly Omit<ReadContainerUsage, 'usage'>[];
}

/** Reads Pods and their metrics, by namespace and name. A Pod that has ended counts only if it has metrics. */
function readPods(
  { podMetrics, pods }: ClusterLists<'podMetrics' | 'pods'>,
  problems: AllocationProblem[],
): readonly ReadPodUsage[] {
  const specified = new Map<string, SpecifiedPod>();
  for (const pod of pods) {
    // The allocation has reported what cannot be read.
    const read = orReport(() => readPod(toPod(pod)), ABSENT);
    if (read !== undefined) {
      const key = keyOf(read);
      specified.set(key, specified.get(key) ?? read);
    }
  }
  const found: ReadPodUsage[] = [];
  for (const [index, one] of podMetrics.entries()) {
    const usage = readUsage(one, placedIn(problems, ['podMetrics', index]));
    const key = keyOf(usage);
    found.push(combine(usage, specified.get(key)));
    specified.delete(key);
  }
  return [...found, ...[...specified.values()].map((pod) => combine(undefined, pod))];
}

const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }) =>
  JSON.stringify([namespace, name]);

/** Undefined for a Pod that has ended: it uses nothing. */
function readPod(pod: Pod): SpecifiedPod | undefined {
  const { namespace, name, nodeName, isTerminal } = readPlacement(pod, ABSENT);
  if (isTerminal) {
    return undefined;
  }
  const options = { useStatusResources: true };
  return computeReadable(
    pod,
    (readable) => ({
      ...{ namespace: objectNamespace({ metadata: { namespace } }), name, nodeName },
      requests: toAmounts(podRequests(readable, options)),
      limits: toAmounts(podLimits(readable, options)),
      containers: podDeclaredResources(readable).containers.map((container) => ({
        name: container.name,
        requests: toAmounts(container.requests),
        limits: toAmounts(container.limits),
      })),
    }),
    ABSENT,
  );
}

function toAmounts(quantities: ResourceQuantities): Amounts {
  return new Map(Object.entries(quantities) as [string, Quantity][]);
}

/** What was measured in a Pod. */
interface MeasuredPod {
  readonly namespace: string;
  readonly name: string;
  readonly containers: ReadonlyMap<string, Amounts>;
}

function readUsage(metrics: PodMetrics, policy: FieldPolicy): MeasuredPod {
  const { object, name, namespace } = readMetrics(metrics, policy);
  const containers = new Map<string, MutableAmounts>();
  object.each('containers', (container) => {
    const title = container.text('name');
    const usage = measured(readAmounts(container.at('usage')));
    const known = containers.get(title) ?? new Map();
    containers.set(title, known);
    addAmounts(known, usage);
  });
  return { namespace: objectNamespace({ metadata: { namespace } }), name, containers };
}

function combine(usage: MeasuredPod | undefined, pod: SpecifiedPod | undefined): ReadPodUsage {
  const { namespace = '', name = '' } = usage ?? pod ?? {};
  const none: Amounts = new Map();
  const sum: MutableAmounts = new Map();
  usage?.containers.forEach((amounts) => addAmounts(sum, amounts));
  const specified = new Set(pod?.containers.map((container) => container.name));
  const others = [...(usage?.containers ?? [])].filter(([title]) => !specified.has(title));
  return {
    ...{ namespace, name, nodeName: pod?.nodeName ?? '' },
    amounts: {
      usage: usage && sum,
      requests: pod?.requests ?? none,
      limits: pod?.limits ?? none,
    },
    containers: [
      ...(pod?.containers ?? []).map((container) => ({
        ...container,
        usage: usage?.containers.get(container.name),
      })),
      ...others.map(([title, amounts]) => ({
        ...{ name: title, usage: amounts, requests: none, limits: none },
      })),
    ],
  };
}
