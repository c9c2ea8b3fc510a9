import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { FLOW_SCHEMA, type Kind, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';
import { FLOW_SCHEMA_TYPE } from '@kubesem/core/types/flow-schema';
import { PRIORITY_LEVEL_CONFIGURATION_TYPE } from '@kubesem/core/types/priority-level-configuration';
import type { ManifestObjects } from '@kubesem/manifests';
import { addAll, type ObjectCollector } from '../collector.js';
import type { Problem } from '../problem.js';
import { ObjectLists, type PlaceInLists } from './object-lists.js';

/** The objects that configure API Priority and Fairness. */
export interface ApfObjects {
  /** The priority levels. */
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  /** The flow schemas. */
  readonly flowSchemas: readonly FlowSchema[];
  /** What is wrong with the files and with these objects; objects with errors are not in the lists. */
  readonly problems: readonly Problem[];
  /** Finds the object of a problem whose segments start with a list and an index, such as `['flowSchemas', 3]`. */
  readonly place: PlaceInLists;
}

/** Collects priority levels and flow schemas from files that are read one after the other. */
export interface ApfReader extends ObjectCollector {
  /** Returns the objects so far. */
  readonly objects: () => ApfObjects;
}

/** Makes a table by version and kind. Source: `k8s.io/api/flowcontrol` v0.37.1, its versions. */
function byVersion<T>(levels: T, schemas: T): { readonly [type: string]: T } {
  return Object.fromEntries(
    ['v1', 'v1beta3', 'v1beta2', 'v1beta1'].flatMap((version) => {
      const typeOf = ({ group, kind }: Kind) => `${group}/${version} ${kind}`;
      return [
        [typeOf(PRIORITY_LEVEL_CONFIGURATION), levels],
        [typeOf(FLOW_SCHEMA), schemas],
      ] as const;
    }),
  );
}

const LISTS = /* @__PURE__ */ byVersion<'priorityLevels' | 'flowSchemas'>(
  'priorityLevels',
  'flowSchemas',
);
const TYPES = /* @__PURE__ */ byVersion(PRIORITY_LEVEL_CONFIGURATION_TYPE, FLOW_SCHEMA_TYPE);

/**
 * Creates a collector for priority levels and flow schemas, for files that are read one object at a time.
 *
 * @returns the collector; objects of other kinds are skipped
 *
 * @example
 * ```ts
 * import { createApfReader } from '@kubesem/inspect';
 *
 * const { objects } = createApfReader();
 * objects().flowSchemas // => []
 * ```
 */
export function createApfReader(): ApfReader {
  const lists = new ObjectLists(LISTS, undefined, TYPES);
  const { add, addProblem, problems, place } = lists;
  const objects = () => ({
    priorityLevels: lists.objectsOf<PriorityLevelConfiguration>('priorityLevels'),
    flowSchemas: lists.objectsOf<FlowSchema>('flowSchemas'),
    problems,
    place,
  });
  return { add, addProblem, objects };
}

/**
 * Collects priority levels and flow schemas of any version of their API.
 *
 * The objects are as written: defaults are not filled in, and rules of the API server are not checked.
 *
 * @param files - results of `parseObjects` of `@kubesem/manifests`; objects of other kinds are skipped
 * @returns the objects, and what is wrong with them
 *
 * @example
 * ```ts
 * import { readApfObjects } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = `
 * apiVersion: flowcontrol.apiserver.k8s.io/v1
 * kind: FlowSchema
 * metadata: { name: builds }
 * spec: { matchingPrecedence: 500 }
 * `;
 * const { flowSchemas, priorityLevels } = readApfObjects([parseObjects({ name: 'apf.yaml', text })]);
 * flowSchemas[0]?.metadata?.name // => 'builds'
 * priorityLevels // => []
 * ```
 */
export function readApfObjects(files: Iterable<ManifestObjects>): ApfObjects {
  const reader = createApfReader();
  addAll(reader, files);
  return reader.objects();
}
