import {
  labelValueErrors,
  type PersistentVolumeClaim,
  type Pod,
  type PodAffinity,
  type PodAffinityTerm,
  type ResourceQuota,
  type ScopedResourceSelectorRequirement,
} from '@kubesem/core';
import { isBestEffort } from './best-effort.js';
import { type QuotaObject, resourceOf } from './quota-objects.js';
import { readList, readObject } from './read.js';

/** How the scopes of a quota and an object go together; `invalid` if a selector is none. */
export type ScopeMatch = 'match' | 'noMatch' | 'invalid';

const EXPRESSIONS = 'spec.scopeSelector.matchExpressions';

/**
 * Whether an object is in all scopes of a quota.
 *
 * Source: `k8s.io/apiserver/pkg/quota/v1/generic` v0.37.1, `Matches`; `k8s.io/kubernetes/pkg/quota/v1/evaluator/core`
 * v1.37.1, `podMatchesScopeFunc` and `pvcMatchesScopeFunc`.
 */
export function matchScopes(object: QuotaObject, { spec }: ResourceQuota): ScopeMatch {
  const resource = resourceOf(object);
  const selectors: ScopedResourceSelectorRequirement[] = [
    ...readList(spec?.scopes, 'spec.scopes').map((scopeName) => ({
      scopeName,
      operator: 'Exists',
    })),
    ...readList(spec?.scopeSelector?.matchExpressions, EXPRESSIONS).map(
      (entry, index) => readObject(entry, `${EXPRESSIONS}[${index}]`) ?? {},
    ),
  ];
  const matches = selectors.map((selector) => {
    switch (resource) {
      case 'pods':
        return matchPod(object as Pod, selector);
      case 'persistentvolumeclaims':
        return matchClaim(object as PersistentVolumeClaim, selector);
      default:
        return 'noMatch';
    }
  });
  if (matches.includes('invalid')) {
    return 'invalid';
  }
  return matches.includes('noMatch') ? 'noMatch' : 'match';
}

function toMatch(isMatch: boolean): ScopeMatch {
  return isMatch ? 'match' : 'noMatch';
}

/** The operator is looked at where there is something to choose from. */
function matchPod(pod: Pod, selector: ScopedResourceSelectorRequirement): ScopeMatch {
  const { activeDeadlineSeconds, affinity, priorityClassName } = pod.spec ?? {};
  const isTerminating = (activeDeadlineSeconds ?? -1) >= 0;
  switch (selector.scopeName) {
    case 'Terminating':
      return toMatch(isTerminating);
    case 'NotTerminating':
      return toMatch(!isTerminating);
    case 'BestEffort':
      return toMatch(isBestEffort(pod));
    case 'NotBestEffort':
      return toMatch(!isBestEffort(pod));
    case 'PriorityClass':
      return matchNames(selector, priorityClassName ? [priorityClassName] : []);
    case 'CrossNamespacePodAffinity':
      return toMatch([affinity?.podAffinity, affinity?.podAntiAffinity].some(crossesNamespaces));
    default:
      return 'noMatch';
  }
}

function crossesNamespaces(affinity: PodAffinity | null | undefined): boolean {
  const terms = readObject(affinity, 'spec.affinity') ?? {};
  const isCrossing = (term: PodAffinityTerm | null | undefined): boolean =>
    (term?.namespaces?.length ?? 0) > 0 || term?.namespaceSelector != null;
  return (
    readList(terms.requiredDuringSchedulingIgnoredDuringExecution, 'spec.affinity').some(
      isCrossing,
    ) ||
    readList(terms.preferredDuringSchedulingIgnoredDuringExecution, 'spec.affinity').some((term) =>
      isCrossing(term?.podAffinityTerm),
    )
  );
}

function matchClaim(
  { spec, status }: PersistentVolumeClaim,
  selector: ScopedResourceSelectorRequirement,
): ScopeMatch {
  if (selector.scopeName !== 'VolumeAttributesClass') {
    return 'noMatch';
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

/** Whether one of the names is as required; without a name, whether none is. */
function matchNames(
  { operator, values: listed }: ScopedResourceSelectorRequirement,
  names: readonly string[],
): ScopeMatch {
  const values = readList(listed, 'spec.scopeSelector');
  if (operator === 'Exists') {
    return toMatch(names.length > 0);
  }
  const isValid =
    operator === 'DoesNotExist'
      ? values.length === 0
      : (operator === 'In' || operator === 'NotIn') && values.length > 0;
  if (!isValid || values.some((value) => labelValueErrors(value).length > 0)) {
    return 'invalid';
  }
  return toMatch(
    operator === 'In'
      ? names.some((name) => values.includes(name))
      : names.length === 0 || names.some((name) => operator === 'NotIn' && !values.includes(name)),
  );
}
