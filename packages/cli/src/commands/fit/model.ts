import type { Pod } from '@kubesem/core';
import type { ObjectReport, Problem } from '@kubesem/inspect';
import { type ClusterFit, fittingPodCount, type NodeFit } from '@kubesem/nodes';
import type { PodCount } from '@kubesem/workloads';
import type { NodeProblem } from '../nodes/read.js';

/** A Pod that is to be placed, or the Pod of a workload. */
export interface Candidate {
  readonly object: ObjectReport;
  readonly pod: Pod;
}

type Identity = 'file' | 'line' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'pods';

/** Whether a Pod fits on a node, and how many like it. */
export interface CountedNodeFit extends NodeFit {
  /** How many Pods like this one fit on the node at the same time. */
  readonly fittingPods: number;
}

/** Where a Pod or workload fits. */
export interface ObjectFit extends Pick<ObjectReport, Identity> {
  readonly nodes: readonly CountedNodeFit[];
  /** How many Pods like it fit on all nodes at the same time. */
  readonly fittingPods: number;
  /** Whether all Pods of the object fit. */
  readonly fits: boolean;
}

/** What `kubesem fit` reports. */
export interface FitModel {
  readonly objects: readonly ObjectFit[];
  readonly problems: readonly (Problem | NodeProblem)[];
}

/** Counts on which nodes a Pod or workload fits. */
export function objectFit(object: ObjectReport, cluster: ClusterFit): ObjectFit {
  const { file, line, item, apiVersion, kind, namespace, name, pods } = object;
  const nodes = cluster.nodes.map((node) => ({ ...node, fittingPods: fittingPodCount(node) }));
  const total = nodes.reduce((sum, node) => sum + node.fittingPods, 0);
  return {
    ...{ file, line, item, apiVersion, kind, namespace, name, pods },
    nodes,
    fittingPods: total,
    fits: fitsAll(pods, nodes, total),
  };
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
