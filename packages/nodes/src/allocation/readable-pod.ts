import { FieldError, type FieldPath, type Pod, podParts, type ResourceList } from '@kubesem/core';
import {
  mapSpecLists,
  mapStatusLists,
  readAmounts,
  toResourceQuantities,
} from '@kubesem/resources';
import type { ReportAllocation } from './problems.js';

/** Computes with a Pod. Fields that cannot be read are reported and count as absent. */
export function computeReadable<Result>(
  pod: Pod,
  compute: (pod: Pod) => Result,
  report: ReportAllocation,
): Result {
  try {
    return compute(pod);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return compute(readablePod(pod, report));
  }
}

/** A copy without the fields that cannot be read. */
function readablePod(pod: Pod, report: ReportAllocation): Pod {
  const { spec, specPath, status } = podParts(pod, report);
  const keepReadable = (list: ResourceList, path: FieldPath): ResourceList =>
    toResourceQuantities(readAmounts(list, path, report));
  return {
    ...pod,
    spec: mapSpecLists(spec, specPath, keepReadable, report),
    status: mapStatusLists(status, keepReadable, report),
  };
}
