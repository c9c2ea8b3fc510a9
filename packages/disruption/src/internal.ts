/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */
export { type EvictionRejection, firstRejections } from './drain/first.js';
export {
  askedBudgets,
  isHeld,
  kubectlLines,
  type PlannedDrainOptions,
  type PlannedNode,
  type PlannedPod,
  plannedDrains,
} from './drain/planned.js';
