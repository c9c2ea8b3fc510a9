import {
  ABSENT,
  apiGroupOf,
  type ClusterObjects,
  checkAssuredShares,
  checkTypes,
  type FieldProblem,
  type Fields,
  fields,
  formatFieldPath,
  isNamespacedKind,
  type KubernetesObject,
  type ObjectMeta,
  objectNamespace,
  objectOf,
  type StructType,
} from '@kubesem/core';
import { type Kind, POD } from '@kubesem/core/kinds';
import type { JSONObject } from '../json/json-value.js';
import type { ManifestObject } from '../objects/objects.js';
import { type ManifestProblem, manifestProblem } from '../problem.js';
import type { ManifestObjects } from '../stream/collect-objects.js';

/** An object in a list, and where it is. */
export type ObjectOrigin = ManifestObject;

/** A kind whose objects are read into a list. */
export type ListedKind = Pick<Kind, 'group' | 'versions' | 'apiVersion' | 'kind' | 'listKey'>;

/** Options of a {@link ClusterReader}. */
export interface ClusterReaderOptions {
  /** The kinds to read, in all of their versions. */
  readonly kinds: readonly ListedKind[];
  /** Whether to read an object of another kind, into `others`; by default, none is read. */
  readonly isOther?: ((placed: ManifestObject) => boolean) | undefined;
  /**
   * The types of the kinds, such as `BUILT_IN_TYPES` of `@kubesem/core/types`. An object with a field of the wrong type is then
   * a problem, and not in the lists.
   */
  readonly types?: { readonly [type: string]: StructType | undefined } | undefined;
  /** Returns what to keep of an object; by default, all but the `managedFields` of a Pod. */
  readonly keep?: ((placed: ManifestObject) => object) | undefined;
  /** Combines two definitions of an object; by default, a manifest updates a stored object, and else the later one counts. */
  readonly merge?: ((before: object, next: object) => object) | undefined;
}

/** The objects of a cluster that were read, and where they are. */
export interface PlacedCluster {
  /** The lists of objects, in the order of the files. A list without objects is absent. */
  readonly cluster: ClusterObjects;
  /** The objects of other kinds. */
  readonly others: readonly object[];
  /** What is wrong with the files and the objects. */
  readonly problems: readonly ManifestProblem[];
  /** Returns where an object is; undefined for an object that is not in the lists. */
  readonly originOf: (object: unknown) => ObjectOrigin | undefined;
}

/**
 * Reads the objects of a cluster into lists, one object at a time.
 *
 * Of several definitions of an object, the last one counts, even if an API server has stored two with different uids: one has
 * replaced the other, since a cluster has one object of a name. A manifest updates a stored object, in any order.
 *
 * @example
 * ```ts
 * import { POD, SERVICE } from '@kubesem/core/kinds';
 * import { ClusterReader } from '@kubesem/manifests/cluster';
 * import { readObjects } from '@kubesem/manifests';
 *
 * const reader = new ClusterReader({ kinds: [SERVICE, POD] });
 * const chunks = ['{"apiVersion": "v1", "kind": "Service", "metadata"', ': {"name": "data"}}'];
 * for await (const object of readObjects({ name: 'data.json', chunks }, { onProblem: reader.addProblem })) {
 *   reader.add(object);
 * }
 * const { cluster, originOf } = reader.read();
 * cluster.services?.map(({ metadata }) => metadata?.name) // => ['data']
 * cluster.pods // => undefined
 * originOf(cluster.services?.[0])?.file // => 'data.json'
 * ```
 */
export class ClusterReader {
  // Not private: two copies of this package can be in one app, and private fields would make their types differ.
  /** @internal */
  readonly kinds: ReadonlyMap<string, ListedKind>;
  /** @internal */
  readonly lists: Map<string, KeptList> = new Map();
  /** @internal */
  readonly problems: ManifestProblem[] = [];

  /** @param options - what to read */
  constructor(
    /** @internal */
    readonly options: ClusterReaderOptions,
  ) {
    this.kinds = new Map(
      options.kinds.flatMap((kind) => typesOf(kind).map((type) => [type, kind])),
    );
  }

  /** Adds an object; objects of other kinds are skipped. */
  readonly add = (placed: ManifestObject): void => {
    const { types, isOther } = this.options;
    const listed = this.kinds.get(`${placed.apiVersion} ${placed.kind}`);
    if (listed === undefined) {
      if (isOther?.(placed)) {
        this.keep(OTHERS, placed);
      }
      return;
    }
    const type = types?.[`${listed.apiVersion} ${listed.kind}`];
    if (type === undefined || this.hasTypes(placed, type)) {
      this.keep(listed.listKey, placed);
    }
  };

  /** Adds a problem of a file. */
  readonly addProblem = (problem: ManifestProblem): void => {
    this.problems.push(problem);
  };

  /**
   * Adds all of some files.
   *
   * @param files - results of `parseObjects`
   * @returns the reader
   */
  addFiles(files: Iterable<ManifestObjects>): this {
    for (const { objects, problems } of files) {
      problems.forEach(this.addProblem);
      objects.forEach(this.add);
    }
    return this;
  }

  /** Returns what was read so far. */
  readonly read = (): PlacedCluster => {
    const found = [...this.lists].map(
      ([list, { all }]) => [list, all.map(({ object }) => object)] as const,
    );
    const { [OTHERS]: others = [], ...cluster } = Object.fromEntries(found);
    return { cluster, others, problems: this.problems, originOf: originsIn(this.lists) };
  };

  private hasTypes(placed: ManifestObject, type: StructType): boolean {
    const { object, file, positionOf } = placed;
    const before = this.problems.length;
    const report = (problem: FieldProblem<'INVALID_TYPE'>) => {
      this.problems.push({
        severity: 'error',
        ...problem,
        file,
        ...positionOf(problem.segments),
      });
    };
    checkTypes(object, type, undefined, report);
    checkAssuredShares(object, undefined, report);
    return this.problems.length === before;
  }

  private keep(list: string, placed: ManifestObject): void {
    const { keep = withoutManagedFields, merge = updated } = this.options;
    const known = this.lists.get(list) ?? { all: [], byName: new Map() };
    this.lists.set(list, known);
    const object = keep(placed);
    const place = keptPlace(placed);
    const earlier = findSame(known, placed);
    if (earlier === undefined) {
      add(known, placed, { object, place });
      return;
    }
    const [wasStored, isStored] = [isStoredObject(earlier.object), isStoredObject(placed.object)];
    // A manifest may update a stored object; two manifests, or two stored objects, are probably a mistake.
    if (wasStored === isStored) {
      this.problems.push(duplicate(placed, earlier.place));
    }
    earlier.object = merge(earlier.object, object);
    earlier.place = isStored && !wasStored ? earlier.place : place;
  }
}

/**
 * The later of two definitions. A manifest, before or after a stored object, updates it: what it leaves out of the metadata and
 * the spec stays, such as a cluster IP, and so does the status.
 */
function updated(before: KeptFields, next: KeptFields): object {
  if (isStoredObject(before) === isStoredObject(next)) {
    return next;
  }
  const [stored, manifest] = isStoredObject(next) ? [next, before] : [before, next];
  const metadata = { ...objectOf(stored.metadata), ...objectOf(manifest.metadata) };
  const spec = stored.spec && { ...objectOf(stored.spec), ...objectOf(manifest.spec) };
  return { ...stored, ...manifest, metadata, ...(spec && { spec }) };
}

/** Fields of an object. */
interface KeptFields {
  readonly metadata?: object | null | undefined;
  readonly spec?: object | null | undefined;
}

/** An object in a list. */
interface KeptObject {
  object: object;
  place: KeptPlace;
}

/**
 * Where an object is. Of a stored Pod, only where it starts: its fields are found in its text, and a dump has too many Pods to
 * keep the texts of all.
 */
type KeptPlace = Omit<ManifestObject, 'object' | 'item' | 'positionOf'> &
  Partial<Pick<ManifestObject, 'positionOf'>>;

function keptPlace(placed: ManifestObject): KeptPlace {
  const { file, line, column, apiVersion, kind, segments, positionOf } = placed;
  const place = { file, line, column, apiVersion, kind, segments };
  const isStoredPod = kind === POD.kind && isStoredObject(placed.object);
  return isStoredPod ? place : { ...place, positionOf };
}

/** The objects of a list in their order, and each by its kind and namespace, and by its name. */
interface KeptList {
  readonly all: KeptObject[];
  readonly byName: Map<string, Map<string, KeptObject>>;
}

/** Finds the object that a definition is of; undefined for a definition without a name, which is always a new object. */
function findSame({ byName }: KeptList, placed: ManifestObject): KeptObject | undefined {
  return byName.get(scopeOf(placed))?.get(metadataOf(placed.object).text('name'));
}

function add({ all, byName }: KeptList, placed: ManifestObject, kept: KeptObject): void {
  all.push(kept);
  const name = metadataOf(placed.object).text('name');
  if (name !== '') {
    const scope = scopeOf(placed);
    const names = byName.get(scope) ?? new Map<string, KeptObject>();
    byName.set(scope, names);
    names.set(name, kept);
  }
}

/** In which the name of an object is unique. */
function scopeOf({ apiVersion, kind, object }: ManifestObject): string {
  const namespace = isNamespacedKind(apiVersion, kind) ? objectNamespace(object) : '';
  return `${apiGroupOf(apiVersion)} ${kind} ${namespace}`;
}

function duplicate(placed: ManifestObject, { file, line, column }: KeptPlace): ManifestProblem {
  const { apiVersion, kind, object } = placed;
  const namespace = isNamespacedKind(apiVersion, kind) ? `${objectNamespace(object)}/` : '';
  const name = `${namespace}${metadataOf(object).text('name')}`;
  const message = `${kind} ${name} is also defined at ${file}:${line}:${column}; the last definition wins`;
  return manifestProblem({ severity: 'warning', code: 'DUPLICATE_OBJECT', message }, placed);
}

/** Returns what finds the places of objects. They are indexed only if somebody asks. */
function originsIn(lists: ReadonlyMap<string, KeptList>): PlacedCluster['originOf'] {
  let index: Map<unknown, KeptObject> | undefined;
  return (object) => {
    index ??= new Map(
      [...lists.values()].flatMap(({ all }) => all.map((kept) => [kept.object, kept])),
    );
    const kept = index.get(object);
    return kept && originOf(kept);
  };
}

/** The list of other kinds, which no kind has. */
const OTHERS = '';

/** The versions of a kind, such as `apps/v1 Deployment`. */
export function typesOf({ group, versions, kind }: ListedKind): readonly string[] {
  return versions.map((version) => `${group}${group && '/'}${version} ${kind}`);
}

/** Whether an API server has stored an object. */
function isStoredObject(object: object): boolean {
  return metadataOf(object).text('uid') !== '';
}

/** A cursor on the metadata of an object. */
function metadataOf(object: KubernetesObject<unknown, unknown> | undefined): Fields<ObjectMeta> {
  return fields(object, ABSENT).at('metadata');
}

/** A Pod without its managed fields, which are often half of it; all of another object. */
function withoutManagedFields({ kind, object }: ManifestObject): object {
  const { metadata } = object;
  return kind === POD.kind &&
    typeof metadata === 'object' &&
    metadata !== null &&
    'managedFields' in metadata
    ? { ...object, metadata: { ...metadata, managedFields: undefined } }
    : object;
}

function originOf({ object, place }: KeptObject): ObjectOrigin {
  const { line, column, segments, positionOf = () => ({ line, column }) } = place;
  const item = formatFieldPath(segments);
  return { ...place, item, object: object as JSONObject, positionOf };
}
