export {
  claimLimitRangeViolations,
  type LimitRangeViolation,
  type LimitRangeViolationCode,
  podLimitRangeViolations,
} from './limit-range/limit-range.js';
export { applyLimitRanges } from './limit-range/limit-range-defaults.js';
export { checkQuota, type QuotaViolation, type QuotaViolationCode } from './quota/quota-check.js';
export type { QuotaOptions } from './quota/quota-measure.js';
export type { QuotaObject } from './quota/quota-objects.js';
export {
  applyQuotaStatus,
  explainQuotaUsage,
  type QuotaExplanation,
  type QuotaShare,
  type QuotaUsageExplanation,
  quotaUsage,
} from './quota/quota-usage.js';
