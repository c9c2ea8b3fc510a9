import type { EndpointSlice } from '@kubesem/core';

/** Options of {@link mirrorEndpoints}. */
export interface MirroringOptions {
  /** Maximum number of addresses that the controller copies of a subset, 1 to 1000; by default 1000. */
  readonly maxEndpointsPerSubset?: number | undefined;
}

/**
 * Why Endpoints are not mirrored:
 * - `SKIP_LABEL`: their label `endpointslice.kubernetes.io/skip-mirror` is `true`, as on those that a controller writes
 * - `LEADER_ELECTION`: they are a lock of a leader election
 * - `NO_SERVICE`: there is no Service of the same name
 * - `SELECTOR`: the Service has a selector, so its EndpointSlices come from Pods
 */
export type UnmirroredReason = 'SKIP_LABEL' | 'LEADER_ELECTION' | 'NO_SERVICE' | 'SELECTOR';

/** An event that the mirroring controller records on Endpoints. */
export interface MirroringEvent {
  /** `Warning`. */
  readonly type: 'Warning';
  /** Addresses are no IP addresses, or there are too many. */
  readonly reason: 'InvalidIPAddress' | 'TooManyAddressesToMirror';
  /** The message of the controller. */
  readonly message: string;
}

/** What the mirroring controller writes for Endpoints. */
export interface MirroredEndpoints {
  /** Why nothing is mirrored; undefined if the Endpoints are. */
  readonly unmirrored: UnmirroredReason | undefined;
  /** New slices, with a `generateName` instead of a name. */
  readonly create: readonly EndpointSlice[];
  /** Stored slices with their new content. */
  readonly update: readonly EndpointSlice[];
  /** Stored slices that are no longer needed. */
  readonly delete: readonly EndpointSlice[];
  /** The events about addresses that are not copied. */
  readonly events: readonly MirroringEvent[];
}
