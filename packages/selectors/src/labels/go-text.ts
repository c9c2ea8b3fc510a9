import {
  compareUtf8,
  type LabelSelector,
  listOf,
  objectOf,
  objectsOf,
  textOf,
} from '@kubesem/core';

/**
 * Prints a label selector as the logs and events of Kubernetes do.
 *
 * @param selector - the `LabelSelector` object; it is not changed
 * @returns the fields as Go prints them, `nil` without a selector. Fields of the wrong type are empty
 *
 * @example
 * ```ts
 * import { goLabelSelector } from '@kubesem/selectors';
 *
 * goLabelSelector({}) // => '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `LabelSelector.String`.
 */
export function goLabelSelector(selector: LabelSelector | null | undefined): string {
  if (selector === null || selector === undefined) {
    return 'nil';
  }
  const { matchLabels, matchExpressions } = objectOf(selector);
  const labels = objectOf(matchLabels);
  const pairs = Object.keys(labels)
    .sort(compareUtf8)
    .map((name) => `${name}: ${textOf(labels[name])},`);
  const requirements = objectsOf(matchExpressions).map(({ key, operator, values }) => {
    const list = listOf(values).map(textOf).join(' ');
    return `LabelSelectorRequirement{Key:${textOf(key)},Operator:${textOf(operator)},Values:[${list}],},`;
  });
  const expressions = `MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.join('')}},${expressions},}`;
}
