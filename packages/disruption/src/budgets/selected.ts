import { objectOf, objectsOf, type Pod, type PodDisruptionBudget } from '@kubesem/core';
import { LabelIndex, type LabelSearch } from '@kubesem/selectors';
import { namespaceOf } from '../lenient.js';
import { isSelected, readSelector, readSpec } from './spec.js';

/** The Pods that each budget selects, without comparing each Pod with each budget. */
export function podsByBudget(
  pdbs: readonly PodDisruptionBudget[],
  pods: readonly Pod[],
): readonly (readonly Pod[])[] {
  const searches = objectsOf(pdbs).map(searchOf);
  const index = new LabelIndex<Pod>(searches.flatMap((search) => search ?? []));
  for (const pod of objectsOf(pods)) {
    index.add(namespaceOf(pod), objectOf(objectOf(pod.metadata).labels), pod);
  }
  return searches.map((search) =>
    search === undefined
      ? []
      : index.candidates(search).filter((pod) => isSelected(search.requirements, pod)),
  );
}

/** Undefined if the budget selects nothing. */
function searchOf(pdb: PodDisruptionBudget): LabelSearch | undefined {
  const { requirements } = readSelector(readSpec(pdb));
  return requirements && { namespace: namespaceOf(pdb), requirements };
}
