/**
 * What Kubernetes admission decides about a new object in a namespace with ResourceQuotas and LimitRanges.
 *
 * For a Pod the order is that of the API server: {@link applyLimitRanges} fills in defaults,
 * {@link podLimitRangeViolations} lists the bounds that it violates, {@link checkQuota} the quotas that do not admit it.
 * {@link quotaUsage} and {@link applyQuotaStatus} do the work of the quota controller.
 *
 * Sources: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1,
 * `k8s.io/apiserver/pkg/admission/plugin/resourcequota` v0.37.1, `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1.
 *
 * @packageDocumentation
 */
export type { LimitRangeViolationCode } from './limit-range/bounds.js';
export { applyLimitRanges } from './limit-range/defaults.js';
export {
  claimLimitRangeViolations,
  type LimitRangeViolation,
  podLimitRangeViolations,
} from './limit-range/violations.js';
export { checkQuota, type QuotaViolation, type QuotaViolationCode } from './quota/check.js';
export type { QuotaOptions } from './quota/measure.js';
export type { QuotaObject } from './quota/objects.js';
export {
  applyQuotaStatus,
  explainQuotaUsage,
  type QuotaExplanation,
  type QuotaShare,
  type QuotaUsageExplanation,
  quotaUsage,
} from './quota/usage.js';
