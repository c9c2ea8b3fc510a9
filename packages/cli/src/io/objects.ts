import type { ObjectCollector } from '@kubesem/inspect';
import { parseObjects, readObjects } from '@kubesem/manifests';
import { type OpenSource, readSources, wholeText } from './read.js';
import { findSources } from './sources.js';
import type { Terminal } from './terminal.js';
import { checkRendered, MAX_UNRENDERED_BYTES } from './unrendered.js';

/**
 * Reads the objects of files, however long these are, and passes each on as soon as it is read.
 *
 * @param paths - files, folders, `-` for standard input; empty means standard input
 * @param terminal - standard input, and standard error for the progress
 * @param collector - receives the objects, and what is wrong with the files
 * @param namespace - of objects without one; undefined to leave them as they are
 * @returns an error message for each source that could not be read to its end
 */
export async function readManifests(
  paths: readonly string[],
  terminal: Terminal,
  collector: ObjectCollector,
  namespace?: string,
): Promise<string[]> {
  const { sources, errors } = findSources(paths);
  const unreadable = await readSources(sources, terminal, (source) =>
    collect(source, collector, namespace),
  );
  return [...errors, ...unreadable];
}

/**
 * Passes on the objects of one source.
 *
 * @throws UnrenderedError if it holds values or a template
 */
export async function collect(
  source: OpenSource,
  { add, addProblem }: ObjectCollector,
  namespace?: string,
): Promise<void> {
  // The size of a pipe is unknown; it may be a long dump.
  if (source.bytes === 0 || source.bytes > MAX_UNRENDERED_BYTES) {
    for await (const object of readObjects(source, { onProblem: addProblem, namespace })) {
      add(object);
    }
    return;
  }
  const text = await wholeText(source);
  const read = parseObjects({ name: source.name, text }, { namespace });
  checkRendered(source.name, text, read);
  read.problems.forEach(addProblem);
  read.objects.forEach(add);
}
