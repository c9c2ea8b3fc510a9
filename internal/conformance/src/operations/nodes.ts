import type { Node, Pod } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import {
  allocateNodes,
  clusterFitter,
  type FitOptions,
  fitsNode,
  formatNodeAllocation,
  headroom,
  type NodeFit,
  nodeAllocation,
} from '@kubesem/resources';
import { attempt, type Comparison } from '../comparison.js';
import { nodesWithPods, podsAndNodes } from '../generators/node-examples.js';
import { nodeWithPods, podAndNode } from '../generators/nodes.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { nodeDeviation } from './int64-domain.js';

interface NodeCase {
  readonly node: Node;
  readonly pods: readonly Pod[];
  readonly now?: string;
}

const describe: Operation = {
  name: 'node.describe',
  program: 'kubernetes',
  examples: nodesWithPods,
  generate: nodeWithPods,
  compare(input, theirs, comparison) {
    const { node, pods, now } = input as unknown as NodeCase;
    const { text } = theirs.out as JsonObject;
    const explain = () => nodeDeviation(input);
    const allocation = nodeAllocation(node, pods);
    comparison.field('text', text, formatNodeAllocation(allocation, { now }), explain);
    const inCluster = formatNodeAllocation(allocateNodes([node], pods).nodes[0] ?? allocation, {
      now,
    });
    comparison.field('text in a cluster', text, inCluster, explain);
  },
  kind(input, { out }) {
    const { node } = input as unknown as NodeCase;
    const { text } = out as { readonly text: string };
    const lists = Object.keys(node.status ?? {});
    // Which unit ends the age of the first Pod.
    return [lists, text.includes('-92233'), text.split('\n', 4)[3]?.slice(-1)].join();
  },
};

/** What the scheduler finds too little of. */
interface Reason {
  readonly resource: string;
  readonly reason: string;
  readonly requested: string;
  readonly used: string;
  readonly capacity: string;
  readonly unresolvable: boolean;
}

interface FitCase extends NodeCase, FitOptions {
  readonly pod: Pod;
}

/** Our findings in the numbers of the scheduler. */
function reasonsOf({ reasons, resources }: NodeFit): Reason[] {
  const insufficient = resources.filter(({ verdict }) => verdict === 'insufficient');
  return insufficient.map(({ resource, requested, used, capacity, unresolvable }, index) => {
    const int64 = (amount: Quantity) =>
      String(resource === 'cpu' ? amount.milliValue() : amount.value());
    return {
      resource,
      reason: reasons[index] as string,
      requested: int64(requested),
      used: int64(used),
      capacity: int64(capacity),
      unresolvable,
    };
  });
}

const fits: Operation = {
  name: 'node.fits',
  program: 'kubernetes',
  examples: podsAndNodes,
  generate: podAndNode,
  candidates: 500,
  compare(input, theirs, comparison) {
    const { pod, node, pods, ...options } = input as unknown as FitCase;
    const { reasons } = theirs.out as unknown as { readonly reasons: readonly Reason[] };
    const explain = () => nodeDeviation(input);
    const fit = fitsNode(pod, node, pods, options);
    const theirText = JSON.stringify(reasons);
    comparison.field('reasons', theirText, JSON.stringify(reasonsOf(fit)), explain);
    comparison.field('fits', reasons.length === 0, fit.fits, explain);
    const unresolvable = reasons.some((reason) => reason.unresolvable);
    comparison.field('unresolvable', unresolvable, fit.unresolvable, explain);
    compareMissing(fit, comparison, explain);
    const fitter = clusterFitter();
    for (const one of pods) {
      fitter.addPod(one);
    }
    fitter.addNode(node);
    const inCluster = attempt(() => fitter.fit(pod, options).nodes[0] as NodeFit).value;
    comparison.field('in a cluster', JSON.stringify(fit), JSON.stringify(inCluster));
    compareHeadroom(input as unknown as FitCase, fit, comparison, explain);
  },
  kind(input, { out }) {
    const { reasons } = out as unknown as { readonly reasons: readonly Reason[] };
    const { ignoredResources, ignoredResourceGroups } = input as JsonObject;
    const kinds = reasons.map(({ resource }) => resource.replace(/[/-].*/, ''));
    const isUnresolvable = reasons.some(({ unresolvable }) => unresolvable);
    return [...new Set(kinds), isUnresolvable, ignoredResources, ignoredResourceGroups].join();
  },
};

/** What is missing is what is asked for beyond what is left. */
function compareMissing(
  { resources }: NodeFit,
  comparison: Comparison,
  explain: () => ReturnType<typeof nodeDeviation>,
): void {
  for (const { resource, verdict, requested, used, capacity, missing } of resources) {
    const expected = verdict === 'insufficient' ? requested.sub(capacity.sub(used)) : undefined;
    comparison.field(
      `missing ${resource}`,
      expected?.value() ?? BigInt(0),
      missing.value(),
      explain,
    );
  }
}

/** The Pod fits if it asks for nothing beyond the headroom; but Kubernetes decides, as long as nothing is ignored. */
function compareHeadroom(
  { node, pods, ignoredResources, ignoredResourceGroups, deviceClassResources }: FitCase,
  { fits, resources }: NodeFit,
  comparison: Comparison,
  explain: () => ReturnType<typeof nodeDeviation>,
): void {
  if (ignoredResources ?? ignoredResourceGroups ?? deviceClassResources) {
    return;
  }
  const room = headroom(node, pods);
  const isWithin = resources.every(({ resource, verdict, requested }) =>
    resource === 'pods'
      ? room.pods > 0
      : verdict === 'notRequested' || requested.cmp(room.resources[resource] ?? 0) <= 0,
  );
  comparison.field('within the headroom', fits, isWithin, explain);
}

/** What Pods take of nodes, and where another one fits. */
export const nodeOperations: readonly Operation[] = [describe, fits];
