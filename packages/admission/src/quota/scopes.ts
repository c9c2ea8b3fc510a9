import {
  type PersistentVolumeClaim,
  type Pod,
  type PodAffinity,
  type ResourceQuotaSpec,
} from '@kubesem/core';
import { type Fields, fields, INT64_RANGE, podFields, THROW } from '@kubesem/core/internal';
import { isBestEffort } from '@kubesem/qos/internal';
import {
  labelSelectorRequirements,
  matchesLabelSelector,
  validateLabelSelector,
} from '@kubesem/selectors';
import { type QuotaObject, resourceOf } from './objects.js';

/** A scope of a quota with its operator and values. */
export interface ScopeSelector {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Whether an object is in the scopes of a quota; `invalid` if a selector is not valid. */
type ScopeMatch = boolean | 'invalid';

/** Reads the scopes of a quota. */
export function readScopes(spec: Fields<ResourceQuotaSpec>): readonly ScopeSelector[] {
  const scopes = spec.texts('scopes');
  return [
    ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists', values: [] })),
    ...spec.at('scopeSelector').each('matchExpressions', (expression) => ({
      scopeName: expression.text('scopeName'),
      operator: expression.text('operator'),
      values: expression.texts('values'),
    })),
  ];
}

/**
 * Whether an object is in all scopes of a quota.
 *
 * Source: `k8s.io/apiserver/pkg/quota/v1/generic` v0.37.1, `Matches`; `k8s.io/kubernetes/pkg/quota/v1/evaluator/core`
 * v1.37.1, `podMatchesScopeFunc` and `pvcMatchesScopeFunc`.
 */
export function matchScopes(object: QuotaObject, scopes: readonly ScopeSelector[]): ScopeMatch {
  const matches = scopes.map((selector) => {
    switch (resourceOf(object)) {
      case 'pods':
        return matchPod(object as Pod, selector);
      case 'persistentvolumeclaims':
        return matchClaim(fields<PersistentVolumeClaim>(object, THROW), selector);
      default:
        return false;
    }
  });
  return matches.includes('invalid') ? 'invalid' : !matches.includes(false);
}

/** Whether a Pod is in the scope `Terminating`. Source: `IsTerminating`, as above. */
export function hasDeadline(pod: Pod): boolean {
  return (podFields(pod, THROW).spec.integer('activeDeadlineSeconds', INT64_RANGE) ?? -1) >= 0;
}

/** Only the scopes that select names have an operator. */
function matchPod(pod: Pod, selector: ScopeSelector): ScopeMatch {
  const { spec } = podFields(pod, THROW);
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
      return matchNames(selector, [spec.text('priorityClassName')]);
    case 'CrossNamespacePodAffinity':
      return (['podAffinity', 'podAntiAffinity'] as const).some((kind) =>
        crossesNamespaces(spec.at('affinity').at(kind)),
      );
    default:
      return false;
  }
}

function crossesNamespaces(affinity: Fields<PodAffinity>): boolean {
  const preferred = affinity.objects('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...affinity.objects('requiredDuringSchedulingIgnoredDuringExecution'),
    ...preferred.map((weighted) => weighted.at('podAffinityTerm')),
  ].some((term) => term.list('namespaces').length > 0 || term.has('namespaceSelector'));
}

function matchClaim(claim: Fields<PersistentVolumeClaim>, selector: ScopeSelector): ScopeMatch {
  if (selector.scopeName !== 'VolumeAttributesClass') {
    return false;
  }
  const status = claim.at('status');
  return matchNames(selector, [
    claim.at('spec').text('volumeAttributesClassName'),
    status.text('currentVolumeAttributesClassName'),
    status.at('modifyVolumeStatus').text('targetVolumeAttributesClassName'),
  ]);
}

/** Whether one of the names matches; if all are empty, whether the selector matches an object without a name. */
function matchNames(
  { scopeName: key, operator, values }: ScopeSelector,
  given: readonly string[],
): ScopeMatch {
  const names = given.filter((name) => name !== '');
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
