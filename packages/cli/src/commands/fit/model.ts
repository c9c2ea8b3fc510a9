import type { Pod } from '@kubesem/core';
import type { ObjectReport, Problem } from '@kubesem/inspect';
import type { ClusterFit } from '@kubesem/nodes';
import type { NodeProblem } from '../../output/located.js';
import { type CountedNodeFit, fitsAll, fittingPods } from './fitting-pods.js';

/** A Pod that is to be placed, or the Pod of a workload. */
export interface Candidate {
  readonly object: ObjectReport;
  readonly pod: Pod;
}

type Identity = 'file' | 'line' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'pods';

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
  const nodes = cluster.nodes.map((node) => ({ ...node, fittingPods: fittingPods(node) }));
  return {
    ...{ file, line, item, apiVersion, kind, namespace, name, pods },
    nodes,
    fittingPods: nodes.reduce((sum, node) => sum + node.fittingPods, 0),
    fits: fitsAll(pods, nodes),
  };
}
