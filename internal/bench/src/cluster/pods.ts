import type { Node, Pod } from '@kubesem/core';
import { podRow } from '@kubesem/lifecycle';
import { type ClusterAllocation, nodeAllocations } from '@kubesem/nodes';
import { podQosClass } from '@kubesem/qos';
import { parseQuantity, Quantity } from '@kubesem/quantity';
import { podLimits, podRequests, type ResourceQuantities } from '@kubesem/resources';
import { matchesLabelSelector, parseLabelSelector } from '@kubesem/selectors';
import { readPods } from '../inputs.js';
import { loadPodTotal, type PodTotal } from '../quantities/peers.js';
import { timeItems, timePasses } from '../timing.js';
import { clusterNode, NODES } from './cluster.js';

/** Results of the official client. */
export interface PodTotalsOfPeer {
  /** Nanoseconds per Pod, for the Pods on which it does not throw. */
  readonly nanoseconds: number;
  /** Number of Pods on which it throws. */
  readonly thrown: number;
  /** Number of Pods with correct requests and limits of CPU and memory. */
  readonly correct: number;
}

/** Results of ours for the Pods. */
export interface PodsOfOurs {
  /** Nanoseconds per Pod for requests, limits and QoS class. */
  readonly nanoseconds: number;
  /** Sums over all Pods: quantities under keys such as `requests cpu`, and the number of Pods under each QoS class. */
  readonly totals: Readonly<Record<string, string | number>>;
}

/** Results of ours for the nodes. */
export interface NodesOfOurs {
  /** Nanoseconds per Pod. */
  readonly nanoseconds: number;
  /** Sums over all nodes, with the quantities of {@link PodsOfOurs}. */
  readonly totals: Readonly<Record<string, string>>;
}

/**
 * Measures the allocation of all nodes.
 *
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns the time, and sums that prove the work was done
 */
export async function measureNodes(folder: string, milliseconds: number): Promise<NodesOfOurs> {
  const pods = (await readPods(folder)) as Pod[];
  const nodes = Array.from({ length: NODES }, (_, index): Node => clusterNode(index));
  let cluster: ClusterAllocation | undefined;
  const nanoseconds = await timePasses(pods.length, milliseconds, () => {
    cluster = nodeAllocations({ nodes, pods });
  });
  const { requests = {}, limits = {}, podCounts } = cluster ?? {};
  if (podCounts?.counted !== pods.length) {
    throw new Error(`nodeAllocations counted ${podCounts?.counted} of ${pods.length} Pods`);
  }
  const sums = Object.entries({ requests, limits }).flatMap(([kind, list]) =>
    Object.entries(list).map(([name, sum]) => [`${kind} ${name}`, String(sum?.amount)]),
  );
  return { nanoseconds, totals: Object.fromEntries(sums) };
}

/**
 * Measures requests, limits and QoS class of all Pods.
 *
 * @param subject - `ours`, `decoded` (ours, on Pods with `Quantity` objects) or `client`
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns the time, and sums that prove the work was done
 */
export async function measurePods(
  subject: string,
  folder: string,
  milliseconds: number,
): Promise<PodsOfOurs | PodTotalsOfPeer> {
  const pods = (await readPods(folder)) as Pod[];
  if (subject === 'client') {
    return measureClient(pods, milliseconds);
  }
  const inputs = subject === 'decoded' ? pods.map(decoded) : pods;
  const nanoseconds = await timeItems(
    () => inputs,
    milliseconds,
    (pod) => {
      const requests = podRequests(pod);
      const limits = podLimits(pod);
      return podQosClass(pod).length + (requests === limits ? 1 : 0);
    },
  );
  return { nanoseconds, totals: totalsOf(pods) };
}

/**
 * Measures the rows of `kubectl get pods`.
 *
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns nanoseconds per Pod
 */
export async function measureRows(folder: string, milliseconds: number): Promise<number> {
  const pods = (await readPods(folder)) as Pod[];
  const options = { now: '2026-01-01T00:00:00Z' };
  return timeItems(
    () => pods,
    milliseconds,
    (pod) => podRow(pod, options),
  );
}

/**
 * Measures a label selector of three requirements.
 *
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns nanoseconds per Pod
 */
export async function measureSelection(folder: string, milliseconds: number): Promise<number> {
  const pods = (await readPods(folder)) as Pod[];
  const requirements = parseLabelSelector('app,app.kubernetes.io/name notin (a,b),!canary');
  return timeItems(
    () => pods,
    milliseconds,
    ({ metadata }) => matchesLabelSelector(requirements, metadata?.labels),
  );
}

/** Returns a copy of a Pod with decoded amounts, as Go holds them. */
function decoded(pod: Pod): Pod {
  const lists = new Set(['requests', 'limits', 'overhead']);
  const isText = (value: unknown) => typeof value === 'string';
  return JSON.parse(JSON.stringify(pod), (key, value) =>
    lists.has(key) && Object.values(value).every(isText)
      ? Object.fromEntries(
          Object.entries(value).map(([name, text]) => [name, parseQuantity(text as string)]),
        )
      : value,
  );
}

function totalsOf(pods: readonly Pod[]): Record<string, string | number> {
  const sums = new Map<string, Quantity>();
  const classes: Record<string, number> = {};
  const addAll = (kind: string, list: ResourceQuantities) => {
    for (const [name, quantity] of Object.entries(list)) {
      const key = `${kind} ${name}`;
      sums.set(key, (sums.get(key) ?? Quantity.of(0)).add(quantity as Quantity));
    }
  };
  for (const pod of pods) {
    addAll('requests', podRequests(pod));
    addAll('limits', podLimits(pod));
    const name = podQosClass(pod);
    classes[name] = (classes[name] ?? 0) + 1;
  }
  return { ...Object.fromEntries([...sums].map(([key, sum]) => [key, String(sum)])), ...classes };
}

async function measureClient(pods: readonly Pod[], milliseconds: number): Promise<PodTotalsOfPeer> {
  const totalForResource = await loadPodTotal();
  const readable = pods.filter((pod) => {
    try {
      totalForResource(pod, 'cpu');
      totalForResource(pod, 'memory');
      return true;
    } catch {
      return false;
    }
  });
  const correct = readable.filter((pod) => isCorrect(pod, totalForResource)).length;
  const nanoseconds = await timeItems(
    () => readable,
    milliseconds,
    (pod) => (totalForResource(pod, 'cpu') === totalForResource(pod, 'memory') ? 1 : 2),
  );
  return { nanoseconds, thrown: pods.length - readable.length, correct };
}

function isCorrect(pod: Pod, total: (pod: object, resource: string) => PodTotal): boolean {
  const requests = podRequests(pod);
  const limits = podLimits(pod);
  const isSame = (theirs: number | bigint, ours: Quantity | undefined) =>
    Number(theirs) === (ours?.toNumber() ?? 0);
  return ['cpu', 'memory'].every((name) => {
    const { request, limit } = total(pod, name);
    return isSame(request, requests[name]) && isSame(limit, limits[name]);
  });
}
