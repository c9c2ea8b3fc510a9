import {
  attempt,
  type ClusterLists,
  type FieldError,
  type FieldProblem,
  type Pod,
  type Problem,
} from '@kubesem/core';
import { ABSENT, appendAll, fields } from '@kubesem/core/internal';
import { applyResourceDefaults } from '@kubesem/resources';
import {
  applyLimitRanges,
  type LimitRangeDefault,
  limitRangeDefaults,
} from '../limit-range/defaults.js';
import { applyRuntimeClass, type RuntimeClassProblemCode } from '../runtime-class/apply.js';

/**
 * What admission applies to the new Pods of a namespace.
 */
export interface NewPodRules extends ClusterLists<'limitRanges' | 'runtimeClasses'> {}

/**
 * A Pod as the API server would store it, and what decides whether it does.
 */
export interface NewPod {
  /** The Pod with its defaults, and with what its RuntimeClass and LimitRanges add. */
  readonly pod: Pod;
  /** What LimitRanges fill in. */
  readonly limitRangeDefaults: readonly LimitRangeDefault[];
  /** Why its RuntimeClass rejects it. */
  readonly runtimeClassProblem: FieldProblem<RuntimeClassProblemCode> | undefined;
}

/**
 * Applies the defaults of the API server to a new Pod, and then what its RuntimeClass and the LimitRanges add.
 *
 * @param pod - the Pod, or the template of its controller; it is not changed
 * @param rules - what admission applies
 * @returns the Pod, and what decides about it
 * @throws the errors of `applyResourceDefaults` and `applyLimitRanges`
 */
export function newPod(pod: Pod, { limitRanges, runtimeClasses }: NewPodRules): NewPod {
  const filledIn: LimitRangeDefault[] = [];
  let runtimeClassProblem: NewPod['runtimeClassProblem'];
  const admit = (created: Pod): Pod => {
    const { value = created, error } = withRuntimeClass(created, runtimeClasses);
    runtimeClassProblem = error?.problem;
    if (limitRanges.length === 0) {
      return value;
    }
    appendAll(filledIn, limitRangeDefaults(value, { limitRanges }));
    return applyLimitRanges(value, { limitRanges });
  };
  const created = applyResourceDefaults(pod, { admit });
  return { pod: created, limitRangeDefaults: filledIn, runtimeClassProblem };
}

/** The codes of {@link applyRuntimeClass} that are about the Pod and its RuntimeClass. */
const RUNTIME_CLASS_CODES: ReadonlySet<string> = /* @__PURE__ */ new Set<RuntimeClassProblemCode>([
  'RUNTIME_CLASS_NOT_FOUND',
  'OVERHEAD_CONFLICT',
  'OVERHEAD_WITHOUT_RUNTIME_CLASS',
  'NODE_SELECTOR_CONFLICT',
]);

/** Adds what the RuntimeClass of a new Pod adds; without any RuntimeClass, those of the cluster are not known. */
function withRuntimeClass(
  pod: Pod,
  runtimeClasses: NewPodRules['runtimeClasses'],
): { readonly value?: Pod | undefined; readonly error?: FieldError<RuntimeClassProblemCode> } {
  const spec = fields(pod, ABSENT).at('spec');
  const isKnown = spec.has('runtimeClassName') ? runtimeClasses.length > 0 : spec.has('overhead');
  if (!isKnown) {
    return {};
  }
  const { value, error } = attempt(() => applyRuntimeClass(pod, { runtimeClasses }));
  const found = error as FieldError<RuntimeClassProblemCode> | undefined;
  if (found !== undefined && found.problem === undefined) {
    throw found;
  }
  // Amounts that cannot be read are reported with all others.
  return found && RUNTIME_CLASS_CODES.has(found.code) ? { error: found } : { value };
}

/**
 * Names the LimitRange that has set the limit of the container to which a problem leads.
 */
export function withLimitRange<P extends Problem>(
  warning: P,
  pod: Pod,
  filledIn: readonly LimitRangeDefault[],
): P {
  const [, list, index] = warning.segments;
  const resource = warning.segments[warning.segments.length - 1];
  const kind = list === 'initContainers' ? 'init container' : 'container';
  const containers = list === 'initContainers' ? pod.spec?.initContainers : pod.spec?.containers;
  const name = containers?.[Number(index)]?.name ?? '';
  const set = filledIn.find(
    (each) =>
      each.kind === kind &&
      each.container === name &&
      each.resource === resource &&
      each.field === 'limit',
  );
  return set === undefined
    ? warning
    : { ...warning, message: `${warning.message}, which LimitRange ${set.limitRange} sets` };
}
