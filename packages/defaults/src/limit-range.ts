import { limitRangeItemDefaults } from '@kubesem/admission/internal';
import { type LimitRange, type LimitRangeItem, type Named } from '@kubesem/core';
import { bareObject, type Fields } from '@kubesem/core/internal';
import { roundedAmounts } from '@kubesem/resources/internal';
import { type Rule, withDefaults } from './rules/rule.js';

const LIMIT_RANGE: Rule<LimitRange> = {
  parts: {
    spec: {
      items: {
        limits: {
          set: (item) => (item.text('type') === 'Container' ? containerDefaults(item) : {}),
          convert: {
            max: roundedAmounts,
            min: roundedAmounts,
            default: roundedAmounts,
            defaultRequest: roundedAmounts,
            maxLimitRequestRatio: roundedAmounts,
          },
        },
      },
    },
  },
};

/** The default limits and requests of containers; absent if there are none. */
function containerDefaults(item: Fields<LimitRangeItem>): Partial<LimitRangeItem> {
  const { limits, requests } = limitRangeItemDefaults(item);
  const listOf = (amounts: typeof limits) => bareObject(amounts, (amount) => amount);
  return {
    ...(limits.size > 0 && { default: listOf(limits) }),
    ...(requests.size > 0 && { defaultRequest: listOf(requests) }),
  };
}

/**
 * Fills in a LimitRange as the API server does.
 *
 * For containers, the default limit is the maximum, and the default request is the default limit or, without one, the minimum.
 * Amounts are rounded up to thousandths.
 *
 * @param limitRange - the LimitRange; it is not changed
 * @returns a new LimitRange, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyLimitRangeDefaults } from '@kubesem/defaults/limit-range';
 *
 * const limits = [{ type: 'Container', max: { cpu: '2' } }];
 * applyLimitRangeDefaults({ spec: { limits } }).spec?.limits // => [
 * //   { type: 'Container', max: { cpu: '2' }, default: { cpu: '2' }, defaultRequest: { cpu: '2' } },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_LimitRange`.
 */
export function applyLimitRangeDefaults<T extends LimitRange>(limitRange: Named<T>): T;
/** The same for an object literal. */
export function applyLimitRangeDefaults(limitRange: LimitRange): LimitRange;
/** The implementation. */
export function applyLimitRangeDefaults(limitRange: LimitRange): LimitRange {
  return withDefaults(limitRange, LIMIT_RANGE);
}
