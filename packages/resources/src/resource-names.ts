import { qualifiedNameErrors } from '@kubesem/core';

/** Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsHugePageResourceName`. */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** Source: `k8s.io/component-helpers/resource` v0.37.1, `IsSupportedPodLevelResource`. */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

/** Whether Kubernetes itself defines the resource. Source: `IsNativeResource`, as above. */
function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Whether a node may promise more of the resource than it has. Source: `IsOvercommitAllowed`, as above. */
export function isOvercommittable(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** What a quota counts in whole numbers. Source: `IsIntegerResourceName`, as above. */
const COUNTED =
  /^(pods|resourcequotas|services(\.nodeports|\.loadbalancers)?|replicationcontrollers|secrets|configmaps|persistentvolumeclaims)$/;

/** The other names that Kubernetes itself defines. Source: `IsStandardResourceName`, as above. */
const STANDARD =
  /^((requests\.|limits\.)?(cpu|memory|ephemeral-storage)|(requests\.)?(storage|hugepages-.*))$/;

/** Whether amounts of the resource are whole numbers. Source: `IsIntegerResourceName`, as above. */
export function isCounted(name: string): boolean {
  return COUNTED.test(name) || isExtendedResource(name);
}

/** Whether the resource is somebody else's. Source: `IsExtendedResourceName`, as above. */
function isExtendedResource(name: string): boolean {
  const isNamed = !isNative(name) && !name.startsWith('requests.');
  return isNamed && qualifiedNameErrors(`requests.${name}`).length === 0;
}

/**
 * What is wrong with the name of a resource of a container or of the overhead.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateContainerResourceName`.
 */
export function containerResourceNameError(name: string): 'RESOURCE_NAME_INVALID' | undefined {
  const isKnown = name.includes('/')
    ? isNative(name) || isExtendedResource(name)
    : isPodLevelResource(name) || name === 'ephemeral-storage';
  return isKnown && qualifiedNameErrors(name).length === 0 ? undefined : 'RESOURCE_NAME_INVALID';
}

/**
 * What is wrong with the name of a resource of a Pod as a whole.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePodResourceName`.
 */
export function podLevelResourceNameError(
  name: string,
): 'RESOURCE_NAME_INVALID' | 'RESOURCE_NOT_SUPPORTED' | undefined {
  const isKnown = name.includes('/') || STANDARD.test(name) || COUNTED.test(name);
  if (!isKnown || qualifiedNameErrors(name).length > 0) {
    return 'RESOURCE_NAME_INVALID';
  }
  return isPodLevelResource(name) ? undefined : 'RESOURCE_NOT_SUPPORTED';
}
