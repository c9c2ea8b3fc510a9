import type { LimitRangeItem } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import { Quantity } from '@kubesem/quantity';
import { type Amounts, readAmounts } from '@kubesem/resources/internal';

/** A bound that an object violates. */
export interface Breach {
  /** The amount that violates it, or that is missing. */
  readonly side: 'requests' | 'limits';
  readonly resource: string;
  readonly rule: 'min' | 'max' | 'maxLimitRequestRatio';
  readonly bound: Quantity;
  readonly ratio?: number;
}

/** The amounts that are compared with the bounds. */
export interface BoundedAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Lists the bounds of an item that amounts violate. For a claim, only the requests are compared. */
export function breachesOf(
  { requests, limits }: BoundedAmounts,
  item: Fields<LimitRangeItem>,
): readonly Breach[] {
  const isClaim = item.text('type') === 'PersistentVolumeClaim';
  const breaches: Breach[] = [];
  const judge = (rule: Breach['rule'], breach: (...amounts: JudgedAmounts) => Judgement): void => {
    for (const [resource, written] of readAmounts(item.at(rule))) {
      const bound = written.roundUp(-3);
      const judgement = breach(requests.get(resource), limits.get(resource), bound);
      if (judgement !== undefined) {
        breaches.push({ resource, rule, bound, ...judgement });
      }
    }
  };
  judge('min', belowMin);
  judge('max', isClaim ? requestAboveMax : aboveMax);
  if (!isClaim) {
    judge('maxLimitRequestRatio', aboveRatio);
  }
  return breaches;
}

type JudgedAmounts = [request: Quantity | undefined, limit: Quantity | undefined, bound: Quantity];
type Judgement = Pick<Breach, 'side' | 'ratio'> | undefined;

/** The highest value whose thousandths fit into an int64. Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `MaxMilliValue`. */
const MAX_MILLI_VALUE = /* @__PURE__ */ BigInt('9223372036854775');

/** Whole numbers to compare: thousandths, or units if one is too large. Source: `requestLimitEnforcedValues`. */
function commonValues(
  ...[request, limit, bound]: JudgedAmounts
): readonly [bigint, bigint, bigint] {
  const zero = Quantity.of(0);
  const amounts = [request ?? zero, limit ?? zero, bound] as const;
  const isSmall = amounts.every((amount) => amount.value() <= MAX_MILLI_VALUE);
  const [a, b, c] = amounts;
  return isSmall
    ? [a.milliValue(), b.milliValue(), c.milliValue()]
    : [a.value(), b.value(), c.value()];
}

/** Source: `minConstraint`. */
function belowMin(...amounts: JudgedAmounts): Judgement {
  const [request, limit, bound] = commonValues(...amounts);
  if (amounts[0] === undefined || request < bound) {
    return { side: 'requests' };
  }
  return amounts[1] !== undefined && limit < bound ? { side: 'limits' } : undefined;
}

/** Source: `maxConstraint`. */
function aboveMax(...amounts: JudgedAmounts): Judgement {
  const [request, limit, bound] = commonValues(...amounts);
  if (amounts[1] === undefined || limit > bound) {
    return { side: 'limits' };
  }
  return amounts[0] !== undefined && request > bound ? { side: 'requests' } : undefined;
}

/** Source: `maxRequestConstraint`. */
function requestAboveMax(...amounts: JudgedAmounts): Judgement {
  const [request, , bound] = commonValues(...amounts);
  return amounts[0] === undefined || request > bound ? { side: 'requests' } : undefined;
}

/** Source: `limitRequestRatioConstraint`. */
function aboveRatio(...amounts: JudgedAmounts): Judgement {
  const [request, limit] = commonValues(...amounts).map(Number) as [number, number];
  if (request === 0) {
    return { side: 'requests' };
  }
  if (limit === 0) {
    return { side: 'limits' };
  }
  const ratio = limit / request;
  const bound = amounts[2];
  const isAbove =
    bound.value() <= MAX_MILLI_VALUE
      ? ratio * 1000 > Number(bound.milliValue())
      : ratio > Number(bound.value());
  return isAbove ? { side: 'limits', ratio } : undefined;
}
