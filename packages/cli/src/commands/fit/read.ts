import type { Pod } from '@kubesem/core';
import {
  combineReports,
  type FileReport,
  inspectStream,
  type ObjectReport,
  type Problem,
} from '@kubesem/inspect';
import { readSources } from '../../io/read.js';
import { findSources } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import type { Candidate } from './model.js';

/** The Pods to place, and what is wrong with their files. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Errors only: warnings about images and limits do not concern the nodes. */
  readonly problems: readonly Problem[];
  /** An error message for each source that could not be read. */
  readonly errors: readonly string[];
}

/** Reads the Pods and workloads that are to be placed. */
export async function readCandidates(
  paths: readonly string[],
  terminal: Terminal,
): Promise<Candidates> {
  const { sources, errors } = findSources(paths);
  const candidates: Candidate[] = [];
  const reports: FileReport[] = [];
  const onPod = (pod: Pod, object: ObjectReport) => {
    candidates.push({ object, pod });
  };
  const unreadable = await readSources(sources, terminal, async ({ name, chunks }) => {
    reports.push(await inspectStream({ name, chunks }, { onPod }));
  });
  const { objects, problems: ofFiles } = combineReports(reports);
  const ofObjects = objects.flatMap((object) => object.problems);
  const problems = [...ofFiles, ...ofObjects].filter(({ severity }) => severity === 'error');
  const all = [...errors, ...unreadable];
  if (candidates.length + problems.length + all.length === 0) {
    all.push('no Pods or workloads with Pods found');
  }
  return { candidates, problems, errors: all };
}
