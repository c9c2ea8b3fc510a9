import type { Fields, PodSpec } from '@kubesem/core';
import { type Amounts, NO_AMOUNTS } from '../amounts.js';
import { readAmounts, type Side } from '../read.js';
import type { PodResourcesOptions } from './options.js';

/**
 * Reads the overhead that is added to the amounts of a Pod. Limits get none where they are absent or zero.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests` and `PodLimits`; KEP-688.
 */
export function readOverhead(
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
