import { childPath, type PodLike, type PodParts, podParts } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { type Amounts, NO_AMOUNTS, sumOf } from '../amounts.js';
import { readAmounts, type Side } from '../read.js';
import { readClaims } from './claims.js';
import { type ContainerShares, readContainers } from './containers.js';
import type { PodResourcesOptions } from './options.js';
import { type PodLevelField, podLevelAmounts, readPodLevel } from './pod-level.js';
import { readResizeStatus } from './resize-status.js';
import { computeSources, highestSource, type Source } from './sources.js';

/**
 * How the requests or limits of a Pod came about.
 *
 * Quantities are immutable, and every maximum passes them on as they are: which of several values was taken shows by
 * its being the same object.
 */
export interface Computation {
  readonly parts: PodParts;
  readonly side: Side;
  readonly containers: readonly ContainerShares[];
  readonly nonMissing: Amounts;
  readonly sources: readonly Source[];
  /** Those that count: the spec does not while its resize is infeasible. */
  readonly counted: readonly Source[];
  /** The highest of these. */
  readonly containersTotal: Amounts;
  readonly podLevelFields: readonly PodLevelField[];
  /** What replaces the amounts of the containers. */
  readonly podLevel: Amounts;
  /** What is added to that. */
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
  const resize = readResizeStatus(parts, options);
  const skipped = side === 'requests' && options.skipContainerLevelResources === true;
  const containers = skipped ? [] : readContainers(parts, side, resize);
  const nonMissing = side === 'requests' ? readNonMissing(options) : NO_AMOUNTS;
  const claims =
    options.useDRANodeAllocatableResourceClaimStatus && !skipped ? readClaims(parts) : [];
  const sources = skipped
    ? []
    : computeSources({ side, containers, nonMissing, resize, claims, record });
  const counted = resize?.infeasible ? sources.slice(1) : sources;
  const containersTotal = highestSource(counted);
  const podLevelFields = options.skipPodLevelResources ? [] : readPodLevel(parts, side, resize);
  const podLevel = podLevelAmounts(podLevelFields);
  const beforeOverhead = withPodLevel(containersTotal, podLevel);
  const overhead = options.excludeOverhead
    ? NO_AMOUNTS
    : countedOverhead(parts, side, beforeOverhead);
  const result = overhead.size === 0 ? beforeOverhead : sumOf(beforeOverhead, overhead);
  return {
    parts,
    side,
    containers,
    nonMissing,
    sources,
    counted,
    containersTotal,
    podLevelFields,
    podLevel,
    overhead,
    result,
  };
}

/** What comes out without the option `useStatusResources` of what was computed with it, and with no other. */
export function specResult({ parts, side, sources, podLevel }: Computation): Amounts {
  const beforeOverhead = withPodLevel(sources[0]?.total ?? NO_AMOUNTS, podLevel);
  const overhead = countedOverhead(parts, side, beforeOverhead);
  return overhead.size === 0 ? beforeOverhead : sumOf(beforeOverhead, overhead);
}

function withPodLevel(amounts: Amounts, podLevel: Amounts): Amounts {
  return podLevel.size === 0 ? amounts : new Map([...amounts, ...podLevel]);
}

/** What has no limit, or a limit of zero, gets none from the overhead. */
function countedOverhead({ spec, specPath }: PodParts, side: Side, amounts: Amounts): Amounts {
  const overhead = readAmounts(spec.overhead, childPath(specPath, 'overhead'));
  return side === 'requests'
    ? overhead
    : new Map([...overhead].filter(([name]) => amounts.get(name)?.isZero() === false));
}

function readNonMissing({ nonMissingContainerRequests: list }: PodResourcesOptions): Amounts {
  const amounts = new Map<string, Quantity>();
  for (const [name, amount] of readAmounts(
    list,
    childPath(undefined, 'nonMissingContainerRequests'),
  )) {
    // Kubernetes adds them to nothing, which forgets how they were spelled.
    amounts.set(name, Quantity.of(0).add(amount));
  }
  return amounts;
}
