import { createImageCredentials, type ImageCredentials, type Problem } from '@kubesem/inspect';
import { readSources, wholeText } from '../../io/read.js';
import { fileSource } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';

/** The credentials of files, and what is wrong with these. */
export interface CredentialFiles {
  /** Undefined if no file was named. */
  readonly credentials: ImageCredentials | undefined;
  /** The texts by file, so files that are also manifests are not read again. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  /** An error message for each file that could not be read. */
  readonly errors: readonly string[];
}

/**
 * Reads files with registry credentials.
 *
 * @param paths - a `config.json`, a `.dockercfg`, manifests with Secrets; `-` is standard input
 * @param terminal - standard input, and standard error for the progress
 * @returns the credentials
 */
export async function readCredentials(
  paths: readonly string[],
  terminal: Terminal,
): Promise<CredentialFiles> {
  const texts = new Map<string, string>();
  const problems: Problem[] = [];
  const credentials = paths.length === 0 ? undefined : createImageCredentials();
  const sources = [...new Set(paths)].map(fileSource);
  const errors = await readSources(sources, terminal, async (source) => {
    const { name } = source;
    const text = await wholeText(source);
    texts.set(name, text);
    problems.push(...(credentials?.addFile({ name, text }) ?? []));
  });
  return { credentials, texts, problems, errors };
}
