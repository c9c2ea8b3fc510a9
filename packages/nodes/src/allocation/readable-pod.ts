import { KubesemError, type Pod, type ResourceList } from '@kubesem/core';
import {
  mapSpecLists,
  mapStatusLists,
  podParts,
  type Report,
  readAmounts,
  toResourceQuantities,
} from '@kubesem/resources';
import { type Note, noteError } from './allocation-problems.js';

/** Computes with the Pod; what cannot be read is noted and counts as absent. */
export function computeReadable<Result>(
  pod: Pod,
  compute: (pod: Pod) => Result,
  note: Note,
): Result {
  try {
    return compute(pod);
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    return compute(readablePod(pod, (problem) => noteError(note, problem)));
  }
}

/** A copy without what cannot be read. */
function readablePod(pod: Pod, report: Report): Pod {
  const { spec, status } = podParts(pod, report);
  const keepReadable = (list: ResourceList, path: string): ResourceList =>
    toResourceQuantities(readAmounts(list, path, report));
  return {
    ...pod,
    spec: mapSpecLists(spec, 'spec.', keepReadable, report),
    status: mapStatusLists(status, keepReadable, report),
  };
}
