import type { EndpointPort, ObjectReference } from '../discovery/endpoint-slice.js';
import type { ObjectMeta } from '../meta/metadata.js';

/**
 * The endpoints of the Service of the same name, in one object. EndpointSlices replace it.
 *
 * Source of this and the following: `k8s.io/api/core/v1` v0.37.1.
 */
export interface Endpoints {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `Endpoints`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** The endpoints, grouped by their ports. */
  readonly subsets?: readonly EndpointSubset[] | null | undefined;
}

/** Addresses that have the same ports. */
export interface EndpointSubset {
  /** Addresses that are ready. */
  readonly addresses?: readonly EndpointAddress[] | null | undefined;
  /** Addresses that are not ready. */
  readonly notReadyAddresses?: readonly EndpointAddress[] | null | undefined;
  /** The ports of each address. */
  readonly ports?: readonly EndpointPort[] | null | undefined;
}

/** One address of a subset. */
export interface EndpointAddress {
  /** The address. */
  readonly ip?: string | null | undefined;
  /** Its hostname below the DNS name of the Service. */
  readonly hostname?: string | null | undefined;
  /** Name of its node. */
  readonly nodeName?: string | null | undefined;
  /** The object that it represents. */
  readonly targetRef?: ObjectReference | null | undefined;
}
