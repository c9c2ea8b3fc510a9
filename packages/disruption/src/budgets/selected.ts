import { objectOf, type Pod, type PodDisruptionBudget } from '@kubesem/core';
import type { LabelRequirement } from '@kubesem/selectors';
import { namespaceOf } from '../lenient.js';
import { isSelected, readSelector, readSpec } from './status.js';

/** A budget with its selector, and the list of Pods that are compared with it. */
interface Search {
  readonly requirements: readonly LabelRequirement[];
  readonly lists: readonly string[];
}

/**
 * The Pods that each budget selects, without comparing each Pod with each budget: lists of Pods by the labels that selectors
 * require.
 */
export function podsByBudget(
  pdbs: readonly PodDisruptionBudget[],
  pods: readonly Pod[],
): readonly (readonly Pod[])[] {
  const searches = pdbs.map(searchOf);
  const lists = new Map<string, Pod[]>();
  for (const each of searches) {
    for (const name of each?.lists ?? []) {
      lists.set(name, []);
    }
  }
  for (const pod of pods) {
    const namespace = namespaceOf(pod);
    lists.get(namespace)?.push(pod);
    for (const [key, value] of Object.entries(objectOf(objectOf(pod.metadata).labels))) {
      lists.get(`${namespace}\0${key}\0${value}`)?.push(pod);
    }
  }
  return searches.map((search) => {
    if (search === undefined) {
      return [];
    }
    const [first = [], ...others] = search.lists.map((name) => lists.get(name) ?? []);
    const shortest = others.reduce(
      (best, list) => (list.length < best.length ? list : best),
      first,
    );
    return shortest.filter((pod) => isSelected(search.requirements, pod));
  });
}

/** Undefined if the budget selects nothing. */
function searchOf(pdb: PodDisruptionBudget): Search | undefined {
  const { requirements } = readSelector(readSpec(pdb));
  if (requirements === undefined) {
    return undefined;
  }
  const namespace = namespaceOf(pdb);
  const lists = requirements.flatMap(({ key, operator, values }) =>
    values.length === 1 && (operator === '=' || operator === 'in')
      ? [`${namespace}\0${key}\0${values[0]}`]
      : [],
  );
  // NUL is in no namespace and no key.
  return { requirements, lists: lists.length > 0 ? lists : [namespace] };
}
