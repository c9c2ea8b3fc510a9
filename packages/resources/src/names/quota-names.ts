import { isHugePages, isNative } from './resource-names.js';

const POD_NAMES = /^(count\/pods|pods|((requests|limits)\.)?(cpu|memory|ephemeral-storage))$/;

/**
 * The start of a name under which Pods request devices of a device class.
 * Source: `k8s.io/api/resource/v1` v0.37.1, `ResourceDeviceClassPrefix`.
 *
 * @internal
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
 *
 * @internal
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
 *
 * @internal
 */
export function isMeasured(name: string): boolean {
  return (
    [...MEASURED.values()].some((isMeasure) => isMeasure(name)) ||
    countsUnder(name, name.replace(/^count\//, ''))
  );
}

/** Whether a quota counts objects, or the devices of ResourceClaims, under a name. */
export function isQuotaName(name: string): boolean {
  return isMeasured(name) || name.endsWith('.deviceclass.resource.k8s.io/devices');
}
