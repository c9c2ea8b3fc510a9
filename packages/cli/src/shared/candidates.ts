import type { Pod } from '@kubesem/core';
import {
  createInspection,
  type InspectReport,
  type ObjectReport,
  type Problem,
} from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type Input, readManifests } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import { notFound } from '../output/not-found.js';

/** A Pod, or the Pod of a workload. */
export interface Candidate {
  readonly object: ObjectReport;
  readonly pod: Pod;
}

/** The errors of a report; warnings about images and limits concern only the command that is about them. */
export function errorsIn({
  problems,
  objects,
}: Pick<InspectReport, 'problems' | 'objects'>): readonly Problem[] {
  const all = [...problems, ...objects.flatMap((object) => object.problems)];
  return all.filter(({ severity }) => severity === 'error');
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
) {
  const candidates: Candidate[] = [];
  const inspection = createInspection({
    onPod: (pod, object) => void candidates.push({ object, pod }),
  });
  runtimeClasses.forEach(inspection.add);
  const errors = await readManifests(input, terminal, inspection);
  const problems = errorsIn(inspection.report());
  if (candidates.length + problems.length + errors.length === 0) {
    errors.push(notFound(input, 'Pods or workloads with Pods'));
  }
  return { candidates, problems, errors };
}
