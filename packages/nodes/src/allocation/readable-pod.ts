import {
  FieldError,
  type FieldPolicy,
  type Fields,
  type Pod,
  podFields,
  type ResourceList,
} from '@kubesem/core';
import {
  mapSpecLists,
  mapStatusLists,
  readAmounts,
  toResourceQuantities,
} from '@kubesem/resources';

/** Computes with a Pod. Fields that cannot be read are reported and count as absent. */
export function computeReadable<Result>(
  pod: Pod,
  compute: (pod: Pod) => Result,
  policy: FieldPolicy,
): Result {
  try {
    return compute(pod);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return compute(readablePod(pod, policy));
  }
}

/** A copy without the fields that cannot be read. */
function readablePod(pod: Pod, policy: FieldPolicy): Pod {
  const { spec, status } = podFields(pod, policy);
  const keepReadable = (list: Fields<ResourceList>): ResourceList =>
    toResourceQuantities(readAmounts(list));
  return {
    ...pod,
    spec: mapSpecLists(spec, keepReadable),
    status: mapStatusLists(status, keepReadable),
  };
}
