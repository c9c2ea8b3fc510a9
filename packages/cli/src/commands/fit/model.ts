import { type ClusterLists, indexCluster, type Pod } from '@kubesem/core';
import { objectOf, objectsOf, textOf } from '@kubesem/core/internal';
import type { ObjectReport, Problem } from '@kubesem/inspect';
import { type ClusterFit, type NodeFit, nodeFits } from '@kubesem/nodes';
import { podRequests } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import { NodeLimits, unfilteredFields } from '@kubesem/workloads/internal';
import type { Candidate } from '../../shared/candidates.js';
import type { NodeProblem } from '../../shared/node-objects.js';

/** Whether a Pod fits on a node, and how many like it. */
export interface CountedNodeFit extends NodeFit {
  /** Whether the node has enough of everything, and nothing else could exclude it. */
  readonly fits: boolean;
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
 * - `NODE_NOT_FOUND`: the Pods name a node that the input lacks
 */
type FitCode = 'FITS' | 'DOES_NOT_FIT' | 'NOT_CHECKED' | 'SCHEDULING_GATED' | 'NODE_NOT_FOUND';

/** Where a Pod or workload fits. */
export type ObjectFit = ReturnType<ObjectFitter['fit']>;

/** What `kubesem fit` reports. */
export interface FitModel {
  /** What has the nodes, such as the name of a file. */
  readonly cluster: string;
  readonly objects: FitList;
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
  private readonly cluster: ClusterLists<'nodes' | 'pods'>;
  private readonly limits: NodeLimits;

  constructor(cluster: ClusterLists<'nodes' | 'pods'>) {
    this.cluster = indexCluster(cluster);
    this.limits = new NodeLimits(cluster.nodes);
  }

  /** Counts one at a time, and forgets what no later one shares: all together can need gigabytes. */
  *all(candidates: readonly Candidate[]): Generator<ObjectFit, void> {
    const last = new Map(candidates.map(({ object, pod }, index) => [keyOf(object, pod), index]));
    for (const [index, candidate] of candidates.entries()) {
      const key = keyOf(candidate.object, candidate.pod);
      yield this.fit(candidate, key);
      if (last.get(key) === index) {
        this.answers.delete(key);
      }
    }
  }

  fit({ object, pod }: Candidate, key: string = keyOf(object, pod)) {
    const { file, line, item, apiVersion, kind, namespace, name, pods } = object;
    const nodes = this.nodesFor(pod, pods.per === 'node', key);
    const total = nodes.reduce((sum, node) => sum + (node.fits ? node.fittingPods : 0), 0);
    const spec = objectOf(pod.spec);
    const nodeName = textOf(spec.nodeName);
    // The scheduler does not see a Pod that has a node.
    const gates = objectsOf(nodeName === '' ? spec.schedulingGates : []).map((gate) =>
      textOf(gate.name),
    );
    const code: FitCode =
      gates.length > 0
        ? 'SCHEDULING_GATED'
        : nodeName !== '' && nodes.length === 0
          ? 'NODE_NOT_FOUND'
          : codeOf(pods, nodes, total);
    return {
      ...{ file, line, item, apiVersion, kind, namespace, name, pods, code },
      /** What each Pod requests. */
      requests: podRequests(pod),
      /** The node that the Pods name, so they skip the scheduler; only its kubelet decides. */
      ...(nodeName !== '' && { nodeName }),
      /** What the scheduler waits for. */
      ...(gates.length > 0 && { schedulingGates: gates }),
      nodes,
      /** How many Pods like it fit on all nodes at the same time; nodes with something that is not checked do not count. */
      fittingPods: total,
      /** Whether all Pods of the object fit. */
      fits: code === 'FITS',
    };
  }

  private nodesFor(pod: Pod, isDaemon: boolean, key: string): readonly CountedNodeFit[] {
    const known = this.answers.get(key);
    if (known !== undefined) {
      return known;
    }
    const { nodeName } = objectOf(pod.spec);
    const isBound = Boolean(nodeName);
    const fields = unfilteredFields(pod);
    const cluster = nodeFits(pod, this.cluster, {
      ignoresMissingExtendedResources: isBound,
    });
    this.problems = cluster.problems;
    const asked = isBound ? cluster.nodes.filter(({ node }) => node === nodeName) : cluster.nodes;
    const nodes = asked.map((one): CountedNodeFit => {
      const { node, reasons, unresolvable, resources, fittingPods } = one;
      const notChecked = one.fits ? [...fields, ...this.limits.namesFor(pod, isDaemon, node)] : [];
      const fits = one.fits && notChecked.length === 0;
      // Without a spread, which is slow for so many.
      return { node, fits, reasons, unresolvable, resources, fittingPods, notChecked };
    });
    this.answers.set(key, nodes);
    return nodes;
  }
}

/** What the comparison and its verdict depend on. */
function keyOf({ pods }: ObjectReport, pod: Pod): string {
  const { tolerations, hostNetwork, nodeName } = objectOf(pod.spec);
  const fields = unfilteredFields(pod);
  return JSON.stringify(
    [podRequests(pod), fields, tolerations, hostNetwork, pods.per === 'node', nodeName],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );
}

/** Where all objects fit: computed again each time that it is iterated over, and never kept. */
export class FitList implements Iterable<ObjectFit> {
  /** Whether all of the last iteration fit. */
  fits = true;
  /** Whether an answer of the last iteration depends on something that is not checked. */
  isUncertain = false;
  private readonly fitter: ObjectFitter;
  private readonly candidates: readonly Candidate[];

  constructor(fitter: ObjectFitter, candidates: readonly Candidate[]) {
    this.fitter = fitter;
    this.candidates = candidates;
  }

  *[Symbol.iterator](): Generator<ObjectFit, void> {
    this.fits = true;
    this.isUncertain = false;
    for (const object of this.fitter.all(this.candidates)) {
      this.fits = this.fits && object.fits;
      this.isUncertain =
        this.isUncertain || object.nodes.some(({ notChecked }) => notChecked.length > 0);
      yield object;
    }
  }

  toJSON(): readonly ObjectFit[] {
    return [...this];
  }
}

/** The names of the nodes that can run a Pod of each object, one object at a time. */
export function fittingNodes({ objects }: FitModel): readonly string[] {
  let names: readonly string[] | undefined;
  for (const { code, nodes } of objects) {
    const fitting = new Set(
      nodes.filter(({ fits }) => fits && code !== 'SCHEDULING_GATED').map(({ node }) => node),
    );
    names = (names ?? [...fitting]).filter((name) => fitting.has(name));
  }
  return names ?? [];
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
