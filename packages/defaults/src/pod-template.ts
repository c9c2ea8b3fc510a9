import type { Named, PodTemplate } from '@kubesem/core';
import { POD_TEMPLATE_SPEC } from './rules/pod-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';

const POD_TEMPLATE: Rule<PodTemplate> = { parts: { template: POD_TEMPLATE_SPEC } };

/**
 * Fills in a PodTemplate as the API server does.
 *
 * The Pods of its template get the defaults of a Pod spec; those of a Pod itself, such as requests from limits, follow when a Pod
 * is created.
 *
 * @param podTemplate - the PodTemplate; it is not changed
 * @returns a new PodTemplate, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyPodTemplateDefaults } from '@kubesem/defaults/pod-template';
 *
 * const template = { spec: { containers: [{ name: 'app', image: 'app:1.2' }] } };
 * applyPodTemplateDefaults({ template }).template?.spec?.restartPolicy // => 'Always'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_PodTemplate`.
 */
export function applyPodTemplateDefaults<T extends PodTemplate>(podTemplate: Named<T>): T;
/** The same for an object literal. */
export function applyPodTemplateDefaults(podTemplate: PodTemplate): PodTemplate;
/** The implementation. */
export function applyPodTemplateDefaults(podTemplate: PodTemplate): PodTemplate {
  return withDefaults(podTemplate, POD_TEMPLATE);
}
