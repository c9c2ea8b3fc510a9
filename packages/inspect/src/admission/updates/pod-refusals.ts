import type { FoundProblem } from '../../problem.js';
import {
  type AnyFields,
  fieldsOf,
  fixedAffinity,
  isSame,
  listIn,
  rejectedChange,
} from './update-fields.js';

/** The fields of a Pod spec that an update can change, by rules of their own. */
const POD_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['activeDeadlineSeconds', 'tolerations', 'schedulingGates'],
]);

/**
 * Why validation rejects an update of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePodUpdate`.
 */
export function podRefusal(before: AnyFields, after: AnyFields): FoundProblem | undefined {
  for (const list of ['containers', 'initContainers']) {
    if (listIn(before, list).length !== listIn(after, list).length) {
      const message = 'pod updates may not add or remove containers';
      return rejectedChange('FORBIDDEN', ['spec', list], message);
    }
  }
  const isGated = listIn(before, 'schedulingGates').length > 0;
  const refusal =
    deadlineRefusal(before, after) ??
    tolerationRefusal(before, after) ??
    gateRefusal(before, after) ??
    (isGated ? (selectorRefusal(before, after) ?? affinityRefusal(before, after)) : undefined);
  if (refusal !== undefined) {
    return refusal;
  }
  const message =
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
  const fixed = fixedFields({ ...after, ...gracePeriodOf(before, after) }, isGated);
  return isSame(fixedFields({ ...before, ...gracePeriodOf(before, before) }, isGated), fixed)
    ? undefined
    : rejectedChange('FORBIDDEN', ['spec'], message);
}

function fixedFields(spec: AnyFields, isGated: boolean): AnyFields {
  const withoutImages = (list: string) =>
    listIn(spec, list).map((container) => ({ ...fieldsOf(container), image: undefined }));
  const fixed = Object.entries(spec).filter(([name]) => !POD_FIELDS.has(name));
  const lists = ['containers', 'initContainers'].map(
    (list) => [list, withoutImages(list)] as const,
  );
  return {
    ...Object.fromEntries([...fixed, ...lists]),
    ...(isGated && { nodeSelector: undefined, affinity: fixedAffinity(spec) }),
  };
}

/** The grace period after an update, by default 30 seconds; the one before if it was negative and becomes 1. */
function gracePeriodOf(before: AnyFields, after: AnyFields): AnyFields {
  const [old, next] = [before, after].map((spec) => spec.terminationGracePeriodSeconds ?? 30);
  const isMended = typeof old === 'number' && old < 0 && next === 1;
  return { terminationGracePeriodSeconds: isMended ? old : next };
}

/** The deadline can be set, and then only become earlier. */
function deadlineRefusal(
  { activeDeadlineSeconds: before }: AnyFields,
  { activeDeadlineSeconds: after }: AnyFields,
): FoundProblem | undefined {
  const refuse = (message: string) =>
    rejectedChange('INVALID', ['spec', 'activeDeadlineSeconds'], message);
  if (before == null) {
    return undefined;
  }
  if (after == null) {
    return refuse('must not update from a positive integer to nil value');
  }
  const isLater = Number(after) > Number(before);
  return isLater ? refuse('must be less than or equal to previous value') : undefined;
}

/** Only the seconds of a toleration can change; admission adds two that are missing. */
function tolerationRefusal(before: AnyFields, after: AnyFields): FoundProblem | undefined {
  const known = new Set(withAdmitted(listIn(after, 'tolerations')).map(tolerationKey));
  const message = 'existing toleration can not be modified except its tolerationSeconds';
  return listIn(before, 'tolerations').every((each) => known.has(tolerationKey(each)))
    ? undefined
    : rejectedChange('FORBIDDEN', ['spec', 'tolerations'], message);
}

/** Without its seconds, as it is stored. */
function tolerationKey(toleration: unknown): string {
  const { key, operator, value, effect } = fieldsOf(toleration);
  return JSON.stringify([key, operator, value, effect].map((each) => each || ''));
}

/** Source: `k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds` v1.37.1, `Admit`. */
function withAdmitted(tolerations: readonly unknown[]): readonly unknown[] {
  const effect = 'NoExecute';
  const missing = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
    (key) =>
      !tolerations
        .map(fieldsOf)
        .some(
          (each) => (!each.key || each.key === key) && (!each.effect || each.effect === effect),
        ),
  );
  return [...tolerations, ...missing.map((key) => ({ key, operator: 'Exists', effect }))];
}

/** Scheduling gates can only be removed. */
function gateRefusal(before: AnyFields, after: AnyFields): FoundProblem | undefined {
  const nameOf = (gate: unknown) => fieldsOf(gate).name;
  const known = new Set(listIn(before, 'schedulingGates').map(nameOf));
  const gates = listIn(after, 'schedulingGates').map(nameOf);
  const added = gates.findIndex((name) => !known.has(name));
  const message = `only deletion is allowed, but found new scheduling gate '${gates[added]}'`;
  return added === -1
    ? undefined
    : rejectedChange('FORBIDDEN', ['spec', 'schedulingGates', added, 'name'], message);
}

/** While there are scheduling gates, labels of nodes can be added. */
function selectorRefusal(before: AnyFields, after: AnyFields): FoundProblem | undefined {
  const next = new Map(Object.entries(fieldsOf(after.nodeSelector)));
  const message = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return Object.entries(fieldsOf(before.nodeSelector)).every(
    ([key, value]) => next.has(key) && next.get(key) === value,
  )
    ? undefined
    : rejectedChange('INVALID', ['spec', 'nodeSelector'], message);
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** And requirements to the terms for nodes. */
function affinityRefusal(before: AnyFields, after: AnyFields): FoundProblem | undefined {
  const termsOf = (spec: AnyFields) =>
    listIn(fieldsOf(fieldsOf(fieldsOf(spec.affinity).nodeAffinity)[REQUIRED]), 'nodeSelectorTerms');
  const [old, next] = [termsOf(before), termsOf(after)];
  const path = ['spec', 'affinity', 'nodeAffinity', REQUIRED, 'nodeSelectorTerms'];
  if (old.length > 0 && old.length !== next.length) {
    const message = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return rejectedChange('INVALID', path, message);
  }
  const changed = old.findIndex(
    (term, index) => !isExtended(fieldsOf(term), fieldsOf(next[index])),
  );
  return changed === -1
    ? undefined
    : rejectedChange(
        'INVALID',
        [...path, changed],
        'only additions are allowed (no mutations or deletions)',
      );
}

/** Whether a term keeps its requirements. A term without any matches no node, and stays so. */
function isExtended(before: AnyFields, after: AnyFields): boolean {
  const lists = ['matchExpressions', 'matchFields'];
  const sizeOf = (term: AnyFields) =>
    lists.reduce((sum, list) => sum + listIn(term, list).length, 0);
  if (sizeOf(before) === 0) {
    return sizeOf(after) === 0;
  }
  return lists.every((list) => {
    const old = listIn(before, list);
    return isSame({ [list]: old }, { [list]: listIn(after, list).slice(0, old.length) });
  });
}
