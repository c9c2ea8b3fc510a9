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

/**
 * Whether the resource is somebody else's, and counted in whole numbers. Source: `IsExtendedResourceName`, as above, which
 * also wants the name to be a qualified one: the API server refuses all others.
 */
export function isExtendedResource(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.');
}
