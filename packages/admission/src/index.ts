/**
 * What Kubernetes admission decides about a new object in a namespace with LimitRanges and ResourceQuotas.
 *
 * Read it in this order:
 * - `runtime-class/`: what the RuntimeClass of a Pod adds to it
 * - `limit-range/`: the defaults that a LimitRange fills in, and the bounds that an object violates
 * - `creation/`: the steps of a new Pod, in the order of the API server, up to its quotas
 * - `quota/`: how full a ResourceQuota is, what uses it, and whether it admits a new object
 *
 * Sources: `k8s.io/kubernetes/plugin/pkg/admission/runtimeclass` and `…/limitranger` v1.37.1,
 * `k8s.io/apiserver/pkg/admission/plugin/resourcequota` v0.37.1, `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1.
 *
 * @packageDocumentation
 */

export {
  applyLimitRanges,
  type LimitRangeDefault,
  limitRangeDefaults,
} from './limit-range/defaults.js';
export { limitRangeMessage } from './limit-range/message.js';
export { type LimitRangeRow } from './limit-range/table.js';
export {
  claimLimitRangeViolations,
  type LimitRangeViolation,
  podLimitRangeViolations,
} from './limit-range/violations.js';
export {
  type AdmitOptions,
  addQuotaUsage,
  type QuotaAdmission,
  quotaAdmission,
} from './quota/admit.js';
export {
  type CombinedQuota,
  type CombinedQuotaBar,
  combinedQuotaBars,
  type QuotaBar,
  type QuotaBars,
  quotaBars,
} from './quota/bars.js';
export { type QuotaViolation, type QuotaViolationCode, quotaViolations } from './quota/check.js';
export type { QuotaOptions } from './quota/measure.js';
export { quotaMessage } from './quota/message.js';
export { type QuotaObject } from './quota/objects.js';
export {
  type AdmittedPods,
  type CountedReplicaSet,
  type RolloutAdmission,
  type RolloutAdmissionCluster,
  type RolloutAdmissionOptions,
  rolloutAdmission,
} from './quota/rollout.js';
export {
  applyQuotaStatus,
  type QuotaShare,
  type QuotaUsage,
  type QuotaUsages,
  quotaUsage,
} from './quota/usage.js';
export {
  applyRuntimeClass,
  type RuntimeClassChange,
  type RuntimeClassProblemCode,
  runtimeClassChange,
} from './runtime-class/apply.js';
