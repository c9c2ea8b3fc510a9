import { ABSENT, compareUtf8, fields, type LabelSelector } from '@kubesem/core';

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
  const given = fields(selector, ABSENT);
  const pairs = [...given.map('matchLabels')]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([name, value]) => `${name}: ${value},`);
  const requirements = given.each('matchExpressions', (each) => {
    const values = each.texts('values').join(' ');
    return `LabelSelectorRequirement{Key:${each.text('key')},Operator:${each.text('operator')},Values:[${values}],},`;
  });
  const expressions = `MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.join('')}},${expressions},}`;
}
