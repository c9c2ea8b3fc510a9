import {
  childPath,
  type FieldPath,
  type PersistentVolumeClaim,
  type Pod,
  type PodAffinity,
  type ResourceQuotaSpec,
  readList,
  readObject,
} from '@kubesem/core';
import { isBestEffort } from '@kubesem/qos';
import {
  labelSelectorRequirements,
  matchesLabelSelector,
  validateLabelSelector,
} from '@kubesem/selectors';
import { type QuotaObject, resourceOf } from './objects.js';

/** A scope of a quota with its operator and values. */
export interface ScopeSelector {
  readonly scopeName?: string | null | undefined;
  readonly operator?: string | null | undefined;
  readonly values: readonly string[];
}

/** Whether an object is in the scopes of a quota; `invalid` if a selector is not valid. */
type ScopeMatch = boolean | 'invalid';

/** Reads the scopes of a quota; `path` is that of its spec. */
export function readScopes(
  spec: ResourceQuotaSpec | null | undefined,
  path: FieldPath,
): readonly ScopeSelector[] {
  const { scopes: names, scopeSelector } = readObject(spec, path) ?? {};
  const scopes = readList(names, childPath(path, 'scopes'));
  const selectorPath = childPath(path, 'scopeSelector');
  const selector = readObject(scopeSelector, selectorPath);
  const expressionsPath = childPath(selectorPath, 'matchExpressions');
  const expressions = readList(selector?.matchExpressions, expressionsPath);
  return [
    ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists', values: [] })),
    ...expressions.map((entry, index) => {
      const place = childPath(expressionsPath, index);
      const expression = readObject(entry, place) ?? {};
      return { ...expression, values: readList(expression.values, childPath(place, 'values')) };
    }),
  ];
}

/**
 * Whether an object is in all scopes of a quota.
 *
 * Source: `k8s.io/apiserver/pkg/quota/v1/generic` v0.37.1, `Matches`; `k8s.io/kubernetes/pkg/quota/v1/evaluator/core`
 * v1.37.1, `podMatchesScopeFunc` and `pvcMatchesScopeFunc`.
 */
export function matchScopes(object: QuotaObject, scopes: readonly ScopeSelector[]): ScopeMatch {
  const resource = resourceOf(object);
  const matches = scopes.map((selector) => {
    switch (resource) {
      case 'pods':
        return matchPod(object as Pod, selector);
      case 'persistentvolumeclaims':
        return matchClaim(object as PersistentVolumeClaim, selector);
      default:
        return false;
    }
  });
  return matches.includes('invalid') ? 'invalid' : !matches.includes(false);
}

/** Whether a Pod is in the scope `Terminating`. Source: `IsTerminating`, as above. */
export function hasDeadline({ spec }: Pod): boolean {
  return (spec?.activeDeadlineSeconds ?? -1) >= 0;
}

/** Only the scopes that select names have an operator. */
function matchPod(pod: Pod, selector: ScopeSelector): ScopeMatch {
  const { affinity, priorityClassName } = pod.spec ?? {};
  switch (selector.scopeName) {
    case 'Terminating':
      return hasDeadline(pod);
    case 'NotTerminating':
      return !hasDeadline(pod);
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return matchNames(selector, priorityClassName ? [priorityClassName] : []);
    case 'CrossNamespacePodAffinity':
      return (['podAffinity', 'podAntiAffinity'] as const).some((kind) =>
        crossesNamespaces(affinity?.[kind], childPath(AFFINITY_PATH, kind)),
      );
    default:
      return false;
  }
}

const AFFINITY_PATH: FieldPath = {
  parent: { parent: undefined, segment: 'spec' },
  segment: 'affinity',
};

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function crossesNamespaces(affinity: PodAffinity | null | undefined, path: FieldPath): boolean {
  const { [REQUIRED]: required, [PREFERRED]: preferred } = readObject(affinity, path) ?? {};
  const terms = [
    ...readList(required, childPath(path, REQUIRED)),
    ...readList(preferred, childPath(path, PREFERRED)).map((weighted) => weighted?.podAffinityTerm),
  ];
  return terms.some(
    (term) => (term?.namespaces?.length ?? 0) > 0 || term?.namespaceSelector != null,
  );
}

function matchClaim({ spec, status }: PersistentVolumeClaim, selector: ScopeSelector): ScopeMatch {
  if (selector.scopeName !== 'VolumeAttributesClass') {
    return false;
  }
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return matchNames(
    selector,
    names.filter((name): name is string => Boolean(name)),
  );
}

/** Whether one of the names matches; if there are no names, whether the selector matches an object without a name. */
function matchNames(
  { scopeName, operator, values }: ScopeSelector,
  names: readonly string[],
): ScopeMatch {
  const key = scopeName ?? '';
  const selector = { matchExpressions: [{ key, operator, values }] };
  // The values of `Exists` are not checked.
  if (operator === 'Exists') {
    return names.length > 0;
  }
  if (validateLabelSelector(selector).length > 0) {
    return 'invalid';
  }
  const requirements = labelSelectorRequirements(selector);
  return names.length === 0
    ? matchesLabelSelector(requirements, {})
    : names.some((name) => matchesLabelSelector(requirements, { [key]: name }));
}
