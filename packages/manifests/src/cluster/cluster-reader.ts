import {
  type ClusterObjects,
  checkTypes,
  type FieldProblem,
  formatFieldPath,
  originOf,
  type StructType,
} from '@kubesem/core';
import {
  checkAssuredShares,
  Definitions,
  definedName,
  type ListedKind,
  typesOf,
  updatedObject,
} from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';
import type { JSONObject } from '../json/json-value.js';
import type { ManifestObject } from '../objects/objects.js';
import { type ManifestProblem, manifestProblem, placeProblem } from '../problem.js';
import type { ManifestObjects } from '../stream/collect-objects.js';

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
  readonly placeOf: (object: unknown) => ManifestObject | undefined;
}

/**
 * Reads the objects of a cluster into lists, one object at a time.
 *
 * Of several definitions of an object, the last one counts, even if an API server has stored two with different uids: one has
 * replaced the other, since a cluster has one object of a name. A manifest updates a stored object, in any order. Two manifests
 * of an object are a problem; so are the stored objects that two files share, but only one problem for all of them.
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
 * const { cluster, placeOf } = reader.read();
 * cluster.services?.map(({ metadata }) => metadata?.name) // => ['data']
 * cluster.pods // => undefined
 * placeOf(cluster.services?.[0])?.file // => 'data.json'
 * ```
 */
export class ClusterReader {
  // Not private: two copies of this package can be in one app, and private fields would make their types differ.
  /** @internal */
  readonly kinds: ReadonlyMap<string, ListedKind>;
  /** @internal */
  readonly lists: Map<string, KeptObject[]> = new Map();
  /** @internal */
  readonly definitions: Definitions<KeptObject> = new Definitions();
  /** @internal */
  readonly problems: ManifestProblem[] = [];
  /** The files with the same stored objects, of which there is a problem already. @internal */
  readonly repeated: Set<string> = new Set();

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
      ([list, all]) => [list, all.map(({ object }) => object)] as const,
    );
    const { [OTHERS]: others = [], ...cluster } = Object.fromEntries(found);
    return { cluster, others, problems: this.problems, placeOf: placesIn(this.lists) };
  };

  private hasTypes(placed: ManifestObject, type: StructType): boolean {
    const before = this.problems.length;
    const report = (problem: FieldProblem<'INVALID_TYPE'>) => {
      this.problems.push(placeProblem(placed, problem));
    };
    checkTypes(placed.object, type, undefined, report);
    checkAssuredShares(placed.object, undefined, report);
    return this.problems.length === before;
  }

  private keep(list: string, placed: ManifestObject): void {
    const { keep = withoutManagedFields, merge = updatedObject } = this.options;
    const object = keep(placed);
    const kept = { object, place: keptPlace(placed, object) };
    const earlier = this.definitions.earlier(placed, kept);
    if (earlier === undefined) {
      const all = this.lists.get(list) ?? [];
      this.lists.set(list, all);
      all.push(kept);
      return;
    }
    const [before, origin] = [originOf(earlier.object), originOf(placed.object)];
    // A manifest may update a stored object; two manifests, or two stored objects, are probably a mistake.
    if (before === origin) {
      this.warnOfDuplicate(placed, earlier.place, origin);
    }
    earlier.object = merge(earlier.object, object);
    earlier.place = origin === 'STORED' && before === 'MANIFEST' ? earlier.place : kept.place;
  }

  private warnOfDuplicate(
    placed: ManifestObject,
    { file, line, column }: KeptPlace,
    origin: ReturnType<typeof originOf>,
  ): void {
    const files = JSON.stringify([file, placed.file]);
    const isStored = origin === 'STORED';
    if (isStored && this.repeated.has(files)) {
      return;
    }
    if (isStored) {
      this.repeated.add(files);
    }
    const { apiVersion, kind } = placed;
    const { namespace, name } = definedName(placed);
    const title = `${kind} ${namespace && `${namespace}/`}${name}`;
    const what = isStored ? 'the last definition of each stored object' : 'the last definition';
    const message = `${title} is also defined at ${file}:${line}:${column}; ${what} wins`;
    const object = { apiVersion, kind, ...(namespace && { namespace }), name };
    this.addProblem(
      manifestProblem({ severity: 'warning', code: 'OBJECT_DUPLICATE', message, object }, placed),
    );
  }
}

/** An object in a list. */
interface KeptObject {
  object: object;
  place: KeptPlace;
}

/**
 * Where an object is. Of a stored Pod, and of a stored object of which only a part is kept, only where it starts: fields are found
 * in the text, and a dump has too many objects to keep the texts of all.
 */
type KeptPlace = Omit<ManifestObject, 'object' | 'item' | 'positionOf'> &
  Partial<Pick<ManifestObject, 'positionOf'>>;

function keptPlace(placed: ManifestObject, kept: object): KeptPlace {
  const { file, line, column, apiVersion, kind, segments, positionOf, object } = placed;
  const place = { file, line, column, apiVersion, kind, segments };
  const isPart = kind === POD.kind || kept !== object;
  return isPart && originOf(object) === 'STORED' ? place : { ...place, positionOf };
}

/** Returns what finds the places of objects. They are indexed only if somebody asks. */
function placesIn(lists: ReadonlyMap<string, readonly KeptObject[]>): PlacedCluster['placeOf'] {
  let index: Map<unknown, KeptObject> | undefined;
  return (object) => {
    index ??= new Map([...lists.values()].flatMap((all) => all.map((kept) => [kept.object, kept])));
    const kept = index.get(object);
    return kept && wholePlace(kept);
  };
}

/** The list of other kinds, which no kind has. */
const OTHERS = '';

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

function wholePlace({ object, place }: KeptObject): ManifestObject {
  const { line, column, segments, positionOf = () => ({ line, column }) } = place;
  const item = formatFieldPath(segments);
  return { ...place, item, object: object as JSONObject, positionOf };
}
