import { type Pod, type PodDisruptionBudget } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { LabelIndex, type LabelSearch } from '@kubesem/selectors/internal';
import { labelsOf, namespaceOf } from '../stored.js';
import { isSelected, readSelector, readSpec } from './spec.js';

/** The Pods that each budget selects, without comparing each Pod with each budget. */
export function podsByBudget(
  pdbs: readonly PodDisruptionBudget[],
  pods: readonly Pod[],
): readonly (readonly Pod[])[] {
  const cluster = fields({ pdbs, pods }, ABSENT);
  const searches = cluster.each('pdbs', ({ value }) => searchOf(value));
  const index = new LabelIndex<Pod>(searches.flatMap((search) => search ?? []));
  cluster.each('pods', ({ value }) => {
    index.add(namespaceOf(value), labelsOf(value), value);
  });
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
