// The selectors of Services and ReplicationControllers, which are maps of labels.
import { type LabelSelector, type StringMap } from '@kubesem/core';
import { bareObject, formatLabels } from '@kubesem/core/internal';
import { labelSelectorRequirements, unsupportedOperator } from './label-selector.js';
import { type LabelRequirement, labelValue, readLabels, sortByKey } from './requirement.js';

/**
 * Reports whether the selector of a Service selects a Pod.
 *
 * @param selector - `spec.selector` of a Service; an absent one and an empty one select nothing, because the API server
 *   stores both as absent
 * @param labels - the labels of the Pod
 * @returns whether the Pod has all labels of the selector
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the selector or the labels are not a map of
 *   strings
 *
 * @example
 * ```ts
 * import { matchesServiceSelector } from '@kubesem/selectors';
 *
 * matchesServiceSelector({ app: 'web' }, { app: 'web', tier: 'front' }) // => true
 * matchesServiceSelector({ app: 'web' }, { app: 'api' }) // => false
 * matchesServiceSelector({}, { app: 'web' }) // => false
 * matchesServiceSelector(undefined, { app: 'web' }) // => false
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `ValidatedSetSelector.Matches`.
 */
export function matchesServiceSelector(
  selector: StringMap | null | undefined,
  labels: StringMap | null | undefined,
): boolean {
  const wanted = readLabels(selector);
  const present = readLabels(labels);
  const keys = Object.keys(wanted);
  return (
    keys.length > 0 && keys.every((key) => labelValue(wanted, key) === labelValue(present, key))
  );
}

/**
 * Returns the requirements of the selector of a Service, for {@link matchesLabelSelector} and {@link explainLabelMatch}.
 *
 * @param selector - `spec.selector` of a Service
 * @returns the requirements, sorted by key; undefined if the selector is absent or empty and selects nothing
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the selector is not a map of strings
 *
 * @example
 * ```ts
 * import { serviceSelectorRequirements } from '@kubesem/selectors';
 *
 * serviceSelectorRequirements({ app: 'web' }) // => [{ key: 'app', operator: '=', values: ['web'] }]
 * serviceSelectorRequirements({}) // => undefined
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `SelectorFromSet`.
 */
export function serviceSelectorRequirements(
  selector: StringMap | null | undefined,
): readonly LabelRequirement[] | undefined {
  const wanted = readLabels(selector);
  const requirements = Object.keys(wanted).map((key): LabelRequirement => {
    return { key, operator: '=', values: [labelValue(wanted, key) as string] };
  });
  return requirements.length > 0 ? sortByKey(requirements) : undefined;
}

/**
 * Writes the selector of a Service as kubectl prints it.
 *
 * @param selector - `spec.selector` of a Service, or other labels
 * @returns its text, the labels sorted as text; `<none>` if it is absent or empty
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the selector is not a map of strings
 *
 * @example
 * ```ts
 * import { formatServiceSelector } from '@kubesem/selectors';
 *
 * formatServiceSelector({ tier: 'front', app: 'web' }) // => 'app=web,tier=front'
 * formatServiceSelector({}) // => '<none>'
 * ```
 *
 * Source: as `formatLabels` of `@kubesem/core`.
 */
export function formatServiceSelector(selector: StringMap | null | undefined): string {
  const wanted = readLabels(selector);
  return formatLabels(Object.keys(wanted).map((key) => [key, labelValue(wanted, key) as string]));
}

/**
 * Turns a `LabelSelector` into the selector of a Service.
 *
 * @param selector - the selector, such as the one of a Deployment
 * @returns the labels; undefined if the selector is absent. An expression replaces the same key of `matchLabels`
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNSUPPORTED_OPERATOR` if an expression is not `In` with
 *   one value
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of {@link labelSelectorRequirements} if the selector
 *   is invalid
 *
 * @example
 * ```ts
 * import { toServiceSelector } from '@kubesem/selectors';
 *
 * toServiceSelector({
 *   matchLabels: { app: 'web' },
 *   matchExpressions: [{ key: 'tier', operator: 'In', values: ['front'] }],
 * }) // => { app: 'web', tier: 'front' }
 * toServiceSelector({ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }) // throws UNSUPPORTED_OPERATOR
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `LabelSelectorAsMap`.
 */
export function toServiceSelector(
  selector: LabelSelector | null | undefined,
): StringMap | undefined {
  if (selector === null || selector === undefined) {
    return undefined;
  }
  const labels = labelSelectorRequirements(selector).map((requirement) => {
    const { key, operator, values } = requirement;
    const isLabel = operator === '=' || (operator === 'in' && values.length === 1);
    const advice = 'the selector of a Service has one value for each label';
    return [key, isLabel ? values[0] : unsupportedOperator(requirement, advice)] as const;
  });
  return bareObject(labels, (value) => value);
}
