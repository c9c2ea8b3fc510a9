import type { Pod } from '@kubesem/core';
import { clusterFitter, type FitOptions, fitsNode, headroom, type NodeFit } from '@kubesem/nodes';
import type { Quantity } from '@kubesem/quantity';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { Maker } from '../resources/maker.js';
import type { NodeCase } from './allocation.js';
import { nodeDeviation } from './deviation.js';
import { app, NODE, NODES, PODS, pod, renamed, WEB } from './examples.js';

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

/** A resource that the scheduler reports as insufficient. */
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

/** Our result in the format of the scheduler. */
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

/** The missing amount is the request beyond what is left. */
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

/** A Pod fits exactly if its requests are within the headroom, unless some resources are ignored. */
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

/** Whether a Pod fits on a node. */
export const fitOperations: readonly Operation[] = [fits];
