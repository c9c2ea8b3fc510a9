import {
  labelValueErrors,
  type PersistentVolumeClaim,
  type Pod,
  type PodAffinity,
  type ResourceQuotaSpec,
} from '@kubesem/core';
import { isBestEffort } from '@kubesem/qos';
import { readList, readObject } from '@kubesem/resources';
import { type QuotaObject, resourceOf } from './quota-objects.js';

/** A scope of a quota, and what is required there. */
interface ScopeSelector {
  readonly scopeName?: string | null | undefined;
  readonly operator?: string | null | undefined;
  readonly values: readonly string[];
}

/** Whether an object is in the scopes of a quota; `invalid` if a selector is none. */
type ScopeMatch = boolean | 'invalid';

/** The scopes of a quota; `path` is that of its spec. */
export function readScopes(
  spec: ResourceQuotaSpec | null | undefined,
  path: string,
): readonly ScopeSelector[] {
  const scopes = readList(spec?.scopes, `${path}.scopes`);
  const selectorPath = `${path}.scopeSelector.matchExpressions`;
  const expressions = readList(spec?.scopeSelector?.matchExpressions, selectorPath);
  return [
    ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists', values: [] })),
    ...expressions.map((entry, index) => {
      const place = `${selectorPath}[${index}]`;
      const expression = readObject(entry, place) ?? {};
      return { ...expression, values: readList(expression.values, `${place}.values`) };
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

/** The operator is looked at where there is something to choose from. */
function matchPod(pod: Pod, selector: ScopeSelector): ScopeMatch {
  const { activeDeadlineSeconds, affinity, priorityClassName } = pod.spec ?? {};
  const isTerminating = (activeDeadlineSeconds ?? -1) >= 0;
  switch (selector.scopeName) {
    case 'Terminating':
      return isTerminating;
    case 'NotTerminating':
      return !isTerminating;
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return matchNames(selector, priorityClassName ? [priorityClassName] : []);
    case 'CrossNamespacePodAffinity':
      return (['podAffinity', 'podAntiAffinity'] as const).some((kind) =>
        crossesNamespaces(affinity?.[kind], `spec.affinity.${kind}`),
      );
    default:
      return false;
  }
}

function crossesNamespaces(affinity: PodAffinity | null | undefined, path: string): boolean {
  const {
    requiredDuringSchedulingIgnoredDuringExecution: required,
    preferredDuringSchedulingIgnoredDuringExecution: preferred,
  } = readObject(affinity, path) ?? {};
  const terms = [
    ...readList(required, `${path}.requiredDuringSchedulingIgnoredDuringExecution`),
    ...readList(preferred, `${path}.preferredDuringSchedulingIgnoredDuringExecution`).map(
      (weighted) => weighted?.podAffinityTerm,
    ),
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

/** Whether one of the names is as required; without a name, whether none is. */
function matchNames({ operator, values }: ScopeSelector, names: readonly string[]): ScopeMatch {
  if (operator === 'Exists') {
    return names.length > 0;
  }
  const isValid =
    operator === 'DoesNotExist'
      ? values.length === 0
      : (operator === 'In' || operator === 'NotIn') && values.length > 0;
  if (!isValid || values.some((value) => labelValueErrors(value).length > 0)) {
    return 'invalid';
  }
  return operator === 'In'
    ? names.some((name) => values.includes(name))
    : names.length === 0 || names.some((name) => operator === 'NotIn' && !values.includes(name));
}
