import { appendAll, problemOf } from '@kubesem/core/internal';
import type { PullPolicyRule } from '@kubesem/image';
import { createImageCredentials, type ImageCredentials, type Problem } from '@kubesem/inspect';
import { isDockerConfig } from '@kubesem/inspect/internal';
import {
  type ManifestFile,
  type ManifestObjects,
  parseJSON,
  parseManifests,
  parseObjects,
} from '@kubesem/manifests';
import { readSources, wholeText } from '../io/read.js';
import { sourcesOf } from '../io/sources.js';
import type { Terminal } from '../io/terminal.js';
import { hasErrors } from '../output/problems.js';

/** The credentials of files, and what is wrong with these. */
export type CredentialFiles = Awaited<ReturnType<typeof readCredentials>>;

/**
 * Reads files with registry credentials.
 *
 * @param paths - a `config.json`, a `.dockercfg`, manifests with Secrets; `-` is standard input
 * @param terminal - standard input, and standard error for the progress
 * @param namespace - of Secrets without one; undefined to leave them as they are
 * @returns the credentials
 */
export async function readCredentials(
  paths: readonly string[],
  terminal: Terminal,
  namespace?: string,
) {
  /** The objects by the real path of the file, so files that are also manifests are not read again. */
  const files = new Map<string, ManifestObjects>();
  const problems: Problem[] = [];
  const credentials = paths.length === 0 ? undefined : createImageCredentials();
  const errors = await readSources(sourcesOf(paths), terminal, async (source) => {
    const file = { name: source.name, text: await wholeText(source) };
    const parsed = parseObjects(file, { namespace });
    files.set(source.file, parsed);
    appendAll(problems, credentials ? addFile(file, parsed, credentials) : []);
  });
  return { credentials, files, problems, errors };
}

/** Adds a file, and returns what is wrong with it. */
function addFile(
  file: ManifestFile,
  { objects, problems }: ManifestObjects,
  credentials: ImageCredentials,
): readonly Problem[] {
  // Only a file without objects can be a Docker configuration.
  if (objects.length === 0 && isDockerConfig(file, parseManifests(file))) {
    return credentials.addDockerConfig(file, parseJSON(file));
  }
  const added = objects.filter(credentials.add);
  const isEmpty = added.length === 0 && !hasErrors(problems);
  return [...problems, ...(isEmpty ? [nothingIn(file)] : [])];
}

function nothingIn({ name: file }: ManifestFile): Problem {
  const message = 'no credentials; pass a config.json, a .dockercfg or manifests with Secrets';
  return { ...problemOf({ code: 'REQUIRED', message }), file, line: 1, column: 1 };
}

/** Why a pull policy applies. */
export const PULL_POLICY_RULES: { readonly [Rule in PullPolicyRule]: string } = {
  SET: 'as written',
  NO_TAG_NO_DIGEST: 'default, because the tag defaults to `latest`',
  LATEST_TAG: 'default for the tag `latest`',
  OTHER_TAG: 'default for tags other than `latest`',
  DIGEST_ALONE: 'default for a digest without a tag',
  INVALID_IMAGE: 'default for an invalid image name',
};

/** A digest with as many digits as it takes to tell images apart. */
export function shortDigest(text: string): string {
  return text.replace(/(sha\d+:.{7}).*/, '$1…');
}
