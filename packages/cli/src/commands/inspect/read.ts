import {
  type FileReport,
  type ImageCredentials,
  inspectStream,
  type Problem,
} from '@kubesem/inspect';
import { type ManifestFile } from '@kubesem/manifests';
import { readSources, wholeText } from '../../io/read.js';
import { findSources } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { readCredentials } from '../image/read-credentials.js';
import type { InspectFlags } from './flags.js';

/** What was read of manifests and of files with credentials. */
export interface InspectInput {
  readonly reports: readonly FileReport[];
  /** The same files as texts, if DNS names are wanted. */
  readonly texts: readonly ManifestFile[];
  /** Undefined if no file with credentials was named. */
  readonly credentials: ImageCredentials | undefined;
  /** What is wrong with the files with credentials. */
  readonly problems: readonly Problem[];
  /** An error message for each source that could not be read. */
  readonly errors: readonly string[];
}

/**
 * Reads manifests and files with credentials, each file once.
 *
 * @param paths - of the manifests: files, folders, `-` for standard input; empty means standard input
 * @param flags - which files have credentials, and what is wanted
 * @param terminal - standard input, and standard error for the progress
 * @returns a report on each file
 */
export async function readManifests(
  paths: readonly string[],
  { explain, dns, credentials: files = [] }: InspectFlags,
  terminal: Terminal,
): Promise<InspectInput> {
  const { sources, errors } = findSources(paths);
  const {
    credentials,
    problems,
    texts: read,
    errors: unread,
  } = await readCredentials(files, terminal);
  const reports: FileReport[] = [];
  const texts: ManifestFile[] = [];
  const unreadable = await readSources(sources, terminal, async (source) => {
    const { name } = source;
    // A Service and its EndpointSlices may be in different files, so DNS names need all texts.
    const text = read.get(name) ?? (dns ? await wholeText(source) : undefined);
    const chunks = text === undefined ? source.chunks : [text];
    if (dns && text !== undefined) {
      texts.push({ name, text });
    }
    reports.push(await inspectStream({ name, chunks }, { explain, credentials }));
  });
  return { reports, texts, credentials, problems, errors: [...errors, ...unread, ...unreadable] };
}
