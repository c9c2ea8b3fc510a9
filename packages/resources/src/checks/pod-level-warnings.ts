import { type FieldPath, type Fields, keyPath, type PodSpec, writtenPath } from '@kubesem/core';
import { podLimits, podRequests } from '../effective/pod-resources.js';
import { isHugePages } from '../names/resource-names.js';
import { readAmounts, resourceLists } from '../read.js';
import type { Warn } from './warning.js';

/**
 * Warns of amounts of a whole Pod that are below those of its containers.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePodResourceConsistency`.
 */
export function warnOfPodLevel(spec: Fields<PodSpec>, warn: Warn): void {
  const { containers, initContainers } = spec.value;
  const { requests, limits } = resourceLists(spec.at('resources'));
  const containerRequests = podRequests({ containers, initContainers });
  for (const [name, request] of readAmounts(requests)) {
    const total = containerRequests[name];
    if (total && total.cmp(request) > 0) {
      warn({
        code: 'POD_REQUEST_TOO_LOW',
        path: keyPath(requests.path, name),
        value: `${request}`,
        message: `must be at least ${total}, which the containers request together`,
      });
    }
  }
  const podLimitAmounts = readAmounts(limits);
  const containerLimits = podLimits({ containers, initContainers });
  for (const [name, limit] of podLimitAmounts) {
    const total = containerLimits[name];
    // The limits of other resources may add up to more than the limit of the Pod.
    if (isHugePages(name) && total && total.cmp(limit) > 0) {
      warn({
        code: 'POD_LIMIT_TOO_LOW',
        path: keyPath(limits.path, name),
        value: `${limit}`,
        message: `must be at least ${total}, the limit of the containers together`,
      });
    }
  }
  spec.each('containers', (container, index) => {
    for (const [name, limit] of readAmounts(container.at('resources').at('limits'))) {
      const podLimit = podLimitAmounts.get(name);
      if (podLimit && limit.cmp(podLimit) > 0) {
        warn({
          code: 'LIMIT_ABOVE_POD_LIMIT',
          path: misplacedPath(spec.path, index, name),
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
  const path = writtenPath(listPath, index, undefined);
  const { written } = keyPath(path, name);
  const limitsPath = writtenPath(writtenPath(path, 'resources', written), 'limits', undefined);
  return writtenPath(limitsPath, name, '');
}
