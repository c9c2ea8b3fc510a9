/**
 * The effective requests and limits of Kubernetes Pods, and how they are computed.
 *
 * Read it in this order:
 * - `effective/`: the requests and limits of a Pod, over its phases, an in-place resize, Pod-level resources and overhead
 * - `explain.ts`: the same computation with its reasons
 * - `defaults/`: the defaults of the API server, which turn a manifest into a stored Pod
 * - `checks/`: what is probably a mistake although the API server accepts it, and checks for forms
 * - `downward/`: the value of a `resourceFieldRef`
 * - `names/`: the names of resources and what they mean
 * - `read.ts` and `amounts.ts`: quantities in objects, and maps of them
 *
 * Sources: `k8s.io/component-helpers/resource` v0.37.1, and in `k8s.io/kubernetes` v1.37.1 the packages
 * `pkg/apis/core/v1`, `pkg/apis/core/validation` and `pkg/api/v1/resource`.
 *
 * @packageDocumentation
 */

export { type ResourceQuantities } from './amounts.js';
export { missingResourceWarnings } from './checks/missing-resources.js';
export {
  type PodResourceWarning,
  type PodResourceWarningCode,
  podResourceWarnings,
} from './checks/pod-resource-warnings.js';
export {
  type QuantityProblem,
  type QuantityProblemCode,
  type QuantityProblemsOptions,
  quantityProblems,
} from './checks/quantity-problems.js';
export { type ContainerResources } from './container-resources.js';
export {
  applyResourceDefaults,
  type ResourceDefaultsOptions,
} from './defaults/resource-defaults.js';
export {
  type ResourceFieldOptions,
  type ResourceFieldRule,
  type ResourceFieldValue,
  resourceFieldValue,
} from './downward/resource-field.js';
export {
  type DeclaredContainer,
  type DeclaredResources,
  type PodDeclaredResources,
  podDeclaredResources,
} from './effective/in-force.js';
export type { PodResourcesOptions } from './effective/options.js';
export { type PodLevelResources } from './effective/pod-level.js';
export { podLimits, podRequests } from './effective/pod-resources.js';
export {
  type AmountOrigin,
  type ContainerAmount,
  explainPodLimits,
  explainPodRequests,
  type PodLevelChange,
  type PodResourcesExplanation,
  type ResourceExplanation,
  type ResourcePhase,
  type ResourceRule,
  type ResourceSource,
} from './explain.js';
export {
  type ResourceAmountError,
  type ResourceKind,
  resourceAmountErrors,
  resourceKind,
} from './names/resource-kind.js';
