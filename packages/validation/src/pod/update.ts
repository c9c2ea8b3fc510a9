import type { Affinity, FieldErrorType, NodeSelectorTerm, Pod, PodSpec } from '@kubesem/core';
import {
  ABSENT,
  FieldProblems,
  type Fields,
  fields,
  INT32_RANGE,
  INT64_RANGE,
  THROW,
} from '@kubesem/core/internal';
import { isSameField } from '@kubesem/resources/internal';
import { checkAnnotationUpdates } from './metadata.js';
import type { PodProblem } from './validate-pod.js';

/** Options of {@link validatePodUpdate}. */
export interface ValidatePodUpdateOptions {
  /** The Pod as it is stored. */
  readonly before: Pod;
}

/**
 * Lists why the API server would reject a change of a Pod: most fields of its spec cannot change, and some annotations. What it rejects in a new Pod as
 * well is left to {@link validatePod}.
 *
 * @param pod - the Pod after the change, with the defaults of the API server; it is not changed
 * @param options - the Pod before the change. Its fields of the wrong type count as absent
 * @returns the problems in the order of the API server; a field of the wrong type is one of them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the options are not an object
 *
 * @example
 * ```ts
 * import { validatePodUpdate } from '@kubesem/validation/pod';
 *
 * const before = { spec: { containers: [{ name: 'app', image: 'app:1' }], hostNetwork: false } };
 * const pod = { spec: { containers: [{ name: 'app', image: 'app:2' }], hostNetwork: true } };
 * validatePodUpdate(pod, { before }).map(({ code, path }) => `${code} ${path}`) // => ['FORBIDDEN spec']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePodUpdate`.
 */
export function validatePodUpdate(
  pod: Pod,
  options: ValidatePodUpdateOptions,
): readonly PodProblem[] {
  const { before } = fields(options, THROW).value;
  const problems = new FieldProblems<FieldErrorType>();
  const [next, old] = [fields(pod, problems), fields(before, ABSENT)] as [Opened, Opened];
  checkAnnotationUpdates(next.at('metadata'), old.at('metadata'));
  checkChanges(next.at('spec'), old.at('spec'));
  return problems.list();
}

type Opened = Fields<Pod, FieldErrorType>;
type Spec = Fields<PodSpec, FieldErrorType>;

function checkChanges(spec: Spec, old: Spec): void {
  for (const list of ['containers', 'initContainers'] as const) {
    if (spec.list(list).length !== old.list(list).length) {
      spec.forbidden(list, 'pod updates may not add or remove containers');
      return;
    }
  }
  if (!checkDeadline(spec, old)) {
    return;
  }
  checkTolerations(spec, old);
  checkGates(spec, old);
  const isGated = old.list('schedulingGates').length > 0;
  if (isGated) {
    checkNodeSelector(spec, old);
    checkNodeAffinity(spec.at('affinity'), old.at('affinity'));
  }
  const [next, known] = [fixedFields(spec, old, isGated), fixedFields(old, old, isGated)];
  if (!isSameField(next, known, 'podSpec')) {
    spec.problem(
      spec.path,
      'FORBIDDEN',
      `pod updates may not change fields other than ${CHANGING}`,
    );
  }
}

/** The fields that the API server names. */
const CHANGING =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** The deadline can be set, and then only become earlier. Returns whether the API server goes on. */
function checkDeadline(spec: Spec, old: Spec): boolean {
  const name = 'activeDeadlineSeconds';
  const [next, before] = [spec, old].map((each) => each.integer(name, INT64_RANGE));
  if (next === undefined) {
    if (before !== undefined) {
      spec.invalid(name, 'must not update from a positive integer to nil value');
    }
    return true;
  }
  if (next < 0 || next > INT32_RANGE.max) {
    spec.invalid(name, `must be between 0 and ${INT32_RANGE.max}, inclusive`, next);
    return false;
  }
  if (before !== undefined && before < next) {
    spec.invalid(name, 'must be less than or equal to previous value', next);
    return false;
  }
  return true;
}

/** Only the seconds of a toleration can change. */
function checkTolerations(spec: Spec, old: Spec): void {
  const withoutSeconds = (of: Spec): readonly string[] =>
    of.each('tolerations', (toleration) =>
      JSON.stringify(TOLERATION_TEXTS.map((field) => toleration.text(field))),
    );
  const next = new Set(withoutSeconds(spec));
  if (!withoutSeconds(old).every((each) => next.has(each))) {
    spec.forbidden(
      'tolerations',
      'existing toleration can not be modified except its tolerationSeconds',
    );
  }
}

/** The fields of a toleration but its seconds. */
const TOLERATION_TEXTS = ['key', 'operator', 'value', 'effect'] as const;

/** Scheduling gates can only be removed. */
function checkGates(spec: Spec, old: Spec): void {
  const known = new Set(old.each('schedulingGates', (gate) => gate.text('name')));
  const added = new Map(
    spec.each('schedulingGates', (gate, index) => [gate.text('name'), index] as const),
  );
  for (const [name, index] of added) {
    if (!known.has(name)) {
      const message = `only deletion is allowed, but found new scheduling gate '${name}'`;
      spec.forbidden(['schedulingGates', index, 'name'], message);
    }
  }
}

/** While there are scheduling gates, labels of nodes can be added. */
function checkNodeSelector(spec: Spec, old: Spec): void {
  const next = spec.map('nodeSelector');
  if ([...old.map('nodeSelector')].some(([key, value]) => next.get(key) !== value)) {
    const message = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    spec.invalid('nodeSelector', message);
  }
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** And requirements to the terms for nodes. */
function checkNodeAffinity(
  affinity: Fields<Affinity, FieldErrorType>,
  old: Fields<Affinity, FieldErrorType>,
): void {
  const required = affinity.at('nodeAffinity').at(REQUIRED);
  const [next, before] = [required, old.at('nodeAffinity').at(REQUIRED)].map((each) =>
    each.objects('nodeSelectorTerms'),
  ) as [Term[], Term[]];
  if (before.length > 0 && before.length !== next.length) {
    const message = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    required.invalid('nodeSelectorTerms', message);
    return;
  }
  before.forEach((term, index) => {
    if (!isExtended(term, next[index] as Term)) {
      const message = 'only additions are allowed (no mutations or deletions)';
      required.invalid(['nodeSelectorTerms', index], message);
    }
  });
}

type Term = Fields<NodeSelectorTerm>;

/** Whether a term keeps its requirements. A term without any matches no node, and stays so. */
function isExtended(before: Term, next: Term): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const;
  const sizeOf = (term: Term) => lists.reduce((sum, list) => sum + term.list(list).length, 0);
  return sizeOf(before) === 0
    ? sizeOf(next) === 0
    : lists.every((list) => {
        const known = before.list(list);
        return isSameField(next.list(list).slice(0, known.length), known, list);
      });
}

/** The fields that an update cannot change, with those of the old Pod in place of all others. */
function fixedFields(spec: Spec, old: Spec, isGated: boolean): Partial<PodSpec> {
  const withImages = (list: 'containers' | 'initContainers') => {
    const images = old.each(list, (container) => container.text('image'));
    return spec.each(list, ({ value }, index) => ({ ...value, image: images[index] }));
  };
  const [grace, oldGrace] = [spec, old].map(
    (each) => each.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? 30,
  ) as [number, number];
  return {
    ...spec.value,
    containers: withImages('containers'),
    initContainers: withImages('initContainers'),
    activeDeadlineSeconds: old.value.activeDeadlineSeconds,
    tolerations: old.value.tolerations,
    schedulingGates: old.value.schedulingGates,
    terminationGracePeriodSeconds: oldGrace < 0 && grace === 1 ? oldGrace : grace,
    ...(isGated && {
      nodeSelector: old.value.nodeSelector,
      affinity: fixedAffinity(spec.raw('affinity'), old.raw('affinity')),
    }),
  };
}

/** The affinity with the old one to nodes. */
function fixedAffinity(
  next: Affinity | undefined,
  old: Affinity | undefined,
): Affinity | undefined {
  const nodeAffinity = old?.nodeAffinity ?? undefined;
  if (isSameField(next?.nodeAffinity ?? undefined, nodeAffinity, 'nodeAffinity')) {
    return next;
  }
  if (next === undefined) {
    return nodeAffinity && { nodeAffinity };
  }
  const { podAffinity, podAntiAffinity } = next;
  const isEmpty = (podAffinity ?? podAntiAffinity ?? undefined) === undefined;
  return old === undefined && isEmpty ? undefined : { ...next, nodeAffinity };
}
