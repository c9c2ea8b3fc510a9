import { objectOf, type Pod } from '@kubesem/core';
import type { ObjectReport, Problem } from '@kubesem/inspect';
import { type ClusterFit, type ClusterFitter, fittingPodCount, type NodeFit } from '@kubesem/nodes';
import { podRequests } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import type { NodeProblem } from '../nodes/read.js';
import { type NodeLimits, uncheckedFields } from './unchecked.js';

/** A Pod that is to be placed, or the Pod of a workload. */
export interface Candidate {
  readonly object: ObjectReport;
  readonly pod: Pod;
}

type Identity = 'file' | 'line' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'pods';

/** Whether a Pod fits on a node, and how many like it. */
export interface CountedNodeFit extends NodeFit {
  /** Whether the node has enough of everything, and nothing else could exclude it. */
  readonly fits: boolean;
  /** How many Pods like this one fit on the node at the same time, by their resources. */
  readonly fittingPods: number;
  /** What could exclude the node although it has enough of everything, and is not checked. */
  readonly notChecked: readonly string[];
}

/** Where a Pod or workload fits. */
export interface ObjectFit extends Pick<ObjectReport, Identity> {
  readonly nodes: readonly CountedNodeFit[];
  /** How many Pods like it fit on all nodes at the same time; nodes with something that is not checked do not count. */
  readonly fittingPods: number;
  /** Whether all Pods of the object fit. */
  readonly fits: boolean;
}

/** What `kubesem fit` reports. */
export interface FitModel {
  readonly objects: readonly ObjectFit[];
  /** What the answer leaves out. */
  readonly notes: readonly string[];
  readonly problems: readonly (Problem | NodeProblem)[];
}

/**
 * Counts on which nodes Pods and workloads fit. Those that the comparison cannot tell apart share the answer: there may be
 * thousands of them, and hundreds of nodes.
 */
export class ObjectFitter {
  /** The problems of the cluster: the same for each Pod. */
  problems: ClusterFit['problems'] = [];
  private readonly answers = new Map<string, readonly CountedNodeFit[]>();
  private readonly fitter: ClusterFitter;
  private readonly limits: NodeLimits;

  constructor(fitter: ClusterFitter, limits: NodeLimits) {
    this.fitter = fitter;
    this.limits = limits;
  }

  fit({ object, pod }: Candidate): ObjectFit {
    const { file, line, item, apiVersion, kind, namespace, name, pods } = object;
    const nodes = this.nodesFor(pod, pods.per === 'node');
    const total = nodes.reduce((sum, node) => sum + (node.fits ? node.fittingPods : 0), 0);
    return {
      ...{ file, line, item, apiVersion, kind, namespace, name, pods },
      nodes,
      fittingPods: total,
      fits: fitsAll(pods, nodes, total),
    };
  }

  private nodesFor(pod: Pod, isDaemon: boolean): readonly CountedNodeFit[] {
    const { tolerations, hostNetwork } = objectOf(pod.spec);
    const fields = uncheckedFields(pod);
    const key = JSON.stringify(
      [podRequests(pod), fields, tolerations, hostNetwork, isDaemon],
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    let nodes = this.answers.get(key);
    if (nodes === undefined) {
      const cluster = this.fitter.fit(pod);
      this.problems = cluster.problems;
      nodes = cluster.nodes.map((one): CountedNodeFit => {
        const { node, reasons, unresolvable, resources } = one;
        const notChecked = one.fits
          ? [...fields, ...this.limits.namesFor(pod, isDaemon, node)]
          : [];
        const fits = one.fits && notChecked.length === 0;
        const fittingPods = fittingPodCount(one);
        // Without a spread, which is slow for so many.
        return { node, fits, reasons, unresolvable, resources, fittingPods, notChecked };
      });
      this.answers.set(key, nodes);
    }
    return nodes;
  }
}

/** Whether the answer for a node depends on something that is not checked. */
export function isUncertain({ objects }: FitModel): boolean {
  return objects.some(({ nodes }) => nodes.some(({ notChecked }) => notChecked.length > 0));
}

/** The names of the nodes that can run a Pod of each object, one object at a time. */
export function fittingNodes({ objects }: FitModel): readonly string[] {
  const nodes = objects[0]?.nodes.map(({ node }) => node) ?? [];
  return nodes.filter((_, index) => objects.every((object) => object.nodes[index]?.fits));
}

/** A DaemonSet has to fit on every node. A workload without Pods now, as with 0 replicas, is checked as 1 Pod. */
function fitsAll(
  { count, per }: PodCount,
  nodes: readonly NodeFit[],
  fittingPods: number,
): boolean {
  return per === 'node' ? nodes.every((node) => node.fits) : fittingPods >= Math.max(count, 1);
}
