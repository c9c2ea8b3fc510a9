import { childPath, type FieldPath, keyPath, type PodSpec, writtenPath } from '@kubesem/core';
import { podLimits, podRequests } from '../effective/pod-resources.js';
import { isHugePages } from '../names/resource-names.js';
import { readAmounts } from '../read.js';
import type { Warn } from './warning.js';

/**
 * Warns of amounts of a whole Pod that are below those of its containers.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePodResourceConsistency`.
 */
export function warnOfPodLevel(
  { containers, initContainers, resources }: PodSpec,
  specPath: FieldPath | undefined,
  warn: Warn,
): void {
  const requestsPath = childPath(childPath(specPath, 'resources'), 'requests');
  const containerRequests = podRequests({ containers, initContainers });
  for (const [name, request] of readAmounts(resources?.requests, requestsPath)) {
    const total = containerRequests[name];
    if (total && total.cmp(request) > 0) {
      warn({
        code: 'POD_REQUEST_TOO_LOW',
        path: keyPath(requestsPath, name),
        value: `${request}`,
        message: `must be at least ${total}, which the containers request together`,
      });
    }
  }
  const limitsPath = childPath(childPath(specPath, 'resources'), 'limits');
  const limits = readAmounts(resources?.limits, limitsPath);
  const containerLimits = podLimits({ containers, initContainers });
  for (const [name, limit] of limits) {
    const total = containerLimits[name];
    // The limits of other resources may add up to more than the limit of the Pod.
    if (isHugePages(name) && total && total.cmp(limit) > 0) {
      warn({
        code: 'POD_LIMIT_TOO_LOW',
        path: keyPath(limitsPath, name),
        value: `${limit}`,
        message: `must be at least ${total}, the limit of the containers together`,
      });
    }
  }
  containers?.forEach((container, index) => {
    const path = childPath(childPath(childPath(specPath, 'containers'), index), 'resources');
    const containerLimitsPath = childPath(path, 'limits');
    for (const [name, limit] of readAmounts(container.resources?.limits, containerLimitsPath)) {
      const podLimit = limits.get(name);
      if (podLimit && limit.cmp(podLimit) > 0) {
        warn({
          code: 'LIMIT_ABOVE_POD_LIMIT',
          path: misplacedPath(specPath, index, name),
          value: `${limit}`,
          message: `must be at most ${podLimit}, the limit of the Pod`,
        });
      }
    }
  });
}

/** The path of a container's limit, as the API server writes it: `spec.resources.containers[0][cpu].limits`. */
function misplacedPath(specPath: FieldPath | undefined, index: number, name: string): FieldPath {
  const resources = specPath === undefined ? 'resources' : '.resources';
  const listPath = writtenPath(specPath, 'containers', `${resources}.containers`);
  const path = childPath(listPath, index);
  const { written } = keyPath(path, name);
  const limitsPath = childPath(writtenPath(path, 'resources', written), 'limits');
  return writtenPath(limitsPath, name, '');
}
