import { type Container, type Fields, fields, type Pod, THROW } from '@kubesem/core';
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
    ({ value }) => container === '' || value.name === container,
  );
  if (container !== '' && counted.length === 0) {
    throw new MetricFailure(`container ${container} not found in Pod ${name}`);
  }
  const relevant = container === '' ? counted : counted.slice(0, 1);
  const found = relevant.map((each) => {
    const request = readAmounts(each.at('resources').at('requests')).get(resource);
    if (request === undefined) {
      const place = `container ${each.text('name')} of Pod ${name}`;
      throw new MetricFailure(`missing request for ${resource} in ${place}`);
    }
    return milliInt64(request);
  });
  return sumInt64(found);
}

function countedContainers(pod: Pod): readonly Fields<Container>[] {
  const spec = fields(pod, THROW).at('spec');
  const isSidecar = ({ value }: Fields<Container>) => value.restartPolicy === 'Always';
  const sidecars = spec.objects('initContainers').filter(isSidecar);
  return [...spec.objects('containers'), ...sidecars];
}
