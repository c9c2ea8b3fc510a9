import { FieldError, type Node, type PodLike, type ResourceFieldSelector } from '@kubesem/core';
import { resourceFieldValue } from '@kubesem/resources';
import { Failure } from './failure.js';
import { UNKNOWN } from './missing.js';

/**
 * The text of a request or limit, throwing a {@link Failure} with the message of the kubelet. The container is that of the
 * variable; undefined for a file.
 */
export function readResourceField(
  pod: PodLike,
  selector: ResourceFieldSelector,
  container: string | undefined,
  node: Node | null | undefined,
): string {
  try {
    const nodeAllocatable = node?.status?.allocatable ?? node?.status?.capacity;
    const { value, rule } = resourceFieldValue(pod, selector, { container, nodeAllocatable });
    if (rule === 'NONE' && !node && selector.resource?.startsWith('limits.')) {
      throw UNKNOWN;
    }
    return value;
  } catch (error) {
    const code = error instanceof FieldError ? error.code : undefined;
    if (code === 'CONTAINER_NOT_FOUND') {
      const name = selector.containerName || container;
      throw new Failure(code, `container ${name ?? ''} not found`);
    }
    if (code === 'RESOURCE_NOT_SUPPORTED') {
      throw new Failure(code, `unsupported container resource : ${selector.resource ?? ''}`);
    }
    throw error;
  }
}
