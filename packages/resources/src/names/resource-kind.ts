import { fieldPath, type QuantityInput, qualifiedNameErrors } from '@kubesem/core';
import { THROW } from '@kubesem/core/internal';
import { type Quantity, quantityFromJSON, safeParseQuantity } from '@kubesem/quantity';
import { rejectQuantity } from '../read.js';
import {
  isAttachableVolumes,
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isNative,
} from './resource-names.js';

/**
 * The kind of a resource.
 *
 * - `hugepages`: huge pages of the size in the name, such as `hugepages-2Mi`
 * - `attachableVolumes`: the number of volumes of one kind that a node can attach, such as `attachable-volumes-csi-ebs`;
 *   nodes no longer report it
 * - `native`: a resource of Kubernetes itself, such as `cpu` or `pods`, and any other name without a domain
 * - `extended`: an extended resource, such as `example.com/gpu`: fully qualified, and outside `kubernetes.io`
 * - `quota`: not a resource, but a name that only ResourceQuotas use, such as `requests.nvidia.com/gpu` or
 *   `count/jobs.batch`
 * - `invalid`: not a valid name
 */
export type ResourceKind =
  | 'hugepages'
  | 'attachableVolumes'
  | 'native'
  | 'extended'
  | 'quota'
  | 'invalid';

/**
 * Returns the kind of a resource.
 *
 * @param name - the name, as it is written in a resource list or in a quota
 * @returns the kind
 *
 * @example
 * ```ts
 * import { resourceKind } from '@kubesem/resources';
 *
 * resourceKind('memory') // => 'native'
 * resourceKind('hugepages-2Mi') // => 'hugepages'
 * resourceKind('nvidia.com/gpu') // => 'extended'
 * resourceKind('requests.nvidia.com/gpu') // => 'quota'
 * resourceKind('nvidia.com/') // => 'invalid'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper` v1.37.1, `IsNativeResource`, `IsHugePageResourceName`,
 * `IsAttachableVolumeResourceName`, `IsExtendedResourceName`; `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1.
 */
export function resourceKind(name: string): ResourceKind {
  if (qualifiedNameErrors(name).length > 0) {
    return 'invalid';
  }
  if (isHugePages(name)) {
    return 'hugepages';
  }
  if (isAttachableVolumes(name)) {
    return 'attachableVolumes';
  }
  // Names that both Pods and quotas use are resources.
  if (!/^(cpu|memory|ephemeral-storage|pods)$/.test(name) && isQuotaName(name)) {
    return 'quota';
  }
  return isExtendedResource(name) ? 'extended' : 'native';
}

/**
 * Why an amount of a resource is invalid.
 *
 * - `NEGATIVE`: it is below zero
 * - `FRACTIONAL_EXTENDED_RESOURCE`: an extended resource, or one that quotas count, is not a whole number
 * - `HUGE_PAGES_NOT_MULTIPLE`: huge pages are not a multiple of the page size in their name
 */
export type ResourceAmountError =
  | 'NEGATIVE'
  | 'FRACTIONAL_EXTENDED_RESOURCE'
  | 'HUGE_PAGES_NOT_MULTIPLE';

/**
 * Checks an amount of a resource as the API server checks it in a container, a Pod or an overhead.
 *
 * Extended resources must be whole numbers, in any notation; cpu and memory may be fractions.
 *
 * @param name - the name of the resource
 * @param amount - the amount
 * @returns the codes of the broken rules; empty if the amount is valid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if the amount is not a quantity; its path is the name
 *
 * @example
 * ```ts
 * import { resourceAmountErrors } from '@kubesem/resources';
 *
 * resourceAmountErrors('example.com/foo', '3000m') // => []
 * resourceAmountErrors('example.com/foo', '1500m') // => ['FRACTIONAL_EXTENDED_RESOURCE']
 * resourceAmountErrors('cpu', '1500m') // => []
 * resourceAmountErrors('hugepages-2Mi', '3Mi') // => ['HUGE_PAGES_NOT_MULTIPLE']
 * resourceAmountErrors('cpu', '1 core') // throws INVALID_QUANTITY
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateResourceQuantityValue` and
 * `validateResourceRequirements`.
 */
export function resourceAmountErrors(
  name: string,
  amount: QuantityInput,
): readonly ResourceAmountError[] {
  try {
    // Stored amounts are rounded to thousandths.
    return amountErrors(name, quantityFromJSON(amount).roundUp(-3));
  } catch (error) {
    rejectQuantity(THROW, error, amount, fieldPath(name));
    throw error;
  }
}

/** The same for a quantity. */
export function amountErrors(name: string, amount: Quantity): readonly ResourceAmountError[] {
  const errors: ResourceAmountError[] = [];
  if (amount.sign() < 0) {
    errors.push('NEGATIVE');
  }
  if (isIntegerResource(name) && !isWhole(amount)) {
    errors.push('FRACTIONAL_EXTENDED_RESOURCE');
  }
  if (isHugePages(name) && !isMultipleOf(amount, name.slice('hugepages-'.length))) {
    errors.push('HUGE_PAGES_NOT_MULTIPLE');
  }
  return errors;
}

/** Whether the amount is a whole number. */
export function isWhole(amount: Quantity): boolean {
  return amount.equals(amount.roundUp(0));
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsHugePageResourceValueDivisible`. */
function isMultipleOf(amount: Quantity, pageSize: string): boolean {
  const size = safeParseQuantity(pageSize).value;
  const isSize = size !== undefined && size.sign() > 0 && isZero(size.milliValue() % BigInt(1000));
  return isSize && isZero(amount.value() % size.value());
}

function isZero(value: bigint): boolean {
  return value === BigInt(0);
}

const POD_NAMES = /^(count\/pods|pods|((requests|limits)\.)?(cpu|memory|ephemeral-storage))$/;

/**
 * The start of a name under which Pods request devices of a device class.
 * Source: `k8s.io/api/resource/v1` v0.37.1, `ResourceDeviceClassPrefix`.
 */
export const DEVICE_CLASS_PREFIX = 'deviceclass.resource.kubernetes.io/';

/**
 * The names under which quotas count the kinds of which they measure more than the number of objects.
 *
 * Source: `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `MatchingResources` of the evaluators.
 */
const MEASURED: ReadonlyMap<string, (name: string) => boolean> = /* @__PURE__ */ new Map([
  [
    'pods',
    (name: string) =>
      POD_NAMES.test(name) ||
      isHugePages(name.replace(/^requests\./, '')) ||
      isExtendedRequest(name),
  ],
  ['services', (name) => /^(count\/services|services(\.nodeports|\.loadbalancers)?)$/.test(name)],
  [
    'persistentvolumeclaims',
    (name) =>
      name === 'count/persistentvolumeclaims' ||
      /(^|\.storageclass\.storage\.k8s\.io\/)(persistentvolumeclaims|requests\.storage)$/.test(
        name,
      ),
  ],
]);

/** Kinds that are also counted without `count/`. Source: `legacyObjectCountAliases`, as above. */
const LEGACY_COUNTS = /^(configmaps|resourcequotas|replicationcontrollers|secrets)$/;

/** Kinds that quotas ignore. Source: `k8s.io/kubernetes/pkg/quota/v1/install` v1.37.1, `ignoredResources`. */
const IGNORED =
  /^(bindings|componentstatuses|events(\.events\.k8s\.io)?|(tokenreviews|selfsubjectreviews)\.authentication\.k8s\.io|((self|local)?subjectaccess|selfsubjectrules)reviews\.authorization\.k8s\.io)$/;

/** Source: `isExtendedResourceNameForQuota`, as above. */
function isExtendedRequest(name: string): boolean {
  const isForeign = !isNative(name) || name.startsWith(`requests.${DEVICE_CLASS_PREFIX}`);
  return isForeign && name.startsWith('requests.');
}

/**
 * Whether a quota counts objects of a resource, such as `pods` or `deployments.apps`, under a name.
 */
export function countsUnder(name: string, resource: string): boolean {
  const isMeasure = MEASURED.get(resource);
  if (isMeasure !== undefined) {
    return isMeasure(name);
  }
  const isLegacy = name === resource && LEGACY_COUNTS.test(name);
  return (isLegacy || name === `count/${resource}`) && !IGNORED.test(resource);
}

/**
 * Whether the usage of a quota can be measured under a name.
 */
export function isMeasured(name: string): boolean {
  return (
    [...MEASURED.values()].some((isMeasure) => isMeasure(name)) ||
    countsUnder(name, name.replace(/^count\//, ''))
  );
}

/** Whether a quota counts objects, or the devices of ResourceClaims, under a name. */
function isQuotaName(name: string): boolean {
  return isMeasured(name) || name.endsWith('.deviceclass.resource.k8s.io/devices');
}
