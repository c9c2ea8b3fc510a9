import type { ManifestFile } from '../document.js';
import { inNamespace } from '../objects/namespace.js';
import type { ManifestObject, ParseObjectsOptions } from '../objects/objects.js';
import type { ManifestProblem } from '../problem.js';
import type { ReadYAML } from '../text-document.js';
import { finish, ObjectStream } from './object-stream.js';

/** The API objects of a file. */
export interface ManifestObjects {
  /** The objects, including the items of lists. */
  readonly objects: readonly ManifestObject[];
  /** What is wrong with the text. */
  readonly problems: readonly ManifestProblem[];
}

/** Collects the objects of a file and what is wrong with it. */
export function collectObjects(
  { name, text }: ManifestFile,
  { namespace }: ParseObjectsOptions,
  readYAML: ReadYAML,
): ManifestObjects {
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  const receivers = {
    object: (object: ManifestObject) => void objects.push(object),
    problem: (problem: ManifestProblem) => void problems.push(problem),
  };
  const stream = new ObjectStream(name, inNamespace(receivers, namespace), readYAML);
  finish(stream.push(text));
  stream.end();
  return { objects, problems };
}
