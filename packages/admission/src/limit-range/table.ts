import { type LimitRange, type LimitRangeItem } from '@kubesem/core';
import { compareUtf8, type Fields } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { readAmounts } from '@kubesem/resources/internal';
import { limitRangeItemDefaults } from './defaults.js';
import { eachLimitRange } from './items.js';

/** What a LimitRange sets for one resource of one type of objects. */
export interface LimitRangeRow {
  /** The type of objects: `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type: string;
  /** Name of the resource. */
  readonly resource: string;
  /** The minimum. */
  readonly min: Quantity | undefined;
  /** The maximum. */
  readonly max: Quantity | undefined;
  /** The request of containers that set none. */
  readonly defaultRequest: Quantity | undefined;
  /** The limit of containers that set none. */
  readonly default: Quantity | undefined;
  /** The highest ratio of limit to request. */
  readonly maxLimitRequestRatio: Quantity | undefined;
}

/**
 * Lists what a LimitRange sets, with the defaults that the API server adds to it: the rows of `kubectl describe limits`.
 *
 * @param limitRange - the LimitRange; it is not changed
 * @returns a row for each item and resource, sorted by resource
 * @throws the errors of `applyLimitRanges`
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeLimitRangeSpec`; `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1,
 * `SetDefaults_LimitRangeItem`.
 */
export function limitRangeRows(limitRange: LimitRange): readonly LimitRangeRow[] {
  return eachLimitRange({ limitRanges: [limitRange] }, (items) => items.flatMap(rowsOf)).flat();
}

function rowsOf(item: Fields<LimitRangeItem>): readonly LimitRangeRow[] {
  const type = item.text('type');
  const isContainer = type === 'Container';
  const { requests, limits } = limitRangeItemDefaults(item);
  const lists = {
    min: readAmounts(item.at('min')),
    max: readAmounts(item.at('max')),
    defaultRequest: isContainer ? requests : readAmounts(item.at('defaultRequest')),
    default: isContainer ? limits : readAmounts(item.at('default')),
    maxLimitRequestRatio: readAmounts(item.at('maxLimitRequestRatio')),
  };
  const names = new Set(Object.values(lists).flatMap((list) => [...list.keys()]));
  return [...names].sort(compareUtf8).map((resource) => ({
    type,
    resource,
    min: lists.min.get(resource),
    max: lists.max.get(resource),
    defaultRequest: lists.defaultRequest.get(resource),
    default: lists.default.get(resource),
    maxLimitRequestRatio: lists.maxLimitRequestRatio.get(resource),
  }));
}
