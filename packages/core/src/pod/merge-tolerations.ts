import type { Toleration } from '../api/core/taints.js';
import { objectsOf } from '../field/lenient.js';

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
