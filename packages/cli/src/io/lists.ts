import {
  apiGroupOf,
  childPath,
  type Pod,
  readObject,
  readString,
  readStringMap,
} from '@kubesem/core';
import { type Kind, POD } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import type { Resource } from './cluster/resources.js';
import { identityOf } from './lenient.js';
import { type Input, readManifests } from './objects.js';
import { attemptOn } from './placed.js';
import type { Terminal } from './terminal.js';

/** The objects of some kinds in an input, and what is wrong with it. */
export interface ReadLists<List extends string> {
  /** The objects of a list; undefined if there are none. */
  readonly objectsOf: <T>(list: List) => readonly T[] | undefined;
  /** Where an object is; undefined for Pods, of which there can be many. */
  readonly placeOf: (object: unknown) => ManifestObject | undefined;
  readonly problems: readonly Problem[];
  readonly errors: readonly string[];
}

/** Names the list of each kind in all versions that are served, by version and kind, such as `v1 Pod`. */
export function listsByType<List extends string>(
  kinds: readonly (readonly [kind: Kind, list: List])[],
): ReadonlyMap<string, List> {
  return new Map(kinds.flatMap(([kind, list]) => typesOf(kind).map((type) => [type, list])));
}

/** The versions of a kind that are served, such as `apps/v1 Deployment`. */
export function typesOf({ group, versions, kind }: Kind): readonly string[] {
  return versions.map((version) => `${group}${group && '/'}${version} ${kind}`);
}

/**
 * Reads objects of some kinds into lists.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 * @param listOf - the list of each kind, by version and kind, such as `v1 Pod`
 * @param merge - combines two definitions of an object; by default, the later one counts
 * @param next - what else to read from the cluster, because of what was read; called until it returns nothing
 */
export async function readLists<List extends string>(
  input: Input,
  terminal: Terminal,
  listOf: Pick<ReadonlyMap<string, List>, 'get'>,
  merge: (before: object, next: object) => object = (_, next) => next,
  next: (objectsOf: ReadLists<List>['objectsOf']) => readonly Resource[] = () => [],
): Promise<ReadLists<List>> {
  const lists = new Map<List, Map<string | number, object>>();
  const places = new Map<unknown, ManifestObject>();
  const problems: Problem[] = [];
  const add = (placed: ManifestObject): void => {
    const { apiVersion, kind, object } = placed;
    const name = listOf.get(`${apiVersion} ${kind}`);
    if (
      name === undefined ||
      (kind === POD.kind && !attemptOn(placed, problems, () => isNamed(object as Pod)))
    ) {
      return;
    }
    const list = lists.get(name) ?? new Map<string | number, object>();
    lists.set(name, list);
    const key = keyOf(placed, list.size);
    const before = list.get(key);
    const read = kind === POD.kind ? leanPod(object) : object;
    const kept = before === undefined ? read : merge(before, read);
    list.set(key, kept);
    if (kind !== POD.kind) {
      places.set(kept, placed);
    }
  };
  const addProblem = (problem: Problem) => void problems.push(problem);
  const objectsOf = <T>(list: List) => {
    const found = lists.get(list);
    return found && ([...found.values()] as readonly unknown[] as readonly T[]);
  };
  const cluster = input.cluster && { ...input.cluster, next: () => next(objectsOf) };
  const errors = await readManifests({ ...input, cluster }, terminal, { add, addProblem });
  return {
    objectsOf,
    placeOf: (object) => places.get(object),
    problems,
    errors,
  };
}

/** The group, kind and name of an object with its namespace; of one without a name, its number. */
function keyOf({ apiVersion, kind, object }: ManifestObject, index: number): string | number {
  const { namespace, name } = identityOf(object);
  const group = apiGroupOf(apiVersion);
  return name === '' ? index : `${group} ${kind} ${namespace}/${name}`;
}

const METADATA = /* @__PURE__ */ childPath(undefined, 'metadata');
const NAME = /* @__PURE__ */ childPath(METADATA, 'name');
const LABELS = /* @__PURE__ */ childPath(METADATA, 'labels');

/**
 * Checks what selectors and messages need of each Pod: nobody can report it later, because the place is not kept.
 *
 * @throws FieldError if it cannot be read
 */
function isNamed({ metadata }: Pod): boolean {
  const { name, labels } = readObject(metadata, METADATA) ?? {};
  readString(name, NAME);
  readStringMap(labels, LABELS);
  return true;
}

/** A Pod without its managed fields, which are often half of it. */
function leanPod(pod: JSONObject): JSONObject {
  const { metadata } = pod;
  return typeof metadata === 'object' && metadata !== null && 'managedFields' in metadata
    ? { ...pod, metadata: { ...metadata, managedFields: undefined } as unknown as JSONObject }
    : pod;
}
