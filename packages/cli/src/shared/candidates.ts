import type { Pod } from '@kubesem/core';
import { createInspection, type ObjectReport, type Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type Input, readManifests } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import { notFound } from '../output/not-found.js';

/** A Pod, or the Pod of a workload. */
export interface Candidate {
  readonly object: ObjectReport;
  readonly pod: Pod;
}

/** The Pods that files have, and what is wrong with their files. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Errors only: warnings about images and limits do not concern the nodes. */
  readonly problems: readonly Problem[];
  /** An error message for each source that could not be read. */
  readonly errors: readonly string[];
}

/**
 * Reads Pods and workloads.
 *
 * @param input - their files
 * @param terminal - standard input, and standard error for the progress
 * @param runtimeClasses - RuntimeClasses of the cluster, besides those of the files
 */
export async function readCandidates(
  input: Input,
  terminal: Terminal,
  runtimeClasses: readonly ManifestObject[] = [],
): Promise<Candidates> {
  const candidates: Candidate[] = [];
  const onPod = (pod: Pod, object: ObjectReport) => {
    candidates.push({ object, pod });
  };
  const inspection = createInspection({ onPod });
  runtimeClasses.forEach(inspection.add);
  const errors = await readManifests(input, terminal, inspection);
  const { objects, problems: ofFiles } = inspection.report();
  const ofObjects = objects.flatMap((object) => object.problems);
  const problems = [...ofFiles, ...ofObjects].filter(({ severity }) => severity === 'error');
  if (candidates.length + problems.length + errors.length === 0) {
    errors.push(notFound(input, 'Pods or workloads with Pods'));
  }
  return { candidates, problems, errors };
}
