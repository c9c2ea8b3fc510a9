import type { ManifestFile, ManifestStream } from '../document.js';
import { inNamespace } from '../objects/namespace.js';
import type {
  ManifestObject,
  ParseObjectsOptions,
  ReadObjectsOptions,
} from '../objects/objects.js';
import { readYAMLDocument } from '../yaml/yaml-document.js';
import { collectObjects, type ManifestObjects } from './collect-objects.js';
import { ObjectStream } from './object-stream.js';

/**
 * Parses the API objects of a file as kubectl does, with the places of all their fields.
 *
 * If JSON is cut off or broken, the objects that can be read are returned.
 *
 * @param file - the text and its name
 * @param options - the namespace of objects without one
 * @returns the objects, and what is wrong with the text; nothing is thrown
 *
 * @example
 * ```ts
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n---\napiVersion: v1\n';
 * const { objects, problems } = parseObjects({ name: 'web.yaml', text });
 * objects.map(({ kind, file, line }) => `${kind} at ${file}:${line}`) // => ['Pod at web.yaml:1']
 * objects[0]?.positionOf(['metadata', 'name']) // => { line: 4, column: 9 }
 * problems.map(({ code, message }) => `${code}: ${message}`) // => ['NOT_AN_OBJECT: missing kind']
 * ```
 */
export function parseObjects(
  file: ManifestFile,
  options: ParseObjectsOptions = {},
): ManifestObjects {
  return collectObjects(file, options, readYAMLDocument);
}

/**
 * Reads the API objects of a file one by one as kubectl does, however long the file is.
 *
 * JSON is read item by item and YAML document by document, and nothing is kept: a list of many hundred megabytes needs as
 * much memory as one of its objects. If a dump is cut off, the objects before the end are read.
 *
 * @param file - the text, in chunks of any length, and its name
 * @param options - the receiver of problems, and the namespace of objects without one
 * @returns the objects, including the items of lists
 * @throws the errors of the iterator of the chunks
 *
 * @example
 * ```ts
 * import { readObjects } from '@kubesem/manifests';
 *
 * const chunks = ['{"apiVersion": "v1", "kind": "PodList", "items": [{"metadata": {"na', 'me": "a"}}, {"meta'];
 * const problems: string[] = [];
 * const found: string[] = [];
 * const onProblem = ({ code, path }: { code: string; path: string }) => problems.push(`${code} ${path}`);
 * for await (const { kind, item } of readObjects({ name: 'cut.json', chunks }, { onProblem })) {
 *   found.push(`${kind} ${item}`);
 * }
 * found // => ['Pod items[0]']
 * problems // => ['SYNTAX items[1]']
 * ```
 */
export async function* readObjects(
  { name, chunks }: ManifestStream,
  { onProblem = () => {}, namespace }: ReadObjectsOptions = {},
): AsyncGenerator<ManifestObject, void> {
  let found: ManifestObject[] = [];
  const receivers = {
    object: (object: ManifestObject) => void found.push(object),
    problem: onProblem,
  };
  const stream = new ObjectStream(name, inNamespace(receivers, namespace), readYAMLDocument);
  for await (const chunk of chunks) {
    for (const _ of stream.push(chunk)) {
      // Several times as fast as `yield*`, which waits for each object of a plain list.
      for (const object of found) {
        yield object;
      }
      found = [];
    }
  }
  stream.end();
  yield* found;
}
