import { KubesemError, type Pod, type ResourceList } from '@kubesem/core';
import { podParts } from './pod-parts.js';
import { type Report, readAmounts } from './read.js';
import { mapSpecLists, mapStatusLists } from './resource-lists.js';

/** Computes with the Pod; what cannot be read is reported and counts as absent. */
export function computeReadable<Result>(
  pod: Pod,
  compute: (pod: Pod) => Result,
  report: Report,
): Result {
  try {
    return compute(pod);
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    return compute(readablePod(pod, report));
  }
}

/** A copy without what cannot be read. */
function readablePod(pod: Pod, report: Report): Pod {
  const { spec, status } = podParts(pod, report);
  const keepReadable = (list: ResourceList, path: string): ResourceList => {
    const readable: { [name: string]: ResourceList[string] } = Object.create(null);
    for (const [name, amount] of readAmounts(list, path, report)) {
      readable[name] = amount;
    }
    return readable;
  };
  return {
    ...pod,
    spec: mapSpecLists(spec, 'spec.', keepReadable, report),
    status: mapStatusLists(status, keepReadable, report),
  };
}
