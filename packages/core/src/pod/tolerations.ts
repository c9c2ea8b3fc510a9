import { objectOf, textOf } from '../field/lenient.js';
import { isInt64Text } from '../text/int64.js';

/** A taint of a node. Source: `k8s.io/api/core/v1` v0.37.1, type `Taint`. */
export interface Taint {
  /** Key, such as `node.kubernetes.io/not-ready`. */
  readonly key?: string | null | undefined;
  /** Value. */
  readonly value?: string | null | undefined;
  /** `NoSchedule`, `PreferNoSchedule` or `NoExecute`. */
  readonly effect?: string | null | undefined;
  /** When it was added. */
  readonly timeAdded?: string | Date | null | undefined;
}

/** A toleration of a Pod. Source: `k8s.io/api/core/v1` v0.37.1, type `Toleration`. */
export interface Toleration {
  /** Key of the taints; empty for all keys. */
  readonly key?: string | null | undefined;
  /** `Equal`, which is the default, `Exists`, or, with a feature gate, `Lt` or `Gt`. */
  readonly operator?: string | null | undefined;
  /** Value of the taints. */
  readonly value?: string | null | undefined;
  /** Effect of the taints; empty for all effects. */
  readonly effect?: string | null | undefined;
  /** How long the Pod stays on a node with a taint of the effect `NoExecute`. */
  readonly tolerationSeconds?: number | null | undefined;
}

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
