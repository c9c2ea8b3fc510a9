import { objectNamespace, type Pod } from '@kubesem/core';
import { missingLabel, readPodLabels, type ServiceSelection } from './selected.js';

/** A Pod and its labels. */
interface LabelledPod {
  readonly index: number;
  readonly labels: ReadonlyMap<string, string>;
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
    for (const { namespace, selector = [] } of selections) {
      for (const [key, value] of selector) {
        this.lists.set(listName(namespace, key, value), []);
      }
    }
    for (const [index, pod] of pods.entries()) {
      const namespace = objectNamespace(pod);
      const labels = readPodLabels(pod);
      const entry = { index, labels };
      for (const [key, value] of labels) {
        this.lists.get(listName(namespace, key, value))?.push(entry);
      }
    }
  }

  /** Indexes of the selected Pods, in their order. */
  selected({ namespace, selector }: ServiceSelection): readonly number[] {
    if (selector === undefined) {
      return [];
    }
    // The rarest label leaves the fewest Pods to compare.
    let shortest: readonly LabelledPod[] | undefined;
    for (const [key, value] of selector) {
      const list = this.lists.get(listName(namespace, key, value)) ?? [];
      shortest = shortest === undefined || list.length < shortest.length ? list : shortest;
    }
    return (shortest ?? [])
      .filter(({ labels }) => missingLabel(selector, labels) === undefined)
      .map(({ index }) => index);
  }
}

/** NUL is in no namespace and no key. */
function listName(namespace: string, key: string, value: string): string {
  return `${namespace}\0${key}\0${value}`;
}
