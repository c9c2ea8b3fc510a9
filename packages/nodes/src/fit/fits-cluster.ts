import type { Node, Pod, PodLike } from '@kubesem/core';
import type { AllocationProblem } from '../allocation/allocation.js';
import { noteNegativesOf } from '../allocation/allocation-reader.js';
import { ClusterReader } from '../allocation/cluster-reader.js';
import { computeReadable } from '../allocation/readable-pod.js';
import { compareFit, type FitOptions, type NodeFit } from './fit.js';
import {
  addPodToSums,
  countedComputation,
  incomingRequests,
  newSchedulerSums,
  schedulerCapacity,
} from './scheduler-sums.js';

/** On which nodes of a cluster a Pod fits. */
export interface ClusterFit {
  /** What `fitsNode` says of each node, in the order in which they were passed in. */
  readonly nodes: readonly NodeFit[];
  /** What is wrong with the nodes and the Pods on them; empty if nothing is. */
  readonly problems: readonly AllocationProblem[];
}

/** Takes the nodes and Pods of a cluster one by one, in any order, and keeps nothing but sums. */
export interface ClusterFitter {
  /**
   * Takes a node.
   *
   * @param node - the node; it is not changed
   * @param path - where it stands, which is what the paths of its problems start with; `nodes[3]` and the like by default
   */
  readonly addNode: (node: Node, path?: string) => void;
  /**
   * Takes a Pod that may be on one of the nodes.
   *
   * @param pod - the Pod; it is not changed
   * @param path - where it stands, which is what the paths of its problems start with; `pods[3]` and the like by default
   */
  readonly addPod: (pod: Pod, path?: string) => void;
  /**
   * Compares a Pod with what was taken so far; of one cluster, any number of them.
   *
   * @param pod - the Pod to place, a template for it, or its spec; it is not changed
   * @param options - what the scheduler is told not to look at
   * @returns the comparison with each node, and what is wrong
   * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount of the Pod to place is not a quantity
   * @throws {@link PodResourcesError} `INVALID_TYPE` if a field of it holds another JSON type than it should
   * @throws `KubesemError` `NOT_A_POD` if it is of another kind
   */
  readonly fit: (pod: PodLike, options?: FitOptions) => ClusterFit;
}

/**
 * Starts to find out on which nodes of a cluster Pods fit, for objects that come one by one, as from a file that does
 * not fit into memory.
 *
 * Where `fitsNode` throws because of a node or a Pod on it, this reports the problem, takes what cannot be read for
 * absent, and goes on.
 *
 * @returns what takes the nodes and Pods, and then compares
 * @example
 * ```ts
 * import { clusterFitter } from '@kubesem/nodes';
 *
 * const fitter = clusterFitter();
 * fitter.addNode({ metadata: { name: 'n1' }, status: { allocatable: { cpu: 4, pods: 10 } } });
 * fitter.addNode({ metadata: { name: 'n2' }, status: { allocatable: { cpu: '1.5', pods: 10 } } });
 * const { nodes } = fitter.fit({ containers: [{ name: 'app', resources: { requests: { cpu: 2 } } }] });
 * nodes.map(({ node, fits }) => `${node} ${fits}`) // => ['n1 true', 'n2 false']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function clusterFitter(): ClusterFitter {
  const reader = new ClusterReader(newSchedulerSums, (sums, { pod, note }) => {
    const computation = computeReadable(pod, countedComputation, note);
    noteNegativesOf(computation, note);
    addPodToSums(sums, computation.result);
  });
  return {
    addNode: (node, path) => reader.addNode(node, path),
    addPod: (pod, path) => reader.addPod(pod, path),
    fit: (pod, options = {}) => {
      const requests = incomingRequests(pod);
      const { groups, problems } = reader.finish();
      const nodes = groups.map(({ node, sums }) =>
        compareFit(node.name, requests, schedulerCapacity(node), sums, options),
      );
      return { nodes, problems };
    },
  };
}
