/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { type NewPod, type NewPodRules, newPod, withLimitRange } from './creation/new-pod.js';
export { limitRangeItemDefaults } from './limit-range/defaults.js';
export { limitRangeRows } from './limit-range/table.js';
export { resourceOf } from './quota/objects.js';
