import {
  ABSENT,
  type ClusterLists,
  type FieldPolicy,
  objectNamespace,
  type Pod,
  type PodMetrics,
  toPod,
} from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import {
  type Amounts,
  addAmounts,
  type MutableAmounts,
  podDeclaredResources,
  podLimits,
  podRequests,
  type ResourceQuantities,
  readAmounts,
} from '@kubesem/resources';
import { type AllocationProblem, orReport, placedIn } from '../allocation/problems.js';
import { computeReadable, readPlacement } from '../allocation/read.js';
import type { UsageAmounts } from './amounts.js';
import { measured, readMetrics } from './nodes.js';

/** A container with its metrics. */
interface ReadContainerUsage extends UsageAmounts {
  readonly name: string;
}

/** A Pod with its metrics. */
export interface ReadPodUsage {
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
export function readPods(
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
