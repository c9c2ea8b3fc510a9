import { objectNamespace, type Pod, type StringMap } from '@kubesem/core';
import { type LabelRequirement, matchesLabelSelector } from '@kubesem/selectors';
import { readPodLabels, type ServiceSelection } from './selected.js';

/** A Pod and its labels. */
interface LabelledPod {
  readonly index: number;
  readonly labels: StringMap;
}

/** Finds the Pods that selectors select without comparing each Pod with each selector. */
export class PodIndex {
  /** The Pods that have a label, by namespace and label. */
  private readonly lists = new Map<string, LabelledPod[]>();

  /**
   * @param pods - all Pods
   * @param selections - all selectors that will be asked for: only their labels are indexed
   */
  constructor(pods: readonly Pod[], selections: readonly ServiceSelection[]) {
    for (const { namespace, requirements = [] } of selections) {
      for (const requirement of requirements) {
        this.lists.set(listName(namespace, requirement), []);
      }
    }
    for (const [index, pod] of pods.entries()) {
      const namespace = objectNamespace(pod);
      const labels = readPodLabels(pod);
      const entry = { index, labels };
      for (const [key, value] of Object.entries(labels)) {
        this.lists.get(listName(namespace, { key, values: [value ?? ''] }))?.push(entry);
      }
    }
  }

  /** Indexes of the selected Pods, in their order. */
  selected({ namespace, requirements = [] }: ServiceSelection): readonly number[] {
    // The rarest label leaves the fewest Pods to compare.
    let shortest: readonly LabelledPod[] | undefined;
    for (const requirement of requirements) {
      const list = this.lists.get(listName(namespace, requirement)) ?? [];
      shortest = shortest === undefined || list.length < shortest.length ? list : shortest;
    }
    return (shortest ?? [])
      .filter(({ labels }) => matchesLabelSelector(requirements, labels))
      .map(({ index }) => index);
  }
}

/** NUL is in no namespace and no key. */
function listName(
  namespace: string,
  { key, values }: Pick<LabelRequirement, 'key' | 'values'>,
): string {
  return `${namespace}\0${key}\0${values[0]}`;
}
