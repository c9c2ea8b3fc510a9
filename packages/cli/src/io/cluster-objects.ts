import { attempt, type FieldError, type StructType } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { OBJECT_META_TYPE } from '@kubesem/core/types/object-meta';
import type { Problem, ProblemCode } from '@kubesem/inspect';
import {
  ClusterReader,
  type ClusterReaderOptions,
  type ObjectPlace,
  type PlacedCluster,
  placeProblem,
} from '@kubesem/manifests/cluster';
import type { Resource } from './cluster/resources.js';
import { type Input, readManifests } from './objects.js';
import { isUnknown, type Terminal } from './terminal.js';

/** The objects of an input. */
export interface ReadObjects extends PlacedCluster {
  /** An error message for each source that could not be read to its end. */
  readonly errors: string[];
}

/** Options of {@link readClusterObjects}. */
interface ReadObjectsOptions extends ClusterReaderOptions {
  /** What else to read from the cluster, because of what was read; called until it returns nothing. */
  readonly next?: ((soFar: PlacedCluster) => readonly Resource[]) | undefined;
  /** Whether the answer needs whole lists: then a list of a kind that the cluster does not list is absent, whatever files have. */
  readonly wholeLists?: boolean | undefined;
}

/** What selectors and messages need of each Pod. The place of its fields is not kept, so nobody can report them later. */
const NAMED_POD: StructType = { name: POD.kind, fields: { metadata: OBJECT_META_TYPE } };
const TYPES = { [`${POD.apiVersion} ${POD.kind}`]: NAMED_POD };

/**
 * Reads objects of some kinds.
 *
 * A list without objects is empty if a cluster was read and it lists this kind. Otherwise, the list is absent: the objects may be
 * missing in the dump.
 *
 * @param input - files, maybe a cluster
 * @param terminal - standard input, and standard error for the progress
 * @param options - what to read
 */
export async function readClusterObjects(
  input: Input,
  terminal: Terminal,
  { next, wholeLists = false, ...options }: ReadObjectsOptions,
): Promise<ReadObjects> {
  const reader = new ClusterReader({ types: TYPES, ...options });
  const cluster = input.cluster && { ...input.cluster, next: () => next?.(reader.read()) ?? [] };
  const errors = await readManifests({ ...input, cluster }, terminal, reader);
  const read = reader.read();
  const isWhole = input.cluster !== undefined && errors.length === 0;
  const lists = options.kinds.map(({ kind, listKey }) => {
    const list = read.cluster[listKey as 'pods'];
    return [listKey, isUnknown(terminal, kind) ? (wholeLists ? undefined : list) : (list ?? [])];
  });
  return {
    ...read,
    cluster: isWhole ? Object.fromEntries(lists) : read.cluster,
    errors,
  };
}

// The problems of objects, with their places.

/**
 * Computes something of an object, and collects why it cannot be computed.
 *
 * @param placed - the object
 * @param problems - receives the problem of the object
 * @param compute - what may throw a FieldError
 * @returns the result; undefined if there is a problem
 */
export function attemptOn<T>(
  placed: ObjectPlace,
  problems: Problem[],
  compute: () => T,
): T | undefined {
  const { value, error } = attempt(compute);
  if (error !== undefined) {
    const { problem } = error as FieldError<ProblemCode>;
    if (problem === undefined) {
      throw error;
    }
    problems.push(placeProblem(placed, problem));
  }
  return value;
}
