import { qualifiedNameErrors } from '@kubesem/core';

/**
 * Whether the resource is huge pages. Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsHugePageResourceName`.
 */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/**
 * Whether the resource is a number of attachable volumes. Source: `IsAttachableVolumeResourceName`, as above.
 */
export function isAttachableVolumes(name: string): boolean {
  return name.startsWith('attachable-volumes-');
}

/**
 * Whether it can be set for a whole Pod. Source: `k8s.io/component-helpers/resource` v0.37.1, `IsSupportedPodLevelResource`.
 */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

/**
 * Whether Kubernetes itself defines the resource. Source: `IsNativeResource`, as above.
 */
export function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/**
 * Reports whether limits of a resource may be higher than the requests, so a node can be overcommitted.
 *
 * @param name - the name of a resource
 * @returns true for resources of Kubernetes itself except huge pages
 *
 * @example
 * ```ts
 * import { isOvercommitAllowed } from '@kubesem/resources/internal';
 *
 * isOvercommitAllowed('memory') // => true
 * isOvercommitAllowed('hugepages-2Mi') // => false
 * isOvercommitAllowed('nvidia.com/gpu') // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsOvercommitAllowed`.
 */
export function isOvercommitAllowed(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** The names that a quota counts in whole numbers. Source: `IsIntegerResourceName`, as above. */
const COUNTED =
  /^(pods|resourcequotas|services(\.nodeports|\.loadbalancers)?|replicationcontrollers|secrets|configmaps|persistentvolumeclaims)$/;

/** The other names that Kubernetes itself defines. Source: `IsStandardResourceName`, as above. */
const STANDARD =
  /^((requests\.|limits\.)?(cpu|memory|ephemeral-storage)|(requests\.)?(storage|hugepages-.*))$/;

/**
 * Whether Kubernetes itself defines the name, of a resource or for quotas. Source: `IsStandardResourceName`, as above.
 */
export function isStandardResource(name: string): boolean {
  return STANDARD.test(name) || COUNTED.test(name);
}

/**
 * Reports whether amounts of a resource must be whole numbers: `3`, `3000m` and `3Ki` are, `0.5` and `1500m` are not.
 *
 * @param name - the name of a resource, or a name that a quota counts
 * @returns true for extended resources and for objects that quotas count
 *
 * @example
 * ```ts
 * import { isIntegerResource } from '@kubesem/resources/internal';
 *
 * isIntegerResource('nvidia.com/gpu') // => true
 * isIntegerResource('services.loadbalancers') // => true
 * isIntegerResource('cpu') // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsIntegerResourceName`.
 */
export function isIntegerResource(name: string): boolean {
  return COUNTED.test(name) || isExtendedResource(name);
}

/**
 * Whether the resource is an extended resource. Source: `IsExtendedResourceName`, as above.
 */
export function isExtendedResource(name: string): boolean {
  const isNamed = !isNative(name) && !name.startsWith('requests.');
  return isNamed && qualifiedNameErrors(`requests.${name}`).length === 0;
}
