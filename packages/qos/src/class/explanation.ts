import type { ContainerKind, FieldPathSegment, PodQosClass } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';

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
