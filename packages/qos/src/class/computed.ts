import { attempt, type PodLike, type PodQosClass, type Result } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import {
  type ContainerResources,
  containerResources,
  podLevelLists,
  type ResourceLists,
  readAmount,
} from '@kubesem/resources';
import { placeOf } from '../place.js';
import type {
  GuaranteedBreach,
  GuaranteedBreachRule,
  PodQosExplanation,
  RequirementsQos,
} from './explanation.js';

/**
 * Computes the quality of service class of a Pod from its requests and limits; ignores `status.qosClass`.
 *
 * Each container has a class, init containers and sidecars included. It is Guaranteed if cpu and memory each have a
 * limit and an equal request, BestEffort if neither has any, otherwise Burstable. Other resources do not count, and zero
 * is the same as not set. If all containers have the same class, so does the Pod; otherwise the Pod is Burstable. If
 * `spec.resources` sets cpu, memory or huge pages, it decides instead of the containers.
 *
 * The function reads the object as stored and does not fill in requests from limits. For a manifest, call `applyPodDefaults` of
 * `@kubesem/resources` first.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount of cpu or memory that
 * counts is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
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
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `ComputePodQOS`, with the default feature gates.
 * (Kubernetes 1.36 and older compared the sums over the containers.)
 */
export function podQosClass(pod: PodLike): PodQosClass {
  return judgePod(pod).qosClass;
}

/**
 * Computes the quality of service class of a Pod without throwing: {@link podQosClass} for use in a render path.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class, or the error of `podQosClass`; code `UNREADABLE_INPUT` if the object throws when it is read
 *
 * @example
 * ```ts
 * import { safePodQosClass } from '@kubesem/qos';
 *
 * safePodQosClass({ containers: [{}] }).value // => 'BestEffort'
 * safePodQosClass(JSON.parse('{ "containers": {} }')).error?.code // => 'INVALID_TYPE'
 * ```
 */
export function safePodQosClass(pod: PodLike): Result<PodQosClass> {
  return attempt(() => podQosClass(pod));
}

/**
 * Explains the quality of service class of a Pod: the computation of {@link podQosClass} with its reasons.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class, the rule that decided it, and what keeps each container (or `spec.resources`) from being Guaranteed
 * @throws the errors of `podQosClass`
 *
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
  const { containers, ...judged } = judgePod(pod);
  return {
    ...judged,
    containers: containers.map(({ container, qosClass, breaches }) => ({
      name: container.name,
      kind: container.kind,
      ...placeOf(container.container.path),
      qosClass,
      breaches,
    })),
  };
}

/** A container and its class. */
interface JudgedContainer extends RequirementsQos {
  readonly container: ContainerResources;
}

interface JudgedPod extends Omit<PodQosExplanation, 'containers'> {
  readonly containers: readonly JudgedContainer[];
}

function judgePod(pod: PodLike): JudgedPod {
  const resources = podLevelLists(pod);
  if (resources !== undefined) {
    const podLevel = judge(resources);
    return { qosClass: podLevel.qosClass, rule: 'POD_LEVEL', podLevel, containers: [] };
  }
  const containers = containerResources(pod)
    .filter(({ kind }) => kind !== 'ephemeral')
    .map((container): JudgedContainer => ({ container, ...judge(container) }));
  const { qosClass, rule } = combine(containers);
  return { qosClass, rule, podLevel: undefined, containers };
}

/** The class of a Pod whose containers decide. */
function combine(
  containers: readonly JudgedContainer[],
): Pick<PodQosExplanation, 'qosClass' | 'rule'> {
  const first = containers[0]?.qosClass;
  if (first === undefined) {
    return { qosClass: 'BestEffort', rule: 'NO_CONTAINERS' };
  }
  if (containers.some(({ qosClass }) => qosClass === 'Burstable')) {
    return { qosClass: 'Burstable', rule: 'ONE_BURSTABLE' };
  }
  return containers.every(({ qosClass }) => qosClass === first)
    ? { qosClass: first, rule: 'ALL_ALIKE' }
    : { qosClass: 'Burstable', rule: 'MIXED' };
}

/** The class of one set of requests and limits. Source: `requirementsQOS`, next to `ComputePodQOS`. */
function judge(resources: ResourceLists): RequirementsQos {
  const breaches: GuaranteedBreach[] = [];
  const cpu = judgeResource(resources, 'cpu', breaches);
  const memory = judgeResource(resources, 'memory', breaches);
  return { qosClass: cpu === memory ? cpu : 'Burstable', breaches };
}

function judgeResource(
  { requests, limits }: ResourceLists,
  resource: 'cpu' | 'memory',
  breaches: GuaranteedBreach[],
): PodQosClass {
  const request = readAmount(requests, resource);
  const limit = readAmount(limits, resource);
  const rule = breachRule(request, limit);
  if (rule === undefined) {
    return 'Guaranteed';
  }
  breaches.push({ resource, rule, request, limit });
  return rule === 'NOT_SET' ? 'BestEffort' : 'Burstable';
}

/** Returns why a request and a limit are not Guaranteed; undefined if they are. */
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
