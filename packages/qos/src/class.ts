import {
  type ContainerKind,
  type FieldPathSegment,
  type PodLike,
  type PodQosClass,
  type StoredQosClass,
  storedQosClass,
} from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { type ContainerResources } from '@kubesem/resources';
import {
  containerResources,
  podLevelLists,
  type ResourceLists,
  readAmount,
} from '@kubesem/resources/internal';
import { placeOf } from './place.js';

/**
 * Why a request and a limit of cpu or memory are not Guaranteed. Zero is the same as not set.
 *
 * - `NOT_SET`: neither request nor limit.
 * - `NO_LIMIT`: a request without a limit.
 * - `NO_REQUEST`: a limit without a request. Stored Pods never have this, because the API server fills in requests from
 *   limits when it creates them. For a manifest, apply the defaults first.
 * - `UNEQUAL`: request and limit differ.
 */
export type GuaranteedBreachRule = 'NOT_SET' | 'NO_LIMIT' | 'NO_REQUEST' | 'UNEQUAL';

/** One reason why a container, or the Pod-level resources, are not Guaranteed. */
export interface GuaranteedBreach {
  /** The resource; only these two count for the class. */
  readonly resource: 'cpu' | 'memory';
  /** The rule that it breaks. */
  readonly rule: GuaranteedBreachRule;
  /** The request as it is written; undefined if it is absent. */
  readonly request: Quantity | undefined;
  /** The limit as it is written; undefined if it is absent. */
  readonly limit: Quantity | undefined;
}

/** The class of one set of requests and limits. */
export interface RequirementsQos {
  /** The class. */
  readonly qosClass: PodQosClass;
  /** What keeps it from being Guaranteed, cpu before memory; empty if it is Guaranteed. */
  readonly breaches: readonly GuaranteedBreach[];
}

/** The class of one container. */
export interface ContainerQos extends RequirementsQos {
  /** Name of the container. */
  readonly name: string;
  /** Its role in the Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.containers[0]`. */
  readonly path: string;
}

/**
 * The rule that decided the class of a Pod.
 *
 * - `POD_LEVEL`: `spec.resources` names cpu, memory or huge pages, so only it counts.
 * - `NO_CONTAINERS`: the Pod has no containers, so it is BestEffort.
 * - `ALL_ALIKE`: every container has the same class.
 * - `ONE_BURSTABLE`: a container is Burstable, so the Pod is Burstable.
 * - `MIXED`: some containers are Guaranteed and some BestEffort, so the Pod is Burstable.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `ComputePodQOS`.
 */
export type PodQosRule = 'POD_LEVEL' | 'NO_CONTAINERS' | 'ALL_ALIKE' | 'ONE_BURSTABLE' | 'MIXED';

/** Why a Pod has its quality of service class. */
export interface PodQosExplanation {
  /** The class, as `podQosClass` returns it. */
  readonly qosClass: PodQosClass;
  /** The rule that decided the class. */
  readonly rule: PodQosRule;
  /** The class of `spec.resources`; undefined if the containers decide. */
  readonly podLevel: RequirementsQos | undefined;
  /** The class of each container, init containers first; empty if `spec.resources` decides. */
  readonly containers: readonly ContainerQos[];
}

/**
 * Computes the quality of service class of a Pod from its requests and limits; ignores `status.qosClass`.
 *
 * Each container has a class, init containers and sidecars included. It is Guaranteed if cpu and memory each have a
 * limit and an equal request, BestEffort if neither has any, otherwise Burstable. Other resources do not count, and zero
 * is the same as not set. If all containers have the same class, so does the Pod; otherwise the Pod is Burstable. If
 * `spec.resources` sets cpu, memory or huge pages, it decides instead of the containers.
 *
 * The function reads the object as stored and does not fill in requests from limits. For a manifest, call `applyResourceDefaults` of
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
 * Explains the quality of service class of a Pod: the computation of {@link podQosClass} with its reasons.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class, the rule that decided it, and what keeps each container (or `spec.resources`) from being Guaranteed
 * @throws the errors of `podQosClass`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
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

/**
 * Returns the class that the kubelet and the quota controller use: the one in the status, which the API server fixed
 * when the Pod was created, or the computed one if the status has none yet.
 *
 * An unknown class is returned as stored, and each caller treats it as the released code does.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class
 * @throws the errors of `podQosClass`
 *
 * @example
 * ```ts
 * import { qosClassInForce } from '@kubesem/qos/internal';
 *
 * qosClassInForce({ containers: [{ name: 'app' }] }) // => 'BestEffort'
 * qosClassInForce({ spec: { containers: [{ name: 'app' }] }, status: { qosClass: 'Burstable' } }) // => 'Burstable'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `GetPodQOS`.
 */
export function qosClassInForce(pod: PodLike): StoredQosClass {
  return storedQosClass(pod) ?? podQosClass(pod);
}

/**
 * Reports whether a Pod has the QoS class BestEffort, as the quota controller sees it: the class in its status, or the
 * computed one if the status has none.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns whether the Pod is BestEffort
 * @throws the errors of `podQosClass`
 *
 * @example
 * ```ts
 * import { isBestEffort } from '@kubesem/qos/internal';
 *
 * isBestEffort({ containers: [{ name: 'app' }] }) // => true
 * isBestEffort({ spec: { containers: [{ name: 'app' }] }, status: { qosClass: 'Burstable' } }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `GetPodQOS`.
 */
export function isBestEffort(pod: PodLike): boolean {
  return qosClassInForce(pod) === 'BestEffort';
}
