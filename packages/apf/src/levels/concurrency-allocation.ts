/** One priority level in the allocation of seats. */
export interface AllocationClass {
  /** Target number of seats; at least the lower bound. */
  readonly target: number;
  /** Minimum number of seats; not negative. */
  readonly lowerBound: number;
  /** Maximum number of seats; at least the lower bound. */
  readonly upperBound: number;
}

/** The seats that each level gets. */
export interface ConcurrencyAllocation {
  /** The seats of each class, in the same order; they add up to the sum, except for rounding. */
  readonly allocations: readonly number[];
  /** Fraction of its target that each level between its bounds gets. */
  readonly fairProportion: number;
}

const MIN_TARGET = 0.001;
const TOLERANCE = 0.0000001;
const LARGEST = 3.4028234663852886e38;

interface Bound {
  readonly proportion: number;
  /** Change of the sum of targets between their bounds when the proportion passes this bound. */
  readonly deltaTarget: number;
}

/** All bounds as proportions of their targets, in ascending order. */
function sortedBounds(classes: readonly AllocationClass[], targets: readonly number[]): Bound[] {
  const bounds = classes.flatMap(({ lowerBound, upperBound }, i): Bound[] => {
    const target = targets[i] as number;
    return [
      { proportion: lowerBound / target, deltaTarget: target },
      { proportion: upperBound / target, deltaTarget: -target },
    ];
  });
  return bounds.sort((a, b) => a.proportion - b.proportion);
}

/**
 * Raises the proportion from bound to bound until the seats add up. The sum grows with the proportion, the faster the more
 * levels are between their bounds.
 */
function proportionBetweenBounds(
  requiredSum: number,
  lowSum: number,
  lowest: number,
  bounds: readonly Bound[],
): number | undefined {
  let sum = lowSum;
  let proportion = lowest;
  let sensitiveTargets = 0;
  let sensitiveClasses = 0;
  let next = 0;
  let pending = 0;
  while (sum < requiredSum) {
    let bound: Bound | undefined;
    do {
      sensitiveTargets += pending;
      sensitiveClasses += Math.sign(pending);
      bound = bounds[next++];
      if (bound === undefined) {
        return undefined;
      }
      pending = bound.deltaTarget;
    } while (bound.proportion <= proportion);
    if (sensitiveClasses !== 0) {
      const reached = proportion + (requiredSum - sum) / sensitiveTargets;
      if (reached <= bound.proportion) {
        return reached;
      }
      sum += (bound.proportion - proportion) * sensitiveTargets;
    }
    proportion = bound.proportion;
  }
  return proportion;
}

function isImpossible({ target, lowerBound, upperBound }: AllocationClass): boolean {
  // What is not a number is in no order.
  return !(lowerBound >= 0 && target >= lowerBound && upperBound >= lowerBound);
}

/**
 * Divides seats among priority levels: each gets the same proportion of its target, within its bounds.
 *
 * @param requiredSum - seats to divide, a whole number, not negative
 * @param classes - the levels
 * @returns the seats of each level; undefined if the bounds contradict the sum or each other
 *
 * @example
 * ```ts
 * import { concurrencyAllocation } from '@kubesem/apf';
 *
 * concurrencyAllocation(100, [
 *   { target: 80, lowerBound: 10, upperBound: 1000 },
 *   { target: 10, lowerBound: 10, upperBound: 1000 },
 *   { target: 40, lowerBound: 0, upperBound: 20 },
 * ])?.allocations // => [70, 10, 20]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `computeConcurrencyAllocation`.
 */
export function concurrencyAllocation(
  requiredSum: number,
  classes: readonly AllocationClass[],
): ConcurrencyAllocation | undefined {
  if (classes.some(isImpossible)) {
    return undefined;
  }
  const targets = classes.map(({ target }) => Math.max(target, MIN_TARGET));
  let lowSum = 0;
  let highSum = 0;
  let targetSum = 0;
  let lowestLow = LARGEST;
  let highestLow = 0;
  let lowestHigh = LARGEST;
  let highestHigh = 0;
  classes.forEach(({ lowerBound, upperBound }, i) => {
    const target = targets[i] as number;
    lowSum += lowerBound;
    highSum += upperBound;
    targetSum += target;
    lowestLow = Math.min(lowestLow, lowerBound / target);
    highestLow = Math.max(highestLow, lowerBound / target);
    lowestHigh = Math.min(lowestHigh, upperBound / target);
    highestHigh = Math.max(highestHigh, upperBound / target);
  });
  if (lowSum - requiredSum > TOLERANCE || requiredSum - highSum > TOLERANCE) {
    return undefined;
  }
  if (requiredSum === 0) {
    return { allocations: classes.map(() => 0), fairProportion: 0 };
  }
  if (lowSum - requiredSum > -TOLERANCE) {
    return { allocations: classes.map(({ lowerBound }) => lowerBound), fairProportion: lowestLow };
  }
  if (requiredSum - highSum > -TOLERANCE) {
    return {
      allocations: classes.map(({ upperBound }) => upperBound),
      fairProportion: highestHigh,
    };
  }
  const unbounded = requiredSum / targetSum;
  if (highestLow <= unbounded && unbounded <= lowestHigh) {
    return { allocations: targets.map((target) => target * unbounded), fairProportion: unbounded };
  }
  const bounds = sortedBounds(classes, targets);
  const fairProportion = proportionBetweenBounds(requiredSum, lowSum, lowestLow, bounds);
  if (fairProportion === undefined) {
    return undefined;
  }
  const allocations = classes.map(({ lowerBound, upperBound }, i) =>
    Math.max(lowerBound, Math.min(upperBound, fairProportion * (targets[i] as number))),
  );
  return { allocations, fairProportion };
}
