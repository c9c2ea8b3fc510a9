import type { Problem } from '@kubesem/inspect';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { identityOf } from '../commands/pods/lenient.js';
import { type Input, readManifests } from './objects.js';
import type { Terminal } from './terminal.js';

/** The objects of some kinds in an input, and what is wrong with it. */
export interface ReadLists<List extends string> {
  /** The objects of a list; undefined if there are none. Of several definitions of an object, the last one counts. */
  readonly objectsOf: <T>(list: List) => readonly T[] | undefined;
  /** Where an object is; undefined for Pods, of which there can be many. */
  readonly placeOf: (object: unknown) => ManifestObject | undefined;
  readonly problems: readonly Problem[];
  readonly errors: readonly string[];
}

/**
 * Reads objects of some kinds into lists.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 * @param listOf - the list of each kind, by version and kind, such as `v1 Pod`
 */
export async function readLists<List extends string>(
  input: Input,
  terminal: Terminal,
  listOf: ReadonlyMap<string, List>,
): Promise<ReadLists<List>> {
  const lists = new Map<List, Map<string | number, unknown>>();
  const places = new Map<unknown, ManifestObject>();
  const problems: Problem[] = [];
  const add = (placed: ManifestObject): void => {
    const { apiVersion, kind, object } = placed;
    const name = listOf.get(`${apiVersion} ${kind}`);
    if (name === undefined) {
      return;
    }
    const list = lists.get(name) ?? new Map<string | number, unknown>();
    lists.set(name, list);
    const kept = kind === 'Pod' ? leanPod(object) : object;
    list.set(keyOf(object, list.size), kept);
    if (kind !== 'Pod') {
      places.set(kept, placed);
    }
  };
  const addProblem = (problem: Problem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  return {
    objectsOf: <T>(list: List) => {
      const found = lists.get(list);
      return found && ([...found.values()] as readonly T[]);
    },
    placeOf: (object) => places.get(object),
    problems,
    errors,
  };
}

/** The name of an object with its namespace; of one without a name, its number. */
function keyOf(object: JSONObject, index: number): string | number {
  const { namespace, name } = identityOf(object);
  return name === '' ? index : `${namespace}/${name}`;
}

/** A Pod without its managed fields, which are often half of it. */
function leanPod(pod: JSONObject): JSONObject {
  const { metadata } = pod;
  return typeof metadata === 'object' && metadata !== null && 'managedFields' in metadata
    ? { ...pod, metadata: { ...metadata, managedFields: undefined } as unknown as JSONObject }
    : pod;
}
