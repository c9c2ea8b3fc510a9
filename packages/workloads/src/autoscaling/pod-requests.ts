import { type Container, childPath, type Pod, readList, readObject } from '@kubesem/core';
import { isHugePages, podLevelResources, podRequests, readAmounts } from '@kubesem/resources';
import { milliInt64, sumInt64 } from './go-numbers.js';
import { MetricFailure } from './metric-failure.js';

/**
 * Returns what each Pod requests of a resource, in thousandths: for the Pod as a whole, or for one container.
 *
 * A container without a request is a failure, even if it is a sidecar. Plain init containers do not count.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/podautoscaler` v1.37.1, `calculateRequests`.
 */
export function requestsOf(
  pods: readonly Pod[],
  container: string,
  resource: string,
): ReadonlyMap<string, bigint> {
  const requests = new Map<string, bigint>();
  for (const pod of pods) {
    const request =
      container === '' && hasPodLevelRequests(pod)
        ? podLevelRequest(pod, resource)
        : containerRequests(pod, container, resource);
    requests.set(pod.metadata?.name ?? '', request);
  }
  return requests;
}

function hasPodLevelRequests(pod: Pod): boolean {
  const names = Object.keys(podLevelResources(pod)?.requests ?? {});
  return names.some((name) => name === 'cpu' || name === 'memory' || isHugePages(name));
}

function podLevelRequest(pod: Pod, resource: string): bigint {
  const request = podRequests(pod)[resource];
  if (request === undefined) {
    const name = pod.metadata?.name ?? '';
    throw new MetricFailure(`missing pod-level request for ${resource} in Pod ${name}`);
  }
  return milliInt64(request);
}

function containerRequests(pod: Pod, container: string, resource: string): bigint {
  const name = pod.metadata?.name ?? '';
  const counted = countedContainers(pod).filter(
    ({ entry }) => container === '' || entry.name === container,
  );
  if (container !== '' && counted.length === 0) {
    throw new MetricFailure(`container ${container} not found in Pod ${name}`);
  }
  const relevant = container === '' ? counted : counted.slice(0, 1);
  const found = relevant.map(({ entry, path }) => {
    const request = readAmounts(entry.resources?.requests, path).get(resource);
    if (request === undefined) {
      const place = `container ${entry.name ?? ''} of Pod ${name}`;
      throw new MetricFailure(`missing request for ${resource} in ${place}`);
    }
    return milliInt64(request);
  });
  return sumInt64(found);
}

function countedContainers({ spec }: Pod) {
  const withPaths = (field: 'containers' | 'initContainers') => {
    const listPath = childPath(childPath(undefined, 'spec'), field);
    return readList<Container>(spec?.[field], listPath).map((given, index) => {
      const at = childPath(listPath, index);
      const entry: Container = readObject(given, at) ?? {};
      return { entry, path: childPath(childPath(at, 'resources'), 'requests') };
    });
  };
  const sidecars = withPaths('initContainers').filter(
    ({ entry }) => entry.restartPolicy === 'Always',
  );
  return [...withPaths('containers'), ...sidecars];
}
