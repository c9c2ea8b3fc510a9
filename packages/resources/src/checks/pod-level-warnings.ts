import { childPath, type FieldPath, type PodSpec } from '@kubesem/core';
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
        apiServer: 'refuses',
        code: 'POD_REQUEST_TOO_LOW',
        path: childPath(requestsPath, name),
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
        apiServer: 'refuses',
        code: 'POD_LIMIT_TOO_LOW',
        path: childPath(limitsPath, name),
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
          apiServer: 'refuses',
          code: 'LIMIT_ABOVE_POD_LIMIT',
          path: childPath(containerLimitsPath, name),
          value: `${limit}`,
          message: `must be at most ${podLimit}, the limit of the Pod`,
        });
      }
    }
  });
}
