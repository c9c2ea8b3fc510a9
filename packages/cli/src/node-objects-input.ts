import type { Node, Pod } from '@kubesem/core';
import { type ManifestObject, type Problem, readObjects } from '@kubesem/inspect';
import type { AllocationProblem } from '@kubesem/resources';
import { findSources, InputError, openSource } from './inputs.js';
import { startProgress } from './progress.js';
import type { Terminal } from './terminal.js';

/** Takes nodes and Pods one by one, each with a name for its place. */
export interface NodeObjectTaker {
  readonly addNode: (node: Node, place: string) => void;
  readonly addPod: (pod: Pod, place: string) => void;
}

/** How many objects there were, and what is wrong with the texts. */
export interface NodeObjects {
  readonly nodes: number;
  readonly pods: number;
  readonly problems: readonly Problem[];
  /** What could not be read at all, each in a sentence. */
  readonly unreadable: readonly string[];
  /** Finds the places of problems whose paths start with the name of a place. */
  readonly locate: (problem: AllocationProblem) => NodeProblem;
}

/** A problem of a node or a Pod, and where in which file the object stands. */
export interface NodeProblem extends Pick<ManifestObject, 'file' | 'line' | 'column'> {
  readonly severity: 'error';
  readonly code: AllocationProblem['code'];
  /** Path in the document, such as `items[3].spec.nodeName`. */
  readonly path: string;
  readonly value: string | undefined;
  readonly message: string;
}

/**
 * Reads the nodes and Pods of files, however long they are, and hands each on as soon as it is read.
 *
 * @param paths - files, folders, `-` for standard input; none is standard input, too
 * @param terminal - where to read from, and to show the progress on
 * @param taker - of the objects
 * @returns what there was
 */
export async function readNodeObjects(
  paths: readonly string[],
  terminal: Terminal,
  taker: NodeObjectTaker,
): Promise<NodeObjects> {
  const { sources, problems: unreadable } = findSources(paths);
  const problems: Problem[] = [];
  const places: Place[] = [];
  const counts = { nodes: 0, pods: 0 };
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = startProgress(total, terminal.stderr);
  for (const source of sources) {
    const chunks = openSource(source, terminal, progress.advance);
    const onProblem = (problem: Problem) => problems.push(problem);
    try {
      for await (const found of readObjects({ name: source.name, chunks }, { onProblem })) {
        const kind = take(found, String(places.length), taker);
        if (kind !== undefined) {
          counts[kind] += 1;
          const { file, line, column, item } = found;
          places.push({ file, line, column, item });
        }
      }
    } catch (error) {
      if (!(error instanceof InputError)) {
        throw error;
      }
      unreadable.push(`${source.name}: ${error.message}`);
    }
  }
  progress.stop();
  return { ...counts, problems, unreadable, locate: (problem) => locate(problem, places) };
}

type Place = Pick<ManifestObject, 'file' | 'line' | 'column' | 'item'>;

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

function locate(problem: AllocationProblem, places: readonly Place[]): NodeProblem {
  const { code, value, path: placed } = problem;
  const [index = ''] = placed.split('.', 1);
  const field = placed.slice(index.length + 1);
  const { item = '', file = '', line = 1, column = 1 } = places[Number(index)] ?? {};
  const path = [item, field].filter((part) => part !== '').join('.');
  const found = value === undefined ? '' : ` ${JSON.stringify(value)}`;
  const message = `${path}${found}: ${problem.message}`;
  return { severity: 'error', code, path, value, message, file, line, column };
}
