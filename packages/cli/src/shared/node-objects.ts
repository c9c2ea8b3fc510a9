import { type FieldPathSegment, type Node, type Pod } from '@kubesem/core';
import { movedProblem } from '@kubesem/core/internal';
import { NODE, POD } from '@kubesem/core/kinds';
import type { PlacedProblem, Problem } from '@kubesem/inspect';
import type { FilePosition, ManifestObject } from '@kubesem/manifests';
import type { PlacedCluster } from '@kubesem/manifests/cluster';
import type { AllocationProblem, ClusterAllocator } from '@kubesem/nodes';
import { type Input, readManifests } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import { visible } from '../output/text.js';

/** What to do if a dump has no nodes. */
export const DUMP_HINT = 'create a dump with kubectl get nodes,pods -A -o json';

/** The name of a node. */
export function nodeTitle(name: string): string {
  return name === '' ? '(no name)' : visible(name);
}

/** Receives nodes and Pods one by one, each with the segments that its problems start with. */
export type NodeObjectTaker = Pick<ClusterAllocator, 'addNode' | 'addPod'>;

/** A problem of a node or a Pod, and where in which file the object is. */
export type NodeProblem = PlacedProblem<AllocationProblem>;

/** Where an object is in a file, and the path to it in its document. */
interface ObjectPlace extends FilePosition {
  readonly segments: readonly FieldPathSegment[];
}

/**
 * Reads the nodes and Pods of files, however long they are, and hands each on as soon as it is read.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 * @param taker - receives the objects
 * @returns what was read
 */
export async function readNodeObjects(input: Input, terminal: Terminal, taker: NodeObjectTaker) {
  const problems: (Problem | NodeProblem)[] = [];
  const places: ObjectPlace[] = [];
  const counts = { nodes: 0, pods: 0 };
  const add = (found: ManifestObject) => {
    const kind = take(found, [places.length], taker);
    if (kind !== undefined) {
      counts[kind] += 1;
      const { file, line, column, segments } = found;
      places.push({ file, line, column, segments });
    }
  };
  const addProblem = (problem: Problem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  return {
    ...counts,
    problems,
    errors,
    /** Finds the places of problems of the objects. */
    locate: (found: readonly AllocationProblem[]): readonly NodeProblem[] =>
      found
        // Without any node, one sentence says the same about all Pods.
        .filter(({ code }) => counts.nodes > 0 || code !== 'NODE_NOT_FOUND')
        .flatMap((problem) => locate(problem, places)),
  };
}

/** Passes on a node or a Pod with the number of its place. */
function take(
  { apiVersion, kind, object }: ManifestObject,
  place: readonly [number],
  { addNode, addPod }: NodeObjectTaker,
): 'nodes' | 'pods' | undefined {
  if (apiVersion === NODE.apiVersion && kind === NODE.kind) {
    addNode(object as Node, place);
    return 'nodes';
  }
  if (apiVersion === POD.apiVersion && kind === POD.kind) {
    addPod(object as Pod, place);
    return 'pods';
  }
  return undefined;
}

/** Replaces the number of the place by the place, so the path is that in the document: `items[3].spec.nodeName`. */
function locate(problem: AllocationProblem, places: readonly ObjectPlace[]): NodeProblem[] {
  const [number] = problem.segments;
  const place = places[Number(number)];
  return place === undefined ? [] : [placedAt(place, problem, 1)];
}

function placedAt(
  { file, line, column, segments }: ObjectPlace,
  problem: AllocationProblem,
  dropped: number,
): NodeProblem {
  return { ...movedProblem(problem, segments, dropped), file, line, column };
}

/** Finds the places of problems of nodes and Pods that were read into lists; the paths are those in the documents. */
export function nodeProblems(
  problems: readonly AllocationProblem[],
  { cluster, placeOf }: PlacedCluster,
): readonly NodeProblem[] {
  return problems
    .filter(({ code }) => cluster.nodes?.length || code !== 'NODE_NOT_FOUND')
    .flatMap((problem) => {
      const [list, index] = problem.segments;
      const place = placeOf(cluster[list as 'nodes' | 'pods']?.[Number(index)]);
      return place === undefined ? [] : [placedAt(place, problem, 2)];
    });
}
