import type { Node, Pod } from '@kubesem/core';
import { allocateNodes, type ClusterAllocation } from '@kubesem/nodes';
import { podQosClass } from '@kubesem/qos';
import { parseQuantity, Quantity } from '@kubesem/quantity';
import { podLimits, podRequests, type ResourceQuantities } from '@kubesem/resources';
import { measure } from 'mitata';
import { NODES } from './cluster.js';
import { readPods } from './inputs.js';
import { loadPodTotal, type PodTotal } from './peers.js';

/** How the official client did on the Pods. */
export interface PodTotalsOfPeer {
  /** Nanoseconds a Pod, on the Pods on which it does not throw. */
  readonly nanoseconds: number;
  /** Pods on which it throws. */
  readonly thrown: number;
  /** Pods of which it gives the right requests and limits of cpu and memory. */
  readonly right: number;
}

/** What ours did on the Pods. */
export interface PodsOfOurs {
  /** Nanoseconds a Pod for requests, limits and QoS class. */
  readonly nanoseconds: number;
  /** The sums over all Pods: quantities by `requests cpu` and so on, and how many Pods are in each QoS class. */
  readonly totals: Readonly<Record<string, string | number>>;
}

/** What ours made of the nodes. */
export interface NodesOfOurs {
  /** Nanoseconds a Pod for what it takes of its node. */
  readonly nanoseconds: number;
  /** The sums over all nodes, as in {@link PodsOfOurs}. */
  readonly totals: Readonly<Record<string, string>>;
}

/**
 * Measures what all Pods take of their nodes.
 *
 * @param folder - where the inputs are
 * @param milliseconds - how long to measure
 * @returns the time, and what shows that the work was done
 */
export async function measureNodes(folder: string, milliseconds: number): Promise<NodesOfOurs> {
  const pods = (await readPods(folder)) as Pod[];
  const nodes = Array.from({ length: NODES }, (_, index): Node => {
    const allocatable = {
      cpu: '31850m',
      memory: '129Gi',
      'ephemeral-storage': '90Gi',
      pods: '110',
    };
    return { metadata: { name: `node-${index}` }, status: { allocatable } };
  });
  let cluster: ClusterAllocation | undefined;
  const work = () => {
    cluster = allocateNodes(nodes, pods);
  };
  const warm = performance.now() + milliseconds / 2;
  do {
    work();
  } while (performance.now() < warm);
  const { avg } = await measure(work, { min_cpu_time: milliseconds * 1e6, min_samples: 3 });
  const { requests = {}, limits = {}, podCounts } = cluster ?? {};
  if (podCounts?.counted !== pods.length) {
    throw new Error('expected every Pod to be counted');
  }
  const sums = Object.entries({ requests, limits }).flatMap(([kind, list]) =>
    Object.entries(list).map(([name, sum]) => [`${kind} ${name}`, String(sum?.amount)]),
  );
  return { nanoseconds: avg / pods.length, totals: Object.fromEntries(sums) };
}

/**
 * Measures requests, limits and QoS of all Pods.
 *
 * @param subject - `ours`, `decoded` (ours, on Pods that hold `Quantity` objects) or `client`
 * @param folder - where the inputs are
 * @param milliseconds - how long to measure
 * @returns the time, and what shows that the work was done
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
  let count = 0;
  const nanoseconds = await timeEach(inputs, milliseconds, (pod) => {
    const requests = podRequests(pod);
    const limits = podLimits(pod);
    count += podQosClass(pod).length + (requests === limits ? 1 : 0);
  });
  if (count === 0) {
    throw new Error('expected a QoS class for each Pod');
  }
  return { nanoseconds, totals: totalsOf(pods) };
}

async function timeEach(
  pods: readonly Pod[],
  milliseconds: number,
  work: (pod: Pod) => void,
): Promise<number> {
  const run = () => {
    for (const pod of pods) {
      work(pod);
    }
  };
  const warm = performance.now() + milliseconds / 2;
  do {
    run();
  } while (performance.now() < warm);
  const { avg } = await measure(run, { min_cpu_time: milliseconds * 1e6, min_samples: 3 });
  return avg / pods.length;
}

/** The same Pod, its amounts decoded as Go holds them. */
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
  const right = readable.filter((pod) => isRight(pod, totalForResource)).length;
  let count = 0;
  const nanoseconds = await timeEach(readable, milliseconds, (pod) => {
    count += totalForResource(pod, 'cpu') === totalForResource(pod, 'memory') ? 1 : 2;
  });
  if (count === 0) {
    throw new Error('expected totals for each Pod');
  }
  return { nanoseconds, thrown: pods.length - readable.length, right };
}

function isRight(pod: Pod, total: (pod: object, resource: string) => PodTotal): boolean {
  const requests = podRequests(pod);
  const limits = podLimits(pod);
  const isSame = (theirs: number | bigint, ours: Quantity | undefined) =>
    Number(theirs) === (ours?.toNumber() ?? 0);
  return ['cpu', 'memory'].every((name) => {
    const { request, limit } = total(pod, name);
    return isSame(request, requests[name]) && isSame(limit, limits[name]);
  });
}
