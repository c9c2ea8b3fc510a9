import { applyRuntimeClass, type RuntimeClassProblemCode } from '@kubesem/admission';
import { attempt, type FieldError, objectOf, type Pod, type RuntimeClass } from '@kubesem/core';
import type { FoundProblem } from '../report/problem-list.js';

/** The codes of {@link applyRuntimeClass} that are about the Pod and its RuntimeClass. */
const CODES: ReadonlySet<string> = /* @__PURE__ */ new Set<RuntimeClassProblemCode>([
  'RUNTIME_CLASS_NOT_FOUND',
  'OVERHEAD_CONFLICT',
  'OVERHEAD_WITHOUT_RUNTIME_CLASS',
  'NODE_SELECTOR_CONFLICT',
]);

/**
 * Adds what the RuntimeClass of a new Pod adds to it. If the files have no RuntimeClasses, those of the cluster are not known.
 *
 * @param pod - the Pod; it is not changed
 * @param runtimeClasses - the RuntimeClasses of the files
 * @param report - receives why the API server rejects the Pod
 * @returns the Pod; without a change if it is rejected
 */
export function withRuntimeClass(
  pod: Pod,
  runtimeClasses: readonly RuntimeClass[],
  report?: (problem: FoundProblem) => void,
): Pod {
  const { runtimeClassName = null, overhead = null } = objectOf(pod.spec);
  const isKnown = runtimeClassName === null ? overhead !== null : runtimeClasses.length > 0;
  if (!isKnown) {
    return pod;
  }
  const { value, error } = attempt(() => applyRuntimeClass(pod, runtimeClasses));
  if (error !== undefined) {
    const { problem } = error as FieldError;
    if (problem === undefined) {
      throw error;
    }
    // Amounts that cannot be read are reported with all others.
    if (CODES.has(problem.code)) {
      report?.({ ...(problem as FoundProblem), apiServer: 'rejects' });
    }
  }
  return value ?? pod;
}
