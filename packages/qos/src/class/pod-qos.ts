import type { PodLike } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { podContainers, podLevelResources, type WrittenResources } from '@kubesem/resources';
import { readAmount } from '../amounts.js';
import type {
  ContainerQos,
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosClass,
  PodQosExplanation,
  PodQosRule,
  RequirementsQos,
} from '../explanation.js';

/**
 * The quality of service class of a Pod, computed from its requests and limits; `status.qosClass` is not looked at.
 *
 * Each container is judged by itself, init containers and sidecars too: it is Guaranteed if cpu and memory each have a
 * limit and an equal request, BestEffort if neither has any, else Burstable; other resources do not count, and zero is
 * the same as not set. If all containers agree, that is the Pod's class, else it is Burstable. If `spec.resources` sets
 * cpu, memory or huge pages, it is judged instead, and the containers do not count.
 *
 * The object is taken as stored: requests are not filled in from limits. For a manifest, call `applyPodDefaults` of
 * `@kubesem/resources` first.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_QUANTITY` if an amount of cpu or memory that counts is not a quantity
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podQosClass } from '@kubesem/qos';
 *
 * const small = { cpu: '500m', memory: '128Mi' };
 * podQosClass({ containers: [{ resources: { requests: small, limits: small } }] }) // => 'Guaranteed'
 * podQosClass({ containers: [{ resources: { requests: small } }] }) // => 'Burstable'
 * podQosClass({ containers: [{}] }) // => 'BestEffort'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `ComputePodQOS`, with the feature gates as they are
 * by default. (Up to 1.36 the sums over the containers were compared.)
 */
export function podQosClass(pod: PodLike): PodQosClass {
  return judgePod(pod).qosClass;
}

/**
 * How a Pod came to its quality of service class: the computation of `podQosClass` written down.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class, the rule that gave it, and for each container (or for `spec.resources`) what keeps it from being
 * Guaranteed
 * @throws what `podQosClass` throws
 * @example
 * ```ts
 * import { explainPodQosClass } from '@kubesem/qos';
 *
 * const { rule, containers } = explainPodQosClass({
 *   containers: [
 *     { name: 'app', resources: { requests: { cpu: 1, memory: '1Gi' }, limits: { cpu: 1, memory: '2Gi' } } },
 *   ],
 * });
 * rule // => 'ONE_BURSTABLE'
 * const breach = containers[0]?.breaches[0];
 * `${breach?.resource} ${breach?.rule} ${breach?.request} ${breach?.limit}` // => 'memory UNEQUAL 1Gi 2Gi'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `ComputePodQOS`.
 */
export function explainPodQosClass(pod: PodLike): PodQosExplanation {
  return judgePod(pod);
}

/** The engine of both. What it writes down costs little. */
function judgePod(pod: PodLike): PodQosExplanation {
  const resources = podLevelResources(pod);
  if (resources !== undefined) {
    const podLevel = judge(resources, resources.path);
    return { qosClass: podLevel.qosClass, rule: 'POD_LEVEL', podLevel, containers: [] };
  }
  const containers: ContainerQos[] = [];
  for (const container of podContainers(pod)) {
    const { name, kind, path } = container;
    if (kind !== 'ephemeral') {
      const { qosClass, breaches } = judge(container, `${path}.resources`);
      containers.push({ name, kind, path, qosClass, breaches });
    }
  }
  return combine(containers);
}

function combine(containers: readonly ContainerQos[]): PodQosExplanation {
  const explain = (qosClass: PodQosClass, rule: PodQosRule): PodQosExplanation => ({
    qosClass,
    rule,
    podLevel: undefined,
    containers,
  });
  const first = containers[0]?.qosClass;
  if (first === undefined) {
    return explain('BestEffort', 'NO_CONTAINERS');
  }
  if (containers.some(({ qosClass }) => qosClass === 'Burstable')) {
    return explain('Burstable', 'ONE_BURSTABLE');
  }
  return containers.every(({ qosClass }) => qosClass === first)
    ? explain(first, 'ALL_ALIKE')
    : explain('Burstable', 'MIXED');
}

/** Judges requests and limits by themselves. Source: `requirementsQOS`, beside `ComputePodQOS`. */
function judge(resources: WrittenResources, path: string): RequirementsQos {
  const breaches: GuaranteedBreach[] = [];
  const cpu = judgeResource(resources, 'cpu', path, breaches);
  const memory = judgeResource(resources, 'memory', path, breaches);
  return { qosClass: cpu === memory ? cpu : 'Burstable', breaches };
}

function judgeResource(
  { requests, limits }: WrittenResources,
  resource: 'cpu' | 'memory',
  path: string,
  breaches: GuaranteedBreach[],
): PodQosClass {
  const request = readAmount(requests, resource, `${path}.requests`);
  const limit = readAmount(limits, resource, `${path}.limits`);
  const rule = breachRule(request, limit);
  if (rule === undefined) {
    return 'Guaranteed';
  }
  breaches.push({ resource, rule, request, limit });
  return rule === 'NOT_SET' ? 'BestEffort' : 'Burstable';
}

/** How a request and a limit keep their owner from being Guaranteed; undefined if they do not. */
function breachRule(
  request: Quantity | undefined,
  limit: Quantity | undefined,
): GuaranteedBreachRule | undefined {
  const hasRequest = request?.isZero() === false;
  const hasLimit = limit?.isZero() === false;
  if (!hasRequest) {
    return hasLimit ? 'NO_REQUEST' : 'NOT_SET';
  }
  if (!hasLimit) {
    return 'NO_LIMIT';
  }
  return request.equals(limit) ? undefined : 'UNEQUAL';
}
