import {
  type FilePosition,
  findObjects,
  type ManifestFile,
  type PlacedObject,
  parseManifests,
} from '@kubesem/manifests';
import type { Problem } from '../report/problem.js';
import { segmentsOf } from '../report/written-path.js';
import { findWrongField } from './object-shapes.js';

/** Objects of some kinds, each kind in a list of its own. */
export interface ObjectLists<List extends string> {
  /** The objects of a list, which have the JSON types that their kind asks for. */
  objectsOf<T>(list: List): readonly T[];
  /** What is wrong with the files and with these objects; objects with errors are left out of the lists. */
  readonly problems: readonly Problem[];
  /** Looks up where something stands that is named by its place in a list, such as `services[3].spec`. */
  placeOf(path: string): FilePosition | undefined;
}

/**
 * Gathers objects of some kinds from files; all other kinds are passed over.
 *
 * @param files - texts with manifests
 * @param kinds - the list of each kind, by its version and its name, such as `v1 Pod`
 * @returns the lists
 */
export function readObjectLists<List extends string>(
  files: readonly ManifestFile[],
  kinds: { readonly [type: string]: List | undefined },
): ObjectLists<List> {
  const problems: Problem[] = [];
  const lists = new Map<string, PlacedObject[]>();
  for (const file of files) {
    const { documents, problems: ofFile } = parseManifests(file);
    const found = [...ofFile];
    for (const document of documents) {
      for (const placed of findObjects(document, found)) {
        const type = `${placed.apiVersion} ${placed.kind}`;
        const list = Object.prototype.hasOwnProperty.call(kinds, type) ? kinds[type] : undefined;
        if (list !== undefined && hasRightTypes(placed, found)) {
          const before = lists.get(list) ?? [];
          before.push(placed);
          lists.set(list, before);
        }
      }
    }
    // Not all at once: there may be more than a call takes arguments.
    found.forEach((problem) => void problems.push(problem));
  }
  return {
    objectsOf: <T>(list: List) => (lists.get(list) ?? []).map(({ object }) => object as T),
    problems,
    placeOf: (path) => placeIn(lists, path),
  };
}

function hasRightTypes({ kind, object, document, base }: PlacedObject, problems: Problem[]) {
  const wrong = findWrongField(kind, object);
  if (wrong !== undefined) {
    const position = document.positionOf([...base, ...wrong.path]);
    const { message } = wrong;
    const { file } = document;
    problems.push({ severity: 'error', code: 'INVALID_TYPE', message, file, ...position });
  }
  return wrong === undefined;
}

function placeIn(
  lists: ReadonlyMap<string, readonly PlacedObject[]>,
  path: string,
): FilePosition | undefined {
  const [, list = '', index, rest = ''] = /^(\w+)\[(\d+)\]\.?([^]*)/.exec(path) ?? [];
  const placed = lists.get(list)?.[Number(index)];
  if (placed === undefined) {
    return undefined;
  }
  const { document, base, object } = placed;
  const position = document.positionOf([...base, ...segmentsOf(object, rest)]);
  return { file: document.file, ...position };
}
