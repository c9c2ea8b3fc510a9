import { type FoundContainer, type PodLike, type PodSpec } from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import { Quantity } from '@kubesem/quantity';
import { type Amounts, NO_AMOUNTS, overriddenBy, sumOf } from '../amounts.js';
import { type ReadPod, readAmounts, readPod, type Side } from '../read.js';
import { readClaims } from './claims.js';
import { type ContainerShares, listContainers, readShares } from './containers.js';
import type { PodResourcesOptions } from './options.js';
import { type PodLevelField, podLevelAmounts, readPodLevel } from './pod-level.js';
import { type ResizeStatus, readResizeStatus } from './resize-status.js';
import { compareSources, type Source } from './sources.js';

/**
 * How the requests or limits of a Pod were computed.
 *
 * Quantities are immutable, and every maximum passes them on as they are. So the object itself shows which of several
 * values was chosen.
 */
export interface Computation {
  readonly spec: Fields<PodSpec>;
  readonly side: Side;
  readonly containers: readonly ContainerShares[];
  readonly nonMissing: Amounts;
  readonly sources: readonly Source[];
  /** The sources that count: the spec does not while its resize is infeasible. */
  readonly counted: readonly Source[];
  /** The highest of these. */
  readonly containersTotal: Amounts;
  readonly podLevelFields: readonly PodLevelField[];
  /** The amounts that replace those of the containers. */
  readonly podLevel: Amounts;
  /** The amounts that are added to that. */
  readonly overhead: Amounts;
  readonly result: Amounts;
}

/**
 * Computes the requests or limits of a Pod, for `podRequests`, `podLimits` and their explanations.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param side - requests or limits
 * @param options - what to count
 * @param record - whether to keep the phases, for an explanation
 * @returns the result and all steps on the way
 */
export function computePodResources(
  podLike: PodLike,
  side: Side,
  options: PodResourcesOptions,
  record: boolean,
): Computation {
  const pod = readPod(podLike, THROW);
  const resize = readResizeStatus(pod.status, options);
  const listed = skipsContainers(side, options) ? [] : listContainers(pod.spec);
  return computeSide({ pod, resize, listed }, side, options, record);
}

/**
 * Computes the requests and the limits of a Pod. This takes less time than one after the other, because both have the same
 * containers.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns the computations, not recorded
 */
export function computeBothSides(
  podLike: PodLike,
  options: Pick<PodResourcesOptions, 'useStatusResources'>,
): readonly [requests: Computation, limits: Computation] {
  const pod = readPod(podLike, THROW);
  const resize = readResizeStatus(pod.status, options);
  const common = { pod, resize, listed: listContainers(pod.spec) };
  return [
    computeSide(common, 'requests', options, false),
    computeSide(common, 'limits', options, false),
  ];
}

/** What requests and limits both read. */
interface Common {
  readonly pod: ReadPod;
  readonly resize: ResizeStatus | undefined;
  readonly listed: readonly FoundContainer[];
}

function skipsContainers(side: Side, options: PodResourcesOptions): boolean {
  return side === 'requests' && options.skipContainerLevelResources === true;
}

function computeSide(
  { pod: { spec, status }, resize, listed }: Common,
  side: Side,
  options: PodResourcesOptions,
  record: boolean,
): Computation {
  const nonMissing = side === 'requests' ? readNonMissing(options) : NO_AMOUNTS;
  const isSkipped = skipsContainers(side, options);
  const containers = listed.map((found) => readShares(found, side, resize));
  const claims =
    options.useDRANodeAllocatableResourceClaimStatus && !isSkipped ? readClaims(status) : [];
  const { sources, counted, highest } = isSkipped
    ? { sources: [], counted: [], highest: NO_AMOUNTS }
    : compareSources({ side, containers, nonMissing, resize, claims, record });
  const podLevelFields = options.skipPodLevelResources ? [] : readPodLevel(spec, side, resize);
  const podLevel = podLevelAmounts(podLevelFields);
  const beforeOverhead = overriddenBy(highest, podLevel);
  const overhead = readOverhead(spec, side, beforeOverhead, options);
  return {
    spec,
    side,
    containers,
    nonMissing,
    sources,
    counted,
    containersTotal: highest,
    podLevelFields,
    podLevel,
    overhead,
    result: sumOf(beforeOverhead, overhead),
  };
}

/**
 * Returns the result without the option `useStatusResources` from a computation with it and with no other option.
 *
 * @param computation - the computation
 * @returns the amounts
 */
export function specResult({ spec, side, sources, podLevel }: Computation): Amounts {
  const beforeOverhead = overriddenBy(sources[0]?.total ?? NO_AMOUNTS, podLevel);
  return sumOf(beforeOverhead, readOverhead(spec, side, beforeOverhead, {}));
}

/** Reads the requests of containers without requests. */
export function readNonMissing({ nonMissingContainerRequests }: PodResourcesOptions): Amounts {
  if (nonMissingContainerRequests === undefined) {
    return NO_AMOUNTS;
  }
  const options = fields({ nonMissingContainerRequests }, THROW);
  const amounts = readAmounts(options.at('nonMissingContainerRequests'));
  // Kubernetes adds them to nothing, which drops their spelling.
  return new Map([...amounts].map(([name, amount]) => [name, Quantity.of(0).add(amount)]));
}

/**
 * Reads the overhead that is added to the amounts of a Pod. Limits get none where they are absent or zero.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests` and `PodLimits`; KEP-688.
 */
function readOverhead(
  spec: Fields<PodSpec>,
  side: Side,
  amounts: Amounts,
  options: PodResourcesOptions,
): Amounts {
  if (options.excludeOverhead || !spec.has('overhead')) {
    return NO_AMOUNTS;
  }
  const overhead = readAmounts(spec.at('overhead'));
  return side === 'requests' || overhead.size === 0
    ? overhead
    : new Map([...overhead].filter(([name]) => amounts.get(name)?.isZero() === false));
}
