import type { Taint, Toleration } from '../api/core/taints.js';
import { objectOf, textOf } from '../field/lenient.js';
import { isInt64Text } from '../text/int64.js';

/** Options of {@link toleratesTaint}. */
export interface ToleratesTaintOptions {
  /** Feature gate: whether `Lt` and `Gt` compare numbers; off by default. */
  readonly taintTolerationComparisonOperators?: boolean | undefined;
}

/**
 * Reports whether a toleration tolerates a taint.
 *
 * @param toleration - the toleration of a Pod
 * @param taint - the taint of a node
 * @param options - a feature gate
 * @returns whether the Pod tolerates the taint
 *
 * @example
 * ```ts
 * import { toleratesTaint } from '@kubesem/core';
 *
 * const taint = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
 * toleratesTaint({ key: 'dedicated', value: 'gpu' }, taint) // => true
 * toleratesTaint({ operator: 'Exists' }, taint) // => true
 * toleratesTaint({ key: 'dedicated', value: 'gpu', effect: 'NoExecute' }, taint) // => false
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, `Toleration.ToleratesTaint`.
 */
export function toleratesTaint(
  toleration: Toleration,
  taint: Taint,
  { taintTolerationComparisonOperators = false }: ToleratesTaintOptions = {},
): boolean {
  const { key, operator, value, effect } = objectOf(toleration);
  const tainted = objectOf(taint);
  if ((effect && effect !== (tainted.effect ?? '')) || (key && key !== (tainted.key ?? ''))) {
    return false;
  }
  const [wanted, found] = [textOf(value), textOf(tainted.value)];
  switch (operator ?? '') {
    case '':
    case 'Equal':
      return wanted === found;
    case 'Exists':
      return true;
    case 'Lt':
    case 'Gt': {
      if (!taintTolerationComparisonOperators || !isCanonical(wanted) || !isCanonical(found)) {
        return false;
      }
      const [limit, tainting] = [BigInt(wanted), BigInt(found)];
      return operator === 'Lt' ? tainting < limit : tainting > limit;
    }
    default:
      return false;
  }
}

/** Whether a text is an integer of 64 bits without a plus sign and leading zeros. */
function isCanonical(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text) && isInt64Text(text);
}
