import type { Node, Pod } from '@kubesem/core';
import {
  type FitOptions,
  type NodeFit,
  type NodeHeadroom,
  nodeAllocation,
  nodeFit,
  nodeFits,
  nodeHeadroom,
} from '@kubesem/nodes';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { int64Scale } from '../quantity/int64.js';
import { type ClusterObject, Maker } from '../resources/maker.js';
import { type NodeCase, partsOf } from './allocation.js';
import { app, CLUSTERS, NODE, NODES, PODS, pod, renamed, WEB } from './examples.js';
import {
  compareAnswer,
  compareRoom,
  podsOnNode,
  type Reason,
  reasonsOf,
  type SchedulerAnswer,
} from './scheduler.js';

/** A Pod to schedule, a node, and the Pods of the cluster. */
function podAndNode(random: Random): JsonObject {
  const maker = new Maker(random);
  const node = maker.node();
  return {
    pod: maker.pod({ name: 'new', namespace: 'default' }, undefined),
    node,
    pods: maker.pods(node, () => ({})),
    ...random.maybe(20, () => ({ ignoredResources: ['example.com/gpu', 'hugepages-2Mi', 'cpu'] })),
    ...random.maybe(20, () => ({
      ignoredResourceGroups: [
        random.pick(['example.com', 'a.example.org', 'notkubernetes.io', 'a']),
      ],
    })),
    ...random.maybe(15, () => ({
      deviceClassResources: ['example.com/gpu', 'hugepages-2Mi', 'a.example.org/b', 'cpu'],
    })),
  };
}

/** Each Pod to schedule on each node, and next to other Pods. */
function* podsAndNodes(): Iterable<Json> {
  for (const one of PODS) {
    for (const node of NODES) {
      yield { pod: one, node, pods: [] };
    }
    yield { pod: WEB, node: NODE, pods: ['x', 'y', 'z'].map((name) => renamed(one, name)) };
    yield { pod: one, node: NODE, pods: PODS.slice(6, 13) };
  }
  const greedy = pod('greedy', {
    containers: [
      app({
        'example.com/gpu': '9',
        'example.org/a': '1',
        'hugepages-2Mi': '1Gi',
        'kubernetes.io/x': '1',
      }),
    ],
  });
  for (const ignored of [
    {},
    { ignoredResources: ['example.com/gpu', 'hugepages-2Mi', 'kubernetes.io/x'] },
    { ignoredResourceGroups: ['example.com'] },
    { ignoredResourceGroups: ['example.org', 'kubernetes.io'] },
    { deviceClassResources: ['example.com/gpu', 'example.org/a', 'kubernetes.io/x', 'cpu'] },
  ]) {
    yield { pod: greedy, node: NODE, pods: [], ...ignored };
  }
}

interface FitCase extends NodeCase, FitOptions {
  readonly pod: Pod;
}

const fits: Operation = {
  name: 'node.fits',
  program: 'kubernetes',
  examples: podsAndNodes,
  generate: podAndNode,
  candidates: 500,
  compare(input, theirs, comparison) {
    const { pod, node, pods, ...options } = input as unknown as FitCase;
    const fit = nodeFit(pod, node, { pods }, options);
    const answer = theirs.out as unknown as SchedulerAnswer;
    compareFit(fit, answer, { pod, node, pods, options }, comparison);
  },
  kind(input, { out }) {
    const { reasons } = out as unknown as { readonly reasons: readonly Reason[] };
    const { ignoredResources, ignoredResourceGroups } = input as JsonObject;
    return [kindOfReasons(reasons), ignoredResources, ignoredResourceGroups].join();
  },
};

function kindOfReasons(reasons: readonly Reason[]): string {
  const kinds = reasons.map(({ resource }) => resource.replace(/[/-].*/, ''));
  return [...new Set(kinds), reasons.some(({ unresolvable }) => unresolvable)].join();
}

interface FitParts {
  readonly pod: Pod;
  readonly node: Node;
  readonly pods: readonly Pod[];
  readonly options: FitOptions;
}

/** Compares the answers, and checks that all else in our result agrees with them. */
function compareFit(
  fit: NodeFit,
  theirs: SchedulerAnswer,
  { pod, node, pods, options }: FitParts,
  comparison: Comparison,
): void {
  const ours = reasonsOf(fit);
  const { name, allocatable } = nodeAllocation(node, { pods: [] });
  const compared = { pod, onNode: podsOnNode(name, pods), allocatable };
  compareAnswer(theirs, fit, compared, comparison);
  const room = nodeHeadroom(node, { pods });
  compareRoom(theirs, room, compared, comparison);
  compareHeadroom(fit, room, options, comparison);
  comparison.field('fits', ours.length === 0, fit.fits);
  const unresolvable = ours.some((reason) => reason.unresolvable);
  comparison.field('unresolvable', unresolvable, fit.unresolvable);
  for (const { resource, verdict, requested, used, capacity, missing } of fit.resources) {
    // The missing amount is the request beyond what is left, which the scheduler computes in int64.
    const scale = int64Scale(resource);
    const [needs, has] = [requested, capacity.sub(used)].map((one) => one.scaledValue(scale));
    const free = resource === 'pods' ? has : BigInt.asIntN(64, has ?? BigInt(0));
    const expected =
      verdict === 'INSUFFICIENT' ? (needs ?? BigInt(0)) - (free ?? BigInt(0)) : BigInt(0);
    comparison.field(`missing ${resource}`, expected, missing.scaledValue(scale));
  }
}

/** A Pod fits exactly if its requests are within the headroom, unless some resources are ignored. */
function compareHeadroom(
  { fits, resources }: NodeFit,
  room: NodeHeadroom,
  { ignoredResources, ignoredResourceGroups, deviceClassResources }: FitOptions,
  comparison: Comparison,
): void {
  if (ignoredResources ?? ignoredResourceGroups ?? deviceClassResources) {
    return;
  }
  const isWithin = resources.every(({ resource, verdict, requested }) =>
    resource === 'pods'
      ? room.pods > 0
      : verdict === 'NOT_REQUESTED' || requested.cmp(room.resources[resource] ?? 0) <= 0,
  );
  comparison.field('within the headroom', fits, isWithin);
}

/** A Pod to schedule, and a cluster in the order in which it is read. */
function podAndCluster(random: Random): JsonObject {
  const maker = new Maker(random);
  const { node: _, pods: __, ...rest } = podAndNode(random);
  return { ...rest, objects: maker.cluster(() => ({})) };
}

function* podsAndClusters(): Iterable<Json> {
  for (const objects of CLUSTERS) {
    for (const one of [WEB, PODS[7], PODS[13]] as readonly JsonObject[]) {
      yield { pod: one, objects };
    }
  }
}

const clusterFits: Operation = {
  name: 'cluster.fits',
  program: 'kubernetes',
  examples: podsAndClusters,
  generate: podAndCluster,
  candidates: 500,
  compare(input, theirs, comparison) {
    const { pod, objects, ...options } = input as unknown as FitOptions & {
      readonly pod: Pod;
      readonly objects: readonly ClusterObject[];
    };
    const { nodes: answers } = theirs.out as unknown as {
      readonly nodes: readonly SchedulerAnswer[];
    };
    const { nodes, pods } = partsOf(objects);
    const fit = nodeFits(pod, { nodes, pods }, options);
    comparison.field('nodes', answers.length, fit.nodes.length);
    answers.forEach((answer, index) => {
      const [ours, node] = [fit.nodes[index], nodes[index]];
      if (ours && node) {
        compareFit(ours, answer, { pod, node, pods, options }, comparison);
        const alone = nodeFit(pod, node, { pods }, options);
        comparison.field(`node ${index} alone`, JSON.stringify(alone), JSON.stringify(ours));
      }
    });
  },
  kind(input, { out }) {
    const { nodes } = out as unknown as {
      readonly nodes: readonly { reasons: readonly Reason[] }[];
    };
    const { objects } = input as unknown as { readonly objects: readonly ClusterObject[] };
    const kinds = nodes.map(({ reasons }) =>
      reasons.length === 0 ? 'fits' : reasons[0]?.resource,
    );
    return [objects[0]?.node !== undefined, ...new Set(kinds)].join();
  },
};

/** Whether a Pod fits on a node, and on which nodes of a cluster. */
export const fitOperations: readonly Operation[] = [fits, clusterFits];
