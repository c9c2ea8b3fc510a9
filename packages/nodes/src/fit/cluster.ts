import type { FieldPathSegment, Node, Pod, PodLike } from '@kubesem/core';
import { ClusterReader } from '../allocation/cluster-reader.js';
import { computeReadable } from '../allocation/read.js';
import { reportNegativesOf } from '../allocation/sums/sums.js';
import { compareFit, type FitOptions, FittedNode, type NodeFit, requestsOf } from './fit.js';
import type { ClusterFit } from './node-fits.js';
import { addPodToSums, countedComputation, newSchedulerSums } from './sums.js';

/** Adds up the nodes and Pods of a cluster one at a time, in any order, and keeps only sums. */
export interface ClusterFitter {
  /**
   * Adds a node.
   *
   * @param node - the node; it is not changed
   * @param place - segments that the problems of the node start with; `['nodes', 3]` and so on by default
   */
  readonly addNode: (node: Node, place?: readonly FieldPathSegment[]) => void;
  /**
   * Adds a Pod that may be on one of the nodes.
   *
   * @param pod - the Pod; it is not changed
   * @param place - segments that the problems of the Pod start with; `['pods', 3]` and so on by default
   */
  readonly addPod: (pod: Pod, place?: readonly FieldPathSegment[]) => void;
  /**
   * Compares a Pod with everything that was added so far. Call it for as many Pods as you like.
   *
   * @param pod - the Pod to place, a template for it, or its spec; it is not changed
   * @param options - resources that the scheduler does not compare
   * @returns the comparison with each node, and the problems
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount of the Pod to place
   * is not a quantity
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of it has the wrong JSON
   * type
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if it is of another kind
   */
  readonly fit: (pod: PodLike, options?: FitOptions) => ClusterFit;
}

/**
 * Creates a fitter that finds the nodes of a cluster on which a Pod fits. It accepts nodes and Pods one at a time, for
 * example from a file that is larger than memory.
 *
 * Fields of nodes and Pods of the cluster that cannot be read are reported as problems and count as absent.
 *
 * @returns the fitter
 *
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
  const reader = new ClusterReader(newSchedulerSums, (sums, { pod, policy }) => {
    const computation = computeReadable(pod, countedComputation, policy);
    reportNegativesOf(computation, policy);
    addPodToSums(sums, computation.result);
  });
  // Read once for all Pods to place, until a node or Pod is added.
  let cluster: { nodes: readonly AlikeNode[]; problems: ClusterFit['problems'] } | undefined;
  const read = () => {
    const { groups, problems } = reader.finish();
    return { nodes: alike(groups.map(({ node, sums }) => new FittedNode(node, sums))), problems };
  };
  return {
    addNode: (node, place) => {
      cluster = undefined;
      reader.addNode(node, place);
    },
    addPod: (pod, place) => {
      cluster = undefined;
      reader.addPod(pod, place);
    },
    fit: (pod, options = {}) => {
      const requests = requestsOf(pod);
      cluster ??= read();
      const { nodes, problems } = cluster;
      const fits = new Map<FittedNode, NodeFit>();
      const fitOf = ({ name, first }: AlikeNode): NodeFit => {
        const fit = fits.get(first) ?? compareFit(requests, first, options);
        fits.set(first, fit);
        return fit.node === name ? fit : { ...fit, node: name };
      };
      return { nodes: nodes.map(fitOf), problems };
    },
  };
}

/** A node, and the first one of which each comparison has the same result: most clusters have many alike. */
interface AlikeNode {
  readonly name: string;
  readonly first: FittedNode;
}

function alike(nodes: readonly FittedNode[]): readonly AlikeNode[] {
  const firsts = new Map<string, FittedNode>();
  return nodes.map((node) => {
    const key = node.key();
    const first = firsts.get(key) ?? node;
    firsts.set(key, first);
    return { name: node.name, first };
  });
}
