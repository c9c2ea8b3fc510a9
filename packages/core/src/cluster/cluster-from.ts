import { isList, isObject, isText } from '../field/values.js';
import { BUILT_IN_KINDS } from '../kinds/built-in.js';
import type { ClusterLists } from './cluster-lists.js';
import type { ClusterObjects } from './cluster-objects.js';
import { type Definition, Definitions, updatedObject } from './definitions.js';
import { METRIC_KINDS, typesOf } from './listed-kinds.js';

/** Options of {@link clusterFrom}. */
export interface ClusterFromOptions<List extends keyof ClusterObjects = keyof ClusterObjects> {
  /** The lists that the objects have all of, such as `pods`: one without objects is then empty. */
  readonly complete?: readonly List[] | undefined;
}

/**
 * Sorts objects into the lists of a cluster, which the functions of all packages take.
 *
 * Of several definitions of an object, the last one counts, in the place of the first; a manifest updates a stored object. An
 * object that is neither of a built-in kind nor a metric is skipped, and so is a value of another type.
 *
 * @param objects - objects and lists of objects, or one list, such as the items of `kubectl get -o json`, or what `parseObjects` and
 * `readObjects` of `@kubesem/manifests` return; they are not changed. Lists are opened as `objectsIn` of that package does
 * @param options - which lists are complete
 * @returns the lists. One without objects is absent, because it is not known whether the cluster has any, unless it is complete
 *
 * @example
 * ```ts
 * import { clusterFrom } from '@kubesem/core';
 *
 * const dump = {
 *   apiVersion: 'v1',
 *   kind: 'List',
 *   items: [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }],
 * };
 * const { nodes, pods, services } = clusterFrom(dump, { complete: ['nodes', 'pods'] });
 * nodes.map(({ metadata }) => metadata?.name) // => ['n1']
 * pods // => []
 * services // => undefined
 * ```
 */
export function clusterFrom<List extends keyof ClusterObjects = never>(
  objects: Iterable<unknown> | object,
  { complete = [] }: ClusterFromOptions<List> = {},
): ClusterObjects & ClusterLists<List> {
  const lists = new Map<string, Kept[]>(complete.map((list) => [list, []]));
  const definitions = new Definitions<Kept>();
  for (const definition of definitionsIn(objects)) {
    const list = LIST_KEYS.get(`${definition.apiVersion} ${definition.kind}`);
    if (list !== undefined) {
      const { object } = definition;
      const kept = { object };
      const earlier = definitions.earlier(definition, kept);
      if (earlier !== undefined) {
        earlier.object = updatedObject(earlier.object, object);
      } else {
        const all = lists.get(list) ?? [];
        lists.set(list, all);
        all.push(kept);
      }
    }
  }
  const found = [...lists].map(([list, all]) => [list, all.map(({ object }) => object)]);
  return Object.fromEntries(found) as ClusterObjects & ClusterLists<List>;
}

/** An object in a list. */
interface Kept {
  object: Definition['object'];
}

const LIST_KEYS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ METRIC_KINDS.concat(BUILT_IN_KINDS).flatMap((kind) =>
    typesOf(kind).map((type) => [type, kind.listKey]),
  ),
);

/** A value that may be an object or a list, and what its list says of its type. */
interface Untyped {
  readonly value: unknown;
  readonly type?: Pick<Definition, 'apiVersion' | 'kind'> | undefined;
}

/** The fields of a list and of an object with its place, none of which may be there. */
interface AnyFields {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly items?: unknown;
  readonly object?: unknown;
  readonly positionOf?: unknown;
}

/** The objects, and those of lists, however deep these are nested; a list in itself is opened once. */
function* definitionsIn(objects: Iterable<unknown> | object): Generator<Definition, void> {
  const opened = new Set<object>();
  for (const each of isIterable(objects) ? objects : [objects]) {
    // The next value is last.
    const open: Untyped[] = [{ value: each }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, type } = next;
      if (!isObject(value)) {
        continue;
      }
      const { apiVersion, kind, object, items, positionOf }: AnyFields = value;
      const own = isText(apiVersion) && isText(kind) ? { apiVersion, kind } : type;
      if (typeof positionOf === 'function') {
        open.push({ value: object, type: own });
      } else if (isList(items)) {
        if (!opened.has(value)) {
          opened.add(value);
          const ofItems = own && { ...own, kind: own.kind.replace(/List$/, '') };
          for (let index = items.length - 1; index >= 0; index -= 1) {
            open.push({ value: items[index], type: ofItems });
          }
        }
      } else if (own !== undefined) {
        yield { ...own, object: value };
      }
    }
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof (value as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] === 'function';
}
