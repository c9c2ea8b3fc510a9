import { KubesemError, type Node, type Pod, toPod } from '@kubesem/core';
import type { AllocationProblem, PodCounts } from './allocation.js';
import { type Note, noteError, noteNegatives, notes } from './allocation-problems.js';
import { isFinished, type Placement, readPlacement } from './placement.js';
import { type ReadNode, readNode } from './read-node.js';

/** One node and what its Pods come to. */
export interface NodeGroup<Sums> {
  readonly node: ReadNode;
  readonly sums: Sums;
  readonly problems: readonly AllocationProblem[];
}

/** One Pod that counts. */
export interface PodOnNode {
  readonly pod: Pod;
  readonly placement: Placement;
  /** Undefined as long as it is not known. */
  readonly node: ReadNode | undefined;
  readonly note: Note;
}

/** What was read of a cluster. */
export interface ReadCluster<Sums> {
  readonly groups: readonly NodeGroup<Sums>[];
  readonly podCounts: PodCounts;
  readonly problems: readonly AllocationProblem[];
}

/** What is known under the name of one node; a Pod may come before its node. */
class Group<Sums> {
  node: ReadNode | undefined;
  podCount = 0;
  readonly problems: AllocationProblem[] = [];
  /** Paths of the Pods that came before the node. */
  readonly early: string[] = [];
  constructor(readonly sums: Sums) {}
}

/** Reads nodes and Pods one by one and adds each Pod that counts to the sums of its node; the Pod itself is not kept. */
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

  addNode(node: Node, path: string = `nodes[${this.nodeIndex}]`): void {
    this.nodeIndex++;
    const found: AllocationProblem[] = [];
    const note = notes(path, (problem) => {
      this.problems.push(problem);
      found.push(problem);
    });
    const read = orNothing(() => readNode(node, (error) => noteError(note, error)), note);
    if (read === undefined) {
      return;
    }
    // No Pod is on a node without a name.
    const group = read.name === '' ? new Group(this.newSums()) : this.groupOf(read.name);
    if (group.node) {
      note('DUPLICATE_NAME', 'metadata.name', read.name, 'expected each node once');
    } else {
      noteNode(read, note);
      group.node = read;
      group.early.length = 0;
      this.nodes.push(group);
    }
    for (const problem of found) {
      group.problems.push(problem);
    }
  }

  addPod(podLike: Pod, path: string = `pods[${this.podIndex}]`): void {
    this.podIndex++;
    let group: Group<Sums> | undefined;
    const note = notes(path, (problem) => {
      this.problems.push(problem);
      group?.problems.push(problem);
    });
    const pod = orNothing(() => toPod(podLike), note);
    if (pod === undefined) {
      return;
    }
    const placement = readPlacement(pod, (error) => noteError(note, error));
    if (this.isDuplicate(placement, note)) {
      return;
    }
    if (isFinished(placement)) {
      this.finished++;
    } else if (placement.nodeName === '') {
      this.unassigned++;
    } else {
      group = this.groupOf(placement.nodeName);
      group.podCount++;
      if (group.node === undefined) {
        group.early.push(path);
      }
      this.addToSums(group.sums, { pod, placement, node: group.node, note });
    }
  }

  finish(): ReadCluster<Sums> {
    const problems = [...this.problems];
    let [counted, unknownNode] = [0, 0];
    for (const [name, { node, podCount, early }] of this.groups) {
      if (node !== undefined) {
        counted += podCount;
        continue;
      }
      unknownNode += podCount;
      for (const path of early) {
        const note = notes(path, (problem) => problems.push(problem));
        note('UNKNOWN_NODE', 'spec.nodeName', name, 'expected the name of a node that is there');
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

  private isDuplicate({ namespace, name }: Placement, note: Note): boolean {
    let names = this.podNames.get(namespace);
    if (names === undefined) {
      names = new Set();
      this.podNames.set(namespace, names);
    }
    if (name !== '' && names.has(name)) {
      note('DUPLICATE_NAME', 'metadata.name', name, 'expected each Pod of a namespace once');
      return true;
    }
    names.add(name);
    return false;
  }
}

/** What the function returns, or nothing if it throws that the object is of another kind. */
function orNothing<Result>(read: () => Result, note: Note): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    noteError(note, error);
    return undefined;
  }
}

function noteNode({ name, allocatable, from }: ReadNode, note: Note): void {
  if (name === '') {
    note('NAME_MISSING', 'metadata.name', undefined, 'expected the name of the node');
  }
  if (from === undefined) {
    const message = 'expected allocatable resources or a capacity';
    note('NODE_WITHOUT_CAPACITY', 'status', undefined, message);
  } else {
    noteNegatives(allocatable, `status.${from}`, note);
  }
}
