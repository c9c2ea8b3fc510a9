/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { type Amounts, addAmounts, type MutableAmounts, toResourceQuantities } from './amounts.js';
export { missingResources } from './checks/missing-resources.js';
export { containerResources } from './container-resources.js';
export { defaultedSpec, roundedAmounts } from './defaults/resource-defaults.js';
export {
  type Computation,
  computeBothSides,
  computePodResources,
  specResult,
} from './effective/compute.js';
export { countedContainers, podInForce } from './effective/in-force.js';
export { podLevelLists, podLevelResources } from './effective/pod-level.js';
export { mapSpecLists, mapStatusLists } from './effective/resource-lists.js';
export { countsUnder, DEVICE_CLASS_PREFIX, isMeasured } from './names/resource-kind.js';
export {
  isAttachableVolumes,
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isNative,
  isOvercommitAllowed,
  isPodLevelResource,
  isStandardResource,
} from './names/resource-names.js';
export { int64Value, type ResourceLists, readAmount, readAmounts, readQuantity } from './read.js';
export { isSameField } from './same-fields.js';
