import { objectNamespace, type Pod, readList, type StringMap } from '@kubesem/core';
import { LabelIndex, matchesLabelSelector } from '@kubesem/selectors';
import { readPodLabels, type ServiceSelection } from './selected.js';

/** A Pod and its labels. */
interface LabelledPod {
  readonly index: number;
  readonly labels: StringMap;
}

/** Finds the Pods that selectors select without comparing each Pod with each selector. */
export class PodIndex {
  private readonly pods: LabelIndex<LabelledPod>;

  /**
   * @param pods - all Pods
   * @param selections - all selectors that will be asked for: only their labels are indexed
   */
  constructor(pods: readonly Pod[], selections: readonly ServiceSelection[]) {
    this.pods = new LabelIndex(selections.flatMap((selection) => searchOf(selection) ?? []));
    for (const [index, pod] of readList(pods, undefined).entries()) {
      const labels = readPodLabels(pod);
      this.pods.add(objectNamespace(pod), labels, { index, labels });
    }
  }

  /** Indexes of the selected Pods, in their order. */
  selected(selection: ServiceSelection): readonly number[] {
    const search = searchOf(selection);
    return search === undefined
      ? []
      : this.pods
          .candidates(search)
          .filter(({ labels }) => matchesLabelSelector(search.requirements, labels))
          .map(({ index }) => index);
  }
}

/** Undefined if the Service selects nothing. */
function searchOf({ namespace, requirements = [] }: ServiceSelection) {
  return requirements.length === 0 ? undefined : { namespace, requirements };
}
