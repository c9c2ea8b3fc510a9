import { appendAll } from '@kubesem/core/internal';
import { type CredentialEntry, collectDockerConfig } from '@kubesem/image';
import { dockerConfigFormat } from '@kubesem/image/internal';
import type {
  FilePosition,
  JSONObject,
  ManifestDocument,
  ManifestFile,
  Manifests,
} from '@kubesem/manifests';
import { type Problem, placeProblem } from '../problem.js';

/** An entry of a Docker configuration, and the place of its value. */
export type PlacedEntry = readonly [entry: CredentialEntry, place: FilePosition];

/**
 * Reports whether a file is a Docker configuration rather than a manifest: its text starts with a brace, and it has
 * neither a kind nor an API version.
 *
 * @param file - the text and its name
 * @param parsed - the result of `parseManifests` of `@kubesem/manifests` for the file
 * @returns whether to add it with `addDockerConfig` of {@link ImageCredentials}
 *
 * @example
 * ```ts
 * import { isDockerConfig } from '@kubesem/inspect/internal';
 * import { parseManifests } from '@kubesem/manifests';
 *
 * const isConfig = (text: string) => isDockerConfig({ name: 'a', text }, parseManifests({ name: 'a', text }));
 * isConfig('{ "auths": {} }') // => true
 * isConfig('{ "apiVersion": "v1", "kind": "Secret" }') // => false
 * ```
 */
export function isDockerConfig({ text }: ManifestFile, { documents }: Manifests): boolean {
  const value = documents[0]?.value;
  return (
    isObject(value) &&
    text.trimStart().startsWith('{') &&
    !('kind' in value) &&
    !('apiVersion' in value)
  );
}

/** Reads the entries of a Docker configuration. Problems do not quote the file. */
export function readDockerConfig(
  { text }: ManifestFile,
  { documents, problems: textProblems }: Manifests,
): { readonly entries: readonly PlacedEntry[]; readonly problems: readonly Problem[] } {
  const [document] = documents;
  const problems: Problem[] = [...textProblems];
  if (document === undefined || !isObject(document.value)) {
    return { entries: [], problems: problems.map(withKubelet) };
  }
  const format = dockerConfigFormat(text);
  const { entries, faults, warnings } = collectDockerConfig(text, { format });
  for (const { problem } of faults) {
    problems.push(withKubelet(placeProblem(document, problem)));
  }
  appendAll(
    problems,
    warnings.map((warning) => placeProblem(document, warning)),
  );
  const placed = entries.map((entry): PlacedEntry => {
    const { line, column } = document.positionOf(
      format === 'dockercfg' ? [entry.server] : ['auths', entry.server],
    );
    return [entry, { file: document.file, line, column }];
  });
  return { entries: faults.length > 0 ? [] : placed, problems };
}

function isObject(value: ManifestDocument['value'] | undefined): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kubelet rejects a configuration as a whole. */
function withKubelet(problem: Problem): Problem {
  return { ...problem, message: `${problem.message}; the kubelet ignores the whole file` };
}
