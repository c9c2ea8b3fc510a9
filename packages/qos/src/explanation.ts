import type { Quantity } from '@kubesem/quantity';
import type { ContainerKind } from '@kubesem/resources';

/** The quality of service class of a Pod. */
export type PodQosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/**
 * How a request and a limit of cpu or memory keep their owner from being Guaranteed. Zero is the same as not set.
 *
 * - `NOT_SET`: neither request nor limit.
 * - `NO_LIMIT`: a request without a limit.
 * - `NO_REQUEST`: a limit without a request. A Pod that the API server has stored does not have this, since
 *   requests are filled from limits on creation; apply the defaults first to judge a manifest.
 * - `UNEQUAL`: request and limit differ.
 */
export type GuaranteedBreachRule = 'NOT_SET' | 'NO_LIMIT' | 'NO_REQUEST' | 'UNEQUAL';

/** One reason why a container, or the Pod-level resources, are not Guaranteed. */
export interface GuaranteedBreach {
  /** The resource that was looked at; no other counts for the class. */
  readonly resource: 'cpu' | 'memory';
  /** How it breaks the class. */
  readonly rule: GuaranteedBreachRule;
  /** The request as it stands; undefined where there is none. */
  readonly request: Quantity | undefined;
  /** The limit as it stands; undefined where there is none. */
  readonly limit: Quantity | undefined;
}

/** The class that one set of requests and limits would have by itself. */
export interface RequirementsQos {
  /** The class by itself. */
  readonly qosClass: PodQosClass;
  /** What keeps it from being Guaranteed, cpu before memory; empty if it is Guaranteed. */
  readonly breaches: readonly GuaranteedBreach[];
}

/** The class that one container would have by itself. */
export interface ContainerQos extends RequirementsQos {
  /** Name of the container. */
  readonly name: string;
  /** What the container is to its Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in, such as `spec.containers[0]`. */
  readonly path: string;
}

/**
 * The rule that gave the Pod its class.
 *
 * - `POD_LEVEL`: `spec.resources` names cpu, memory or huge pages, so it alone is judged.
 * - `NO_CONTAINERS`: there is nothing to judge: BestEffort.
 * - `ALL_ALIKE`: every container by itself has the same class.
 * - `ONE_BURSTABLE`: a container by itself is Burstable, so the Pod is.
 * - `MIXED`: some containers are Guaranteed and some BestEffort: Burstable.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `ComputePodQOS`.
 */
export type PodQosRule = 'POD_LEVEL' | 'NO_CONTAINERS' | 'ALL_ALIKE' | 'ONE_BURSTABLE' | 'MIXED';

/** How a Pod came to its quality of service class. */
export interface PodQosExplanation {
  /** What `podQosClass` answers. */
  readonly qosClass: PodQosClass;
  /** The rule that gave the class. */
  readonly rule: PodQosRule;
  /** The judgement on `spec.resources`; undefined where the containers decide. */
  readonly podLevel: RequirementsQos | undefined;
  /** The judgement on each container, init containers first; empty where `spec.resources` decides. */
  readonly containers: readonly ContainerQos[];
}
