import type { PodSpec } from '@kubesem/core';
import { podLimits, podRequests } from '../effective/pod-resources.js';
import { isHugePages } from '../names/resource-names.js';
import { entryPath, readAmounts } from '../read.js';
import type { Warn } from './warnings.js';

/**
 * Warns of amounts of a whole Pod that are below those of its containers.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePodResourceConsistency`.
 */
export function warnOfPodLevel(spec: PodSpec, prefix: string, warn: Warn): void {
  const { containers, initContainers, resources } = spec;
  const path = `${prefix}resources`;
  const requests = readAmounts(resources?.requests, path);
  const limits = readAmounts(resources?.limits, path);
  const containerRequests = podRequests({ containers, initContainers });
  const containerLimits = podLimits({ containers, initContainers });
  for (const [name, request] of requests) {
    const total = containerRequests[name];
    if (total && total.cmp(request) > 0) {
      const message = `expected at least the ${total} that the containers request`;
      const place = entryPath(`${path}.requests`, name);
      warn('refuses', 'POD_REQUEST_TOO_LOW', place, `${request}`, message);
    }
  }
  for (const [name, limit] of limits) {
    const total = containerLimits[name];
    // Of other resources the containers may be promised more than there is.
    if (isHugePages(name) && total && total.cmp(limit) > 0) {
      const message = `expected at least the ${total} of the limits of the containers`;
      const place = entryPath(`${path}.limits`, name);
      warn('refuses', 'POD_LIMIT_TOO_LOW', place, `${limit}`, message);
    }
  }
  containers?.forEach((container, index) => {
    for (const [name, limit] of readAmounts(container.resources?.limits, path)) {
      const podLimit = limits.get(name);
      if (podLimit && limit.cmp(podLimit) > 0) {
        const message = `expected at most the limit of the Pod of ${podLimit}`;
        const place = entryPath(`${prefix}containers[${index}].resources.limits`, name);
        warn('refuses', 'LIMIT_ABOVE_POD_LIMIT', place, `${limit}`, message);
      }
    }
  });
}
