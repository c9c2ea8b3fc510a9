import type { ManifestFile, Manifests } from '../document.js';
import { START } from '../position.js';
import type { ManifestProblem } from '../problem.js';
import { readYAMLDocument } from '../yaml/yaml-document.js';
import { readManifests } from './read-manifests.js';

/**
 * Parses the documents of a file as kubectl does: YAML between lines of `---`, JSON, or a stream of JSON objects.
 *
 * Scalars follow the rules of YAML 1.1: `yes` is true, `017` and `0o17` are 15, `1_000` is 1000, `12:30` and dates are
 * strings. A broken document becomes a problem, and the other documents are still read.
 *
 * @param file - the text and its name; a byte order mark at the start is skipped
 * @returns the documents with the places of their values, and what is wrong with the text; nothing is thrown
 *
 * @example
 * ```ts
 * import { parseManifests } from '@kubesem/manifests';
 *
 * const { documents, problems } = parseManifests({ name: 'a.yaml', text: 'kind: Pod\n---\nkind: "Pod\n' });
 * documents.map(({ value }) => value) // => [{ kind: 'Pod' }]
 * problems.map(({ code, line }) => `${code} in line ${line}`) // => ['SYNTAX in line 4']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/yaml` v0.37.1, `YAMLOrJSONDecoder`; `sigs.k8s.io/yaml` v1.6.0.
 */
export function parseManifests(file: ManifestFile): Manifests {
  const problems: ManifestProblem[] = [];
  const onProblem = (problem: ManifestProblem) => void problems.push(problem);
  const documents = [...readManifests(file, START, onProblem, readYAMLDocument)];
  return { documents, problems };
}
