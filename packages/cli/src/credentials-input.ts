import { createImageCredentials, type ImageCredentials, type Problem } from '@kubesem/inspect';
import { InputError, readSource, STDIN_NAME } from './inputs.js';
import type { Terminal } from './terminal.js';

/** Credentials of the files that the user named, and what is wrong with these. */
export interface ReadCredentials {
  readonly credentials: ImageCredentials;
  readonly problems: readonly Problem[];
  /** What could not be read at all, each in a sentence. */
  readonly unreadable: readonly string[];
}

/**
 * Reads files for their credentials.
 *
 * @param paths - a `config.json`, a `.dockercfg`, manifests with Secrets; `-` is standard input
 * @param terminal - where standard input comes from
 * @returns the credentials; undefined if no file was named
 */
export async function readCredentials(
  paths: readonly string[],
  terminal: Terminal,
): Promise<ReadCredentials | undefined> {
  if (paths.length === 0) {
    return undefined;
  }
  const credentials = createImageCredentials();
  const problems: Problem[] = [];
  const unreadable: string[] = [];
  for (const path of paths) {
    const name = path === '-' ? STDIN_NAME : path;
    try {
      const text = await readSource({ name, bytes: 0 }, terminal);
      problems.push(...credentials.addFile({ name, text }));
    } catch (error) {
      if (!(error instanceof InputError)) {
        throw error;
      }
      unreadable.push(`${name}: ${error.message}`);
    }
  }
  return { credentials, problems, unreadable };
}
