import { objectOf, objectsOf, type Pod, textOf } from '@kubesem/core';
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

/**
 * The verdict on a Pod or workload.
 *
 * - `FITS`: all its Pods fit
 * - `DOES_NOT_FIT`: they do not
 * - `NOT_CHECKED`: it depends on something that is not checked
 * - `SCHEDULING_GATED`: the scheduler ignores the Pods until their scheduling gates are removed
 * - `NODE_NOT_FOUND`: the Pods name a node that the cluster does not have
 */
export type FitCode =
  | 'FITS'
  | 'DOES_NOT_FIT'
  | 'NOT_CHECKED'
  | 'SCHEDULING_GATED'
  | 'NODE_NOT_FOUND';

/** Where a Pod or workload fits. */
export interface ObjectFit extends Pick<ObjectReport, Identity> {
  readonly code: FitCode;
  /** The node that the Pods name, so they skip the scheduler; only its kubelet decides. */
  readonly nodeName?: string | undefined;
  /** What the scheduler waits for. */
  readonly schedulingGates?: readonly string[] | undefined;
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
    const spec = objectOf(pod.spec);
    const nodeName = textOf(spec.nodeName);
    // The scheduler does not see a Pod that has a node.
    const gates = objectsOf(nodeName === '' ? spec.schedulingGates : []).map((gate) =>
      textOf(gate.name),
    );
    const code =
      gates.length > 0
        ? 'SCHEDULING_GATED'
        : nodeName !== '' && nodes.length === 0
          ? 'NODE_NOT_FOUND'
          : codeOf(pods, nodes, total);
    return {
      ...{ file, line, item, apiVersion, kind, namespace, name, pods, code },
      ...(nodeName !== '' && { nodeName }),
      ...(gates.length > 0 && { schedulingGates: gates }),
      nodes,
      fittingPods: total,
      fits: code === 'FITS',
    };
  }

  private nodesFor(pod: Pod, isDaemon: boolean): readonly CountedNodeFit[] {
    const { tolerations, hostNetwork, nodeName } = objectOf(pod.spec);
    const fields = uncheckedFields(pod);
    const key = JSON.stringify(
      [podRequests(pod), fields, tolerations, hostNetwork, isDaemon, nodeName],
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    let nodes = this.answers.get(key);
    if (nodes === undefined) {
      const isBound = Boolean(nodeName);
      const cluster = this.fitter.fit(pod, { ignoresMissingExtendedResources: isBound });
      this.problems = cluster.problems;
      const asked = isBound ? cluster.nodes.filter(({ node }) => node === nodeName) : cluster.nodes;
      nodes = asked.map((one): CountedNodeFit => {
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
  const [first, ...others] = objects.map(
    ({ code, nodes }) =>
      new Set(
        nodes.filter((each) => each.fits && code !== 'SCHEDULING_GATED').map(({ node }) => node),
      ),
  );
  return [...(first ?? [])].filter((node) => others.every((fitting) => fitting.has(node)));
}

/** A DaemonSet has to fit on every node. A workload without Pods now, as with 0 replicas, is checked as 1 Pod. */
function codeOf(
  { count, per }: PodCount,
  nodes: readonly CountedNodeFit[],
  fittingPods: number,
): FitCode {
  const isOpen = ({ notChecked }: CountedNodeFit) => notChecked.length > 0;
  const least = Math.max(count, 1);
  if (per === 'node' ? nodes.every(({ fits }) => fits) : fittingPods >= least) {
    return 'FITS';
  }
  const most = nodes.reduce(
    (sum, each) => sum + (isOpen(each) ? each.fittingPods : 0),
    fittingPods,
  );
  const couldFit =
    per === 'node' ? nodes.every((each) => each.fits || isOpen(each)) : most >= least;
  return couldFit ? 'NOT_CHECKED' : 'DOES_NOT_FIT';
}
