import type { PodLike } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { type Amounts, addAmount, copyOf, noAmounts } from './amounts.js';
import { readClaims } from './claims.js';
import { type ContainerShares, readContainers, type Side } from './containers.js';
import type { PodResourcesOptions } from './options.js';
import { type PodLevelField, podLevelAmounts, readPodLevel } from './pod-level.js';
import { podParts } from './pod-parts.js';
import { readAmounts } from './read.js';
import { readResizeStatus } from './resize-status.js';
import { computeSources, highestSource, type Source } from './sources.js';

/**
 * How the requests or limits of a Pod came about.
 *
 * Quantities are immutable, and every maximum passes them on as they are: which of several values was taken shows by
 * its being the same object.
 */
export interface Computation {
  readonly containers: readonly ContainerShares[];
  readonly nonMissing: Amounts | undefined;
  readonly sources: readonly Source[];
  /** The highest of the sources. */
  readonly containersTotal: Amounts;
  readonly podLevelFields: readonly PodLevelField[];
  /** What replaces the amounts of the containers. */
  readonly podLevel: Amounts;
  readonly overhead: Amounts;
  readonly result: Amounts;
}

/** The engine behind `podRequests`, `podLimits` and their explanations; only these `record` the phases. */
export function computePodResources(
  podLike: PodLike,
  side: Side,
  options: PodResourcesOptions,
  record: boolean,
): Computation {
  const parts = podParts(podLike);
  const resize = readResizeStatus(parts.status, options);
  const skipped = side === 'requests' && options.skipContainerLevelResources === true;
  const containers = skipped ? [] : readContainers(parts, side, resize);
  const nonMissing = readNonMissing(side, options);
  const claims = options.useDRANodeAllocatableResourceClaimStatus ? readClaims(parts.status) : [];
  const sources = skipped
    ? []
    : computeSources({ side, containers, nonMissing, resize, claims, record });
  const containersTotal = highestSource(sources);
  const podLevelFields = options.skipPodLevelResources ? [] : readPodLevel(parts, side, resize);
  const podLevel = podLevelAmounts(podLevelFields);
  const overhead = options.excludeOverhead
    ? noAmounts()
    : readAmounts(parts.spec.overhead, [...parts.specPath, 'overhead']);
  const result = Object.assign(copyOf(containersTotal), podLevel);
  for (const name of Object.keys(overhead)) {
    // What has no limit gets none from the overhead.
    if (side === 'requests' || result[name]?.isZero() === false) {
      addAmount(result, name, overhead[name] as Quantity);
    }
  }
  return {
    containers,
    nonMissing,
    sources,
    containersTotal,
    podLevelFields,
    podLevel,
    overhead,
    result,
  };
}

function readNonMissing(side: Side, options: PodResourcesOptions): Amounts | undefined {
  const list = side === 'requests' ? options.nonMissingContainerRequests : undefined;
  if (list === null || list === undefined) {
    return undefined;
  }
  const amounts = readAmounts(list, ['nonMissingContainerRequests']);
  for (const name of Object.keys(amounts)) {
    // Kubernetes adds them to nothing, which forgets how they were spelled.
    amounts[name] = Quantity.of(0).add(amounts[name] as Quantity);
  }
  return amounts;
}
