import type { Named, ResourceQuota } from '@kubesem/core';
import { roundedAmounts } from '@kubesem/resources/internal';
import { type Rule, withDefaults } from './rules/rule.js';

const RESOURCE_QUOTA: Rule<ResourceQuota> = {
  parts: {
    spec: { convert: { hard: roundedAmounts } },
    status: { convert: { hard: roundedAmounts, used: roundedAmounts } },
  },
};

/**
 * Fills in a ResourceQuota as the API server does.
 *
 * Amounts are rounded up to thousandths, and written in canonical form.
 *
 * @param quota - the ResourceQuota; it is not changed
 * @returns a new ResourceQuota, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyResourceQuotaDefaults } from '@kubesem/defaults/resource-quota';
 *
 * applyResourceQuotaDefaults({ spec: { hard: { 'limits.cpu': '0.5' } } }).spec?.hard // => { 'limits.cpu': '500m' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_ResourceQuota`.
 */
export function applyResourceQuotaDefaults<T extends ResourceQuota>(quota: Named<T>): T;
/** The same for an object literal. */
export function applyResourceQuotaDefaults(quota: ResourceQuota): ResourceQuota;
/** The implementation. */
export function applyResourceQuotaDefaults(quota: ResourceQuota): ResourceQuota {
  return withDefaults(quota, RESOURCE_QUOTA);
}
