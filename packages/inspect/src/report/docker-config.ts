import { childPath, fieldProblem } from '@kubesem/core';
import { type CredentialEntry, collectDockerConfig } from '@kubesem/image';
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
 * import { isDockerConfig } from '@kubesem/inspect';
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

/**
 * Fields of credential stores, which keep passwords outside the file. Docker Desktop uses one, and leaves empty entries.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON`, which has no such fields, and
 * `BasicDockerKeyring.Add`, which adds empty entries.
 */
const STORE_FIELDS = ['credsStore', 'credHelpers'];
/** Fields of a `config.json`. A file without any of them is a `.dockercfg`, whose fields are registries. */
const CONFIG_FIELDS = ['auths', 'HttpHeaders', ...STORE_FIELDS];

/** Reads the entries of a Docker configuration. Problems do not quote the file. */
export function readDockerConfig(
  { text }: ManifestFile,
  { documents, problems: textProblems }: Manifests,
): { readonly entries: readonly PlacedEntry[]; readonly problems: readonly Problem[] } {
  const [document] = documents;
  const problems: Problem[] = textProblems.map(withoutKey);
  if (document === undefined || !isObject(document.value)) {
    return { entries: [], problems: problems.map(withKubelet) };
  }
  const fields = document.value;
  const isConfig = CONFIG_FIELDS.some((field) => field in fields);
  const format = isConfig ? 'dockerconfigjson' : 'dockercfg';
  const { entries, faults } = collectDockerConfig(text, { format });
  for (const { problem } of faults) {
    problems.push(withKubelet(placeProblem(document, 'error', problem)));
  }
  if (entries.length + faults.length === 0) {
    const problem = { type: 'FieldValueRequired', code: 'REQUIRED', path: undefined } as const;
    const message = 'no credentials under `auths`';
    problems.push(placeProblem(document, 'warning', fieldProblem({ ...problem, message })));
  }
  for (const field of STORE_FIELDS.filter((name) => name in fields)) {
    const message =
      'the kubelet ignores credential stores and helpers, and tries entries without a password';
    const path = childPath(undefined, field);
    const problem = { type: 'FieldValueNotSupported', code: 'CREDENTIAL_STORE', path } as const;
    problems.push(placeProblem(document, 'warning', fieldProblem({ ...problem, message })));
  }
  const placed = entries.map((entry): PlacedEntry => {
    const { line, column } = document.positionOf(
      isConfig ? ['auths', entry.server] : [entry.server],
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

/** The key of an entry may hold a password. */
function withoutKey(problem: Problem): Problem {
  return problem.code === 'DUPLICATE_KEY'
    ? { ...problem, message: 'duplicate key; the last value wins' }
    : problem;
}
