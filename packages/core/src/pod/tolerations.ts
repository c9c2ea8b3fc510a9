import type { Taint, Toleration } from '../api/core/taints.js';
import { objectOf, objectsOf, textOf } from '../field/read.js';
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

/**
 * Merges two lists of tolerations, such as those of a Pod and of its RuntimeClass. A toleration that another one covers is
 * left out.
 *
 * Of equal tolerations, the first one stays. `Exists` without a key covers all keys, and an empty effect covers all effects.
 *
 * @param first - tolerations
 * @param second - more tolerations
 * @returns the tolerations that are needed, in their order
 *
 * @example
 * ```ts
 * import { mergeTolerations } from '@kubesem/core';
 *
 * const gpu = { key: 'dedicated', operator: 'Equal', value: 'gpu', effect: 'NoSchedule' };
 * mergeTolerations([gpu], [{ key: 'dedicated', operator: 'Exists' }]) // => [{ key: 'dedicated', operator: 'Exists' }]
 * mergeTolerations([gpu], [gpu]).length // => 1
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/util/tolerations` v1.37.1, `MergeTolerations`.
 */
export function mergeTolerations(
  first: readonly Toleration[] | null | undefined,
  second: readonly Toleration[] | null | undefined,
): readonly Toleration[] {
  const all: readonly Toleration[] = [...objectsOf(first), ...objectsOf(second)];
  const merged: Toleration[] = [];
  all.forEach((each, index) => {
    const isCovered =
      merged.some((other) => covers(other, each)) ||
      all.some((other, at) => at > index && covers(other, each) && !isEqual(other, each));
    if (!isCovered) {
      merged.push(each);
    }
  });
  return merged;
}

/** The fields as Go has them: absent texts are empty. */
function fieldsOf({ key, operator, value, effect, tolerationSeconds }: Toleration) {
  return {
    key: key ?? '',
    operator: operator ?? '',
    value: value ?? '',
    effect: effect ?? '',
    seconds: tolerationSeconds ?? undefined,
  };
}

function isEqual(a: Toleration, b: Toleration): boolean {
  const [left, right] = [fieldsOf(a), fieldsOf(b)];
  return (
    left.key === right.key &&
    left.operator === right.operator &&
    left.value === right.value &&
    left.effect === right.effect &&
    left.seconds === right.seconds
  );
}

/** Whether every taint that `inner` tolerates, `outer` tolerates for as long. */
function covers(outer: Toleration, inner: Toleration): boolean {
  if (isEqual(outer, inner)) {
    return true;
  }
  const [wide, narrow] = [fieldsOf(outer), fieldsOf(inner)];
  const hasKey = wide.key === narrow.key || (wide.key === '' && wide.operator === 'Exists');
  const hasEffect = wide.effect === narrow.effect || wide.effect === '';
  const isShorter =
    wide.effect === 'NoExecute' &&
    wide.seconds !== undefined &&
    (narrow.seconds === undefined || narrow.seconds > wide.seconds);
  if (!hasKey || !hasEffect || isShorter) {
    return false;
  }
  const isEquality = wide.operator === '' || wide.operator === 'Equal';
  // Kubernetes compares no other operators, and an empty one of the covered toleration counts as another one.
  return isEquality
    ? narrow.operator === 'Equal' && wide.value === narrow.value
    : wide.operator === 'Exists';
}
