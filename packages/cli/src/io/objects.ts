import type { ObjectCollector } from '@kubesem/inspect';
import { readObjects } from '@kubesem/manifests';
import { type OpenSource, readSources } from './read.js';
import { findSources } from './sources.js';
import type { Terminal } from './terminal.js';

/**
 * Reads the objects of files, however long these are, and passes each on as soon as it is read.
 *
 * @param paths - files, folders, `-` for standard input; empty means standard input
 * @param terminal - standard input, and standard error for the progress
 * @param collector - receives the objects, and what is wrong with the files
 * @returns an error message for each source that could not be read to its end
 */
export async function readManifests(
  paths: readonly string[],
  terminal: Terminal,
  collector: ObjectCollector,
): Promise<string[]> {
  const { sources, errors } = findSources(paths);
  const unreadable = await readSources(sources, terminal, (source) => collect(source, collector));
  return [...errors, ...unreadable];
}

/** Passes on the objects of one source. */
export async function collect(
  source: OpenSource,
  { add, addProblem }: ObjectCollector,
): Promise<void> {
  for await (const object of readObjects(source, { onProblem: addProblem })) {
    add(object);
  }
}
