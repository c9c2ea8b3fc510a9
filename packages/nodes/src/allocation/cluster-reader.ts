import { type FieldPathSegment, fieldPath, type Node, type Pod, toPod } from '@kubesem/core';
import { fieldProblem, problemOf } from '@kubesem/core/internal';
import type { PodCounts } from './allocation.js';
import {
  type AllocationPolicy,
  type AllocationProblem,
  orReport,
  placed,
  placedIn,
  reportNegatives,
} from './problems.js';
import { type Placement, type ReadNode, readNode, readPlacement } from './read.js';

/** Where an object was found. */
type Place = readonly FieldPathSegment[];

/** One node and the sums of its Pods. */
export interface NodeGroup<Sums> {
  readonly node: ReadNode;
  readonly sums: Sums;
  readonly podCount: number;
  readonly problems: readonly AllocationProblem[];
}

/** One Pod that counts. */
export interface PodOnNode {
  readonly pod: Pod;
  readonly placement: Placement;
  /** Undefined if the Pod was added before its node. */
  readonly node: ReadNode | undefined;
  readonly policy: AllocationPolicy;
}

/** The contents of a cluster. */
export interface ReadCluster<Sums> {
  readonly groups: readonly NodeGroup<Sums>[];
  readonly podCounts: PodCounts;
  readonly problems: readonly AllocationProblem[];
}

/** Everything under the name of one node; a Pod may be added before its node. */
class Group<Sums> {
  node: ReadNode | undefined;
  podCount = 0;
  readonly problems: AllocationProblem[] = [];
  /** Places of the Pods that were added before the node. */
  readonly early: Place[] = [];
  constructor(readonly sums: Sums) {}
}

/** Reads nodes and Pods one at a time and adds each Pod that counts to the sums of its node. Keeps no Pod. */
export class ClusterReader<Sums> {
  private readonly groups: Map<string, Group<Sums>> = new Map();
  private readonly nodes: Group<Sums>[] = [];
  private readonly problems: AllocationProblem[] = [];
  private readonly podNames: Map<string, Set<string>> = new Map();
  private nodeIndex = 0;
  private podIndex = 0;
  private finished = 0;
  private unassigned = 0;
  private readonly newSums: () => Sums;
  private readonly addToSums: (sums: Sums, pod: PodOnNode) => void;

  constructor(newSums: () => Sums, addToSums: ClusterReader<Sums>['addToSums']) {
    this.newSums = newSums;
    this.addToSums = addToSums;
  }

  addNode(node: Node, place: Place = ['nodes', this.nodeIndex]): void {
    this.nodeIndex++;
    const found: AllocationProblem[] = [];
    const policy = placedIn(found, place);
    const read = orReport(() => readNode(node, policy), policy);
    if (read !== undefined) {
      // No Pod is on a node without a name.
      const group = read.name === '' ? new Group(this.newSums()) : this.groupOf(read.name);
      if (group.node) {
        policy.report(() => duplicateName('node', read.name));
      } else {
        checkNode(read, policy);
        group.node = read;
        group.early.length = 0;
        this.nodes.push(group);
      }
      append(group.problems, found);
    }
    append(this.problems, found);
  }

  addPod(podLike: Pod, place: Place = ['pods', this.podIndex]): void {
    this.podIndex++;
    let group: Group<Sums> | undefined;
    const policy: AllocationPolicy = {
      report: (found) => {
        const problem = placed(place, found() as AllocationProblem);
        this.problems.push(problem);
        group?.problems.push(problem);
      },
    };
    const pod = orReport(() => toPod(podLike), policy);
    if (pod === undefined) {
      return;
    }
    const placement = readPlacement(pod, policy);
    if (this.isDuplicate(placement)) {
      policy.report(() => duplicateName('Pod', placement.name));
    } else if (placement.isTerminal) {
      this.finished++;
    } else if (placement.nodeName === '') {
      this.unassigned++;
    } else {
      group = this.groupOf(placement.nodeName);
      group.podCount++;
      if (group.node === undefined) {
        group.early.push(place);
      }
      this.addToSums(group.sums, { pod, placement, node: group.node, policy });
    }
  }

  finish(): ReadCluster<Sums> {
    const problems = [...this.problems];
    let [counted, unknownNode] = [0, 0];
    for (const [name, { node, podCount, early }] of this.groups) {
      if (node === undefined) {
        unknownNode += podCount;
        append(
          problems,
          early.map((place) => placed(place, unknownNodeOf(name))),
        );
      } else {
        counted += podCount;
      }
    }
    const { finished, unassigned } = this;
    return {
      groups: this.nodes as NodeGroup<Sums>[],
      podCounts: { counted, finished, unassigned, unknownNode },
      problems,
    };
  }

  private groupOf(name: string): Group<Sums> {
    let group = this.groups.get(name);
    if (group === undefined) {
      group = new Group(this.newSums());
      this.groups.set(name, group);
    }
    return group;
  }

  /** Whether the namespace has a Pod of the name already. */
  private isDuplicate({ namespace, name }: Placement): boolean {
    let names = this.podNames.get(namespace);
    if (names === undefined) {
      names = new Set();
      this.podNames.set(namespace, names);
    }
    // Comparing sizes searches a large set only once.
    const count = names.size;
    return names.add(name).size === count && name !== '';
  }
}

/** Appends one by one: a call has too few arguments for the problems of a large cluster. */
function append<T>(list: T[], entries: readonly T[]): void {
  for (const entry of entries) {
    list.push(entry);
  }
}

/** Reports what is wrong with a node that counts. */
function checkNode({ name, allocatable, from }: ReadNode, policy: AllocationPolicy): void {
  if (name === '') {
    policy.report(() =>
      fieldProblem({
        type: 'REQUIRED',
        code: 'NAME_MISSING',
        path: NAME_PATH,
        message: 'set the name of the node',
      }),
    );
  }
  if (from === undefined) {
    policy.report(() =>
      problemOf({
        code: 'NODE_CAPACITY_MISSING',
        severity: 'warning',
        path: fieldPath('status'),
        message: 'expected allocatable resources or a capacity',
      }),
    );
  } else {
    reportNegatives(allocatable, () => fieldPath('status', from), policy);
  }
}

const NAME_PATH = /* @__PURE__ */ fieldPath('metadata', 'name');

function duplicateName(kind: 'node' | 'Pod', name: string): AllocationProblem {
  return problemOf({
    code: 'NAME_DUPLICATE',
    severity: 'warning',
    path: NAME_PATH,
    value: name,
    message: `a ${kind} of this name was already added; the first one counts`,
  });
}

function unknownNodeOf(nodeName: string): AllocationProblem {
  return problemOf({
    code: 'NODE_NOT_FOUND',
    severity: 'warning',
    path: fieldPath('spec', 'nodeName'),
    value: nodeName,
    message: 'no node of this name was added',
  });
}
