import { fieldPath } from '@kubesem/core';
import type { JSONObject } from '../json/json-value.js';
import type { ManifestProblem } from '../problem.js';
import type { FilePosition, ManifestStream } from '../stream/manifest.js';
import { ObjectStream } from '../stream/object-stream.js';
import type { PlacedObject } from './objects.js';

/** An object of a file, and where it starts. */
export interface ManifestObject extends FilePosition {
  /** Path of the object in the list that the document is, such as `items[3]`; empty if it is the document. */
  readonly item: string;
  /** API group and version, such as `apps/v1`. */
  readonly apiVersion: string;
  /** Kind, such as `Deployment`. */
  readonly kind: string;
  /** The object. What its list says of all items, its version and its kind, need not stand in it. */
  readonly object: JSONObject;
}

/** Options of {@link readObjects}. */
export interface ReadObjectsOptions {
  /** Called with all that is wrong with the text. */
  readonly onProblem?: ((problem: ManifestProblem) => void) | undefined;
}

/**
 * Reads the objects of a file one after the other, as kubectl does, however long it is.
 *
 * JSON is read item by item and YAML document by document, and nothing that was read is held: a dump of a cluster, one
 * list of many hundred megabytes, takes as much memory as one of its objects. What stands before the place where a dump
 * is cut off is read.
 *
 * @param file - the text, in chunks of any length, and what to call it
 * @param options - who wants to know what is wrong
 * @returns the objects, those of lists one by one
 * @throws whatever the chunks throw
 *
 * @example
 * ```ts
 * import { readObjects } from '@kubesem/manifests';
 *
 * const chunks = ['{"apiVersion": "v1", "kind": "PodList", "items": [{"metadata": {"na', 'me": "a"}}, {"meta'];
 * const problems: string[] = [];
 * const found: string[] = [];
 * const onProblem = ({ path = '' }) => problems.push(path);
 * for await (const { kind, item } of readObjects({ name: 'cut.json', chunks }, { onProblem })) {
 *   found.push(`${kind} ${item}`);
 * }
 * found // => ['Pod items[0]']
 * problems // => ['items[1]']
 * ```
 */
export async function* readObjects(
  file: ManifestStream,
  { onProblem = () => {} }: ReadObjectsOptions = {},
): AsyncGenerator<ManifestObject, void> {
  let found: ManifestObject[] = [];
  const object = (placed: PlacedObject) => found.push(locate(placed));
  const stream = new ObjectStream(file.name, { object, problem: onProblem });
  for await (const chunk of file.chunks) {
    stream.push(chunk);
    yield* found;
    found = [];
  }
  stream.end();
  yield* found;
}

function locate({ document, base, apiVersion, kind, object }: PlacedObject): ManifestObject {
  const { file } = document;
  return { file, ...document.positionOf(base), item: fieldPath(...base), apiVersion, kind, object };
}
