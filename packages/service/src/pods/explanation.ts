import type { EndpointConditions, EndpointPort } from '@kubesem/core';
import type { Family } from '../addresses/address.js';

/**
 * Whether a Pod is an endpoint, and if not, why:
 * - `ENDPOINT`: it is an endpoint of the Service
 * - `SELECTOR`: it lacks a label of the selector
 * - `FINISHED`: it has succeeded or failed
 * - `NO_ADDRESS`: it has no address yet
 * - `NODE_MISSING`: it has no node, or its node does not exist; the controller tries again later
 * - `NO_ADDRESS_OF_FAMILY`: it has no address of a family of the Service
 */
export type PodVerdict =
  | 'ENDPOINT'
  | 'SELECTOR'
  | 'FINISHED'
  | 'NO_ADDRESS'
  | 'NODE_MISSING'
  | 'NO_ADDRESS_OF_FAMILY';

/** One Pod of the namespace of a Service. */
export interface PodEndpointExplanation {
  /** Index of the Pod in the Pods that were passed in. */
  readonly index: number;
  /** Name of the Pod. */
  readonly name: string;
  /** Whether it is an endpoint, and if not, why. */
  readonly verdict: PodVerdict;
  /** The label that it lacks; only for `SELECTOR`. */
  readonly mismatch?: LabelMismatch | undefined;
  /** Its addresses as endpoints, at most one entry for each family; empty if it is not an endpoint. */
  readonly endpoints: readonly PodEndpoint[];
  /** The ports that it has for the Service; empty if it is not an endpoint. */
  readonly ports: readonly EndpointPort[];
  /** Indexes in `spec.ports` of the Service of the ports that it does not have. */
  readonly missingPorts: readonly number[];
}

/** A label of a selector that a Pod lacks. */
export interface LabelMismatch {
  /** Key of the label. */
  readonly key: string;
  /** The value in the selector. */
  readonly expected: string;
  /** The value of the Pod; undefined if it has no such label. */
  readonly found: string | undefined;
}

/** A Pod as an endpoint of one family. */
export interface PodEndpoint {
  /** The family. */
  readonly family: Family;
  /** Its addresses in canonical form; clients use the first. */
  readonly addresses: readonly string[];
  /** Its state; all three are set. */
  readonly conditions: EndpointConditions;
  /** Its node. */
  readonly nodeName?: string | undefined;
  /** The zone of its node. */
  readonly zone?: string | undefined;
  /** Its hostname below the DNS name of the Service. */
  readonly hostname?: string | undefined;
}

/** Which Pods are endpoints of a Service. */
export interface EndpointsExplanation {
  /** Namespace of the Service. */
  readonly namespace: string;
  /** Name of the Service. */
  readonly name: string;
  /**
   * Whether Kubernetes makes endpoints for the Service:
   * - `SELECTOR`: yes, of the Pods that it selects
   * - `NO_SELECTOR`: no; you or another controller write its EndpointSlices
   * - `EXTERNAL_NAME`: no; it is only a name in DNS
   */
  readonly source: 'SELECTOR' | 'NO_SELECTOR' | 'EXTERNAL_NAME';
  /** The families of its endpoints; empty for an `ExternalName`. */
  readonly families: readonly Family[];
  /** Whether the controller tries again later, because the node of a Pod is missing. */
  readonly isRetried: boolean;
  /** The Pods, in the order in which they were passed in. */
  readonly pods: readonly PodEndpointExplanation[];
}
