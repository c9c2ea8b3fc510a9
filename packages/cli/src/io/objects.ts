import type { ObjectCollector, Problem } from '@kubesem/inspect';
import { type ManifestObject, parseObjects, readObjects } from '@kubesem/manifests';
import { listed } from '../output/text.js';
import { type ClusterInput, readCluster } from './cluster/read.js';
import { type OpenSource, readSources, wholeText } from './read.js';
import { checkRendered, findSources, MAX_UNRENDERED_BYTES, STDIN_NAME } from './sources.js';
import type { Terminal } from './terminal.js';

/** What a command reads. */
export interface Input {
  /** Files, folders, `-` for standard input. */
  readonly paths: readonly string[];
  /** The namespace of objects in files without one; undefined to leave them as they are. */
  readonly namespace?: string | undefined;
  /** A cluster to read from; undefined if only files are read. */
  readonly cluster?: ClusterInput | undefined;
}

/** Whether an input names nothing, so that standard input is read. */
export function isStdin({ paths, cluster }: Input): boolean {
  return paths.length === 0 && cluster === undefined;
}

/** What to call an input in a message. */
export function inputTitle({ paths, cluster }: Input): string {
  const context = cluster && (cluster.context ?? 'the current context');
  return listed([...paths, ...(context === undefined ? [] : [context])]) || STDIN_NAME;
}

/** Lists the files of an input: without a cluster, standard input by default. */
export function inputSources({ paths, cluster }: Input): ReturnType<typeof findSources> {
  return paths.length === 0 && cluster !== undefined
    ? { sources: [], errors: [] }
    : findSources(paths);
}

/**
 * Reads objects, however many there are, and passes each on as soon as it is read.
 *
 * @param input - files and maybe a cluster; without either, standard input
 * @param terminal - standard input, and standard error for the progress
 * @param collector - receives the objects, and what is wrong with the files
 * @returns an error message for each source that could not be read to its end
 */
export async function readManifests(
  input: Input,
  terminal: Terminal,
  collector: ObjectCollector,
): Promise<string[]> {
  const { sources, errors } = inputSources(input);
  const unreadable = await readSources(sources, terminal, (source) =>
    collect(source, collector, input.namespace),
  );
  return [...errors, ...unreadable, ...(await readInputCluster(input, terminal, collector))];
}

/**
 * Reads objects one by one, and collects what is wrong.
 *
 * @param input - files and maybe a cluster; without either, standard input
 * @param terminal - standard input, and standard error for the progress
 * @param add - receives the objects, and the problems so far, to which it can add those of the object
 */
export async function readEach(
  input: Input,
  terminal: Terminal,
  add: (placed: ManifestObject, problems: Problem[]) => void,
) {
  const problems: Problem[] = [];
  const errors = await readManifests(input, terminal, {
    add: (placed) => add(placed, problems),
    addProblem: (problem) => void problems.push(problem),
  });
  return { problems, errors };
}

/** Passes on the objects of the cluster, if there is one. */
export async function readInputCluster(
  { cluster }: Input,
  terminal: Terminal,
  { add }: ObjectCollector,
): Promise<string[]> {
  return cluster === undefined ? [] : readCluster(cluster, terminal, add);
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
