import type { Node, Pod } from '@kubesem/core';
import { type Problem } from '@kubesem/inspect';
import { type ManifestObject, readObjects } from '@kubesem/manifests';
import type { AllocationProblem } from '@kubesem/nodes';
import { readSources } from '../../io/read.js';
import { findSources } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { locateByNumber, type NodeProblem, type ObjectPlace } from '../../output/located.js';

/** What to do if a dump has no nodes. */
export const DUMP_HINT = 'create a dump with kubectl get nodes,pods -A -o json';

/** Receives nodes and Pods one by one, each with a name for its place. */
export interface NodeObjectTaker {
  readonly addNode: (node: Node, place: string) => void;
  readonly addPod: (pod: Pod, place: string) => void;
}

/** How many objects there were, and what is wrong with the files. */
export interface NodeObjects {
  readonly nodes: number;
  readonly pods: number;
  readonly problems: readonly Problem[];
  /** An error message for each source that could not be read to its end. */
  readonly errors: readonly string[];
  /** Finds the places of problems of the objects. */
  readonly locate: (problems: readonly AllocationProblem[]) => readonly NodeProblem[];
}

/**
 * Reads the nodes and Pods of files, however long they are, and hands each on as soon as it is read.
 *
 * @param paths - files, folders, `-` for standard input; empty means standard input
 * @param terminal - standard input, and standard error for the progress
 * @param taker - receives the objects
 * @returns what was read
 */
export async function readNodeObjects(
  paths: readonly string[],
  terminal: Terminal,
  taker: NodeObjectTaker,
): Promise<NodeObjects> {
  const { sources, errors } = findSources(paths);
  const problems: Problem[] = [];
  const places: ObjectPlace[] = [];
  const counts = { nodes: 0, pods: 0 };
  const onProblem = (problem: Problem) => problems.push(problem);
  const unreadable = await readSources(sources, terminal, async ({ name, chunks }) => {
    for await (const found of readObjects({ name, chunks }, { onProblem })) {
      const kind = take(found, String(places.length), taker);
      if (kind !== undefined) {
        counts[kind] += 1;
        const { file, line, column, item } = found;
        places.push({ file, line, column, item });
      }
    }
  });
  return {
    ...counts,
    problems,
    errors: [...errors, ...unreadable],
    locate: (found) =>
      found
        // Without any node, one sentence says the same about all Pods.
        .filter(({ code }) => counts.nodes > 0 || code !== 'UNKNOWN_NODE')
        .map((problem) => locateByNumber(problem, places)),
  };
}

function take(
  { apiVersion, kind, object }: ManifestObject,
  place: string,
  { addNode, addPod }: NodeObjectTaker,
): 'nodes' | 'pods' | undefined {
  if (apiVersion === 'v1' && kind === 'Node') {
    addNode(object as Node, place);
    return 'nodes';
  }
  if (apiVersion === 'v1' && kind === 'Pod') {
    addPod(object as Pod, place);
    return 'pods';
  }
  return undefined;
}
