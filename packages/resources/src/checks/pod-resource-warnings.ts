import {
  FieldError,
  type PodLike,
  type PodSpec,
  type Problem,
  type ResourceList,
} from '@kubesem/core';
import { appendAll, type Fields, fields, keyPath, problemOf, THROW } from '@kubesem/core/internal';
import type { Amounts } from '../amounts.js';
import type { RESOURCE_CODES } from '../codes.js';
import { defaultedSpec } from '../defaults/resource-defaults.js';
import { mapSpecLists } from '../effective/resource-lists.js';
import { readAmounts, readPod } from '../read.js';
import { bytesProblem, fineCpuProblem } from './amount-problems.js';

/** Codes of the warnings about the requests and limits of a Pod. */
export type PodResourceWarningCode = keyof typeof RESOURCE_CODES;

/** A probable mistake in the requests and limits of a Pod, which the API server accepts. */
export type PodResourceWarning = Problem<PodResourceWarningCode>;

/**
 * Lists the requests, limits and overhead of a new Pod that are probably a mistake, although the API server accepts them: fractions of
 * a byte, and cpu that it rounds up. `validatePod` of `@kubesem/validation/pod` lists those that it rejects.
 *
 * Like the API server, the function applies defaults first (`applyResourceDefaults`). So a warning about a limit also concerns
 * the request that is filled in from it.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - a Pod, a Pod template or a Pod spec, or anything else; it is not changed
 * @returns the warnings; empty if there are none or if the Pod cannot be read
 *
 * @example
 * ```ts
 * import { podResourceWarnings } from '@kubesem/resources';
 *
 * const warnings = podResourceWarnings({
 *   containers: [{ name: 'app', resources: { requests: { cpu: '0.5m', memory: '400m' } } }],
 * });
 * warnings.map(({ code, path }) => `${code} ${path}`) // => [
 * //   'BYTES_FRACTIONAL containers[0].resources.requests[memory]',
 * //   'CPU_FINER_THAN_MILLI containers[0].resources.requests[cpu]',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/pod` v1.37.1, `warningsForPodSpecAndMeta`; `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1,
 * `SetDefaults_ResourceList`. (The documentation calls cpu finer than `1m` invalid; the released code rounds it up.)
 */
export function podResourceWarnings(pod: PodLike): readonly PodResourceWarning[] {
  return warningsUnlessUnreadable(() => warningsOf(readPod(pod, THROW).spec));
}

/** The warnings about a Pod; none if it cannot be read. An error thrown by a getter of the caller is passed on. */
export function warningsUnlessUnreadable(
  find: () => readonly PodResourceWarning[],
): readonly PodResourceWarning[] {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return [];
  }
}

function warningsOf(spec: Fields<PodSpec>): readonly PodResourceWarning[] {
  const written = warningsInLists(spec, (list, amounts) => [
    ...warningsOfBytes(list, amounts),
    ...warningsOfCpu(list, amounts),
  ]);
  const ofCpu = written.filter(({ code }) => code === 'CPU_FINER_THAN_MILLI');
  if (ofCpu.length === written.length) {
    return ofCpu;
  }
  // What the defaults fill in is a fraction only if something else is.
  const stored = fields(defaultedSpec(spec), THROW, spec.path);
  return [...warningsInLists(stored, warningsOfBytes), ...ofCpu];
}

type WarningsOfList = (
  list: Fields<ResourceList>,
  amounts: Amounts,
) => readonly PodResourceWarning[];

function warningsInLists(
  spec: Fields<PodSpec>,
  find: WarningsOfList,
): readonly PodResourceWarning[] {
  const warnings: PodResourceWarning[] = [];
  mapSpecLists(spec, (list) => {
    appendAll(warnings, find(list, readAmounts(list)));
    return list.value;
  });
  return warnings;
}

const warningsOfBytes: WarningsOfList = (list, amounts) =>
  [...amounts].flatMap(([name, amount]) => {
    // The API server has rounded it before.
    const stored = amount.roundUp(-3);
    const problem = bytesProblem(name, stored);
    const path = keyPath(list.path, name);
    return problem ? problemOf({ ...problem, severity: 'warning', path, value: `${stored}` }) : [];
  });

/** Checks the amount as it is written, because the defaults round it. */
const warningsOfCpu: WarningsOfList = (list, amounts) => {
  const amount = amounts.get('cpu');
  const { cpu } = list.value;
  const value = typeof cpu === 'object' ? `${amount}` : `${cpu}`;
  const problem = amount && fineCpuProblem(amount, value);
  const path = keyPath(list.path, 'cpu');
  return problem ? [problemOf({ ...problem, severity: 'warning', path, value })] : [];
};
