import { type ClusterLists, type LimitRange, type LimitRangeItem } from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';

/**
 * Reads each LimitRange of a namespace and its items; null is one without fields, as in Go. A field of the wrong type
 * throws.
 */
export function eachLimitRange<R>(
  cluster: ClusterLists<'limitRanges'>,
  read: (items: readonly Fields<LimitRangeItem>[], limitRange: Fields<LimitRange>) => R,
): R[] {
  return fields(cluster, THROW).each('limitRanges', (limitRange) =>
    read(limitRange.at('spec').objects('limits'), limitRange),
  );
}
