import type { Pod, ResourceQuota } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { Amounts } from '@kubesem/resources';
import {
  countsUnder,
  podContainers,
  podLevelResources,
  readAmounts,
  readObject,
} from '@kubesem/resources';
import { measure, type QuotaOptions } from './quota-measure.js';
import { type QuotaObject, resourceOf, sharesNamespace } from './quota-objects.js';
import { matchScopes, readScopes } from './quota-scopes.js';

/**
 * Why a quota does not admit an object.
 *
 * - `SCOPE_INVALID`: a selector of the quota is none
 * - `NOT_SPECIFIED`: containers must set what the quota counts, cpu or memory, and do not
 * - `STATUS_UNKNOWN`: the status of the quota does not say yet what is used
 * - `NEGATIVE`: the object asks for less than nothing
 * - `EXCEEDED`: there would be more than there may be
 */
export type QuotaViolationCode =
  | 'SCOPE_INVALID'
  | 'NOT_SPECIFIED'
  | 'STATUS_UNKNOWN'
  | 'NEGATIVE'
  | 'EXCEEDED';

/** A name of a quota under which an object is not admitted. */
export interface QuotaViolation {
  /** Stable identifier; programs and tests match on this. */
  readonly code: QuotaViolationCode;
  /** Name of the quota; empty for `NEGATIVE`. */
  readonly quota: string;
  /** The name in the quota, such as `requests.cpu`; empty for `SCOPE_INVALID`. */
  readonly resource: string;
  /** What the object asks for; undefined where it asks for none. */
  readonly requested: Quantity | undefined;
  /** What is used, as the status says; undefined where it does not. */
  readonly used: Quantity | undefined;
  /** What may be used, as the status says; undefined where it does not. */
  readonly hard: Quantity | undefined;
  /** For `NOT_SPECIFIED`, the names of the containers that set nothing, sorted. */
  readonly containers: readonly string[];
}

/**
 * Why the ResourceQuotas of a namespace would not admit a new object.
 *
 * The quotas are taken as they are in force: by their status, not by their spec. For quotas without one, call
 * `applyQuotaStatus` first. The object is taken as it would be stored: `applyPodDefaults`, with the LimitRanges of the
 * namespace, comes first.
 *
 * A quota of cpu or memory makes every container set it, unless the Pod as a whole sets resources. What is exceeded
 * already does no harm to an object that asks for none of it.
 *
 * @param quotas - the quotas; those of other namespaces are left out
 * @param object - the new object, with its `kind` and `apiVersion`
 * @param options - what else is known
 * @returns all that stands in the way; empty if it is admitted. The API server tells the first, with the others of its code
 * and quota
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should, or the object has no
 * kind
 * @throws `KubesemError` `NOT_A_POD` if an object of kind Pod is none
 * @example
 * ```ts
 * import { checkQuota } from '@kubesem/admission';
 *
 * const status = { hard: { 'requests.cpu': '4', 'limits.memory': '1Gi' }, used: { 'requests.cpu': '3', 'limits.memory': '0' } };
 * const resources = { requests: { cpu: '1500m' } };
 * const pod = { kind: 'Pod', spec: { containers: [{ name: 'app', resources }] } };
 * const violations = checkQuota([{ metadata: { name: 'compute' }, status }], pod);
 * violations.map(({ code, resource }) => `${code} ${resource}`) // => ['NOT_SPECIFIED limits.memory', 'EXCEEDED requests.cpu']
 * violations[1]?.requested?.toString() // => '1500m'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/admission/plugin/resourcequota` v0.37.1, `CheckRequest`;
 * `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `Constraints`.
 */
export function checkQuota(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  options: QuotaOptions = {},
): readonly QuotaViolation[] {
  const checks = quotas.flatMap((entry, index) => {
    const path = `quotas[${index}]`;
    const quota = readObject(entry, path) ?? {};
    return sharesNamespace(quota, object) ? [toCheck(quota, path, object)] : [];
  });
  if (checks.length === 0) {
    return [];
  }
  const requested = measure(object, options);
  const negative = new Map([...requested].filter(([, amount]) => amount.sign() < 0));
  return [
    ...checks.flatMap((check) => obstacles(check, object)),
    ...[...negative.keys()]
      .sort()
      .map((name) => violation('NEGATIVE', name, {}, negative.get(name))),
    ...checks.flatMap((check) => excesses(check, requested)),
  ];
}

/** A quota and an object. */
interface QuotaCheck {
  readonly quota: string;
  readonly isValid: boolean;
  readonly hard: Amounts;
  readonly used: Amounts;
  /** The names under which the object counts, sorted; none if it is not in the scopes. */
  readonly names: readonly string[];
}

function toCheck(
  { metadata, spec, status }: ResourceQuota,
  path: string,
  object: QuotaObject,
): QuotaCheck {
  const resource = resourceOf(object);
  const hard = readAmounts(status?.hard, `${path}.status.hard`);
  const match = matchScopes(object, readScopes(spec, `${path}.spec`));
  const names = [...hard.keys()].filter((name) => match === true && countsUnder(name, resource));
  return {
    quota: metadata?.name ?? '',
    isValid: match !== 'invalid',
    hard,
    used: readAmounts(status?.used, `${path}.status.used`),
    names: names.sort(),
  };
}

/** What keeps a quota from being held against the object. */
function obstacles(check: QuotaCheck, object: QuotaObject): readonly QuotaViolation[] {
  if (!check.isValid) {
    return [violation('SCOPE_INVALID', '', check)];
  }
  const isPod = resourceOf(object) === 'pods';
  return [
    ...(isPod ? notSpecified(check, object as Pod) : []),
    ...check.names
      .filter((name) => !check.used.has(name))
      .map((name) => violation('STATUS_UNKNOWN', name, check)),
  ];
}

/** What a container has to set. Source: `validationSet`, as below. */
const REQUIRED = /^(?:(?:requests\.)?|(limits)\.)(cpu|memory)$/;

/** Source: `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `enforcePodContainerConstraints`. */
function notSpecified(check: QuotaCheck, pod: Pod): readonly QuotaViolation[] {
  if (podLevelResources(pod) !== undefined) {
    return [];
  }
  const containers = podContainers(pod).filter(({ kind }) => kind !== 'ephemeral');
  return check.names.flatMap((name) => {
    const [found, limits, resource = ''] = REQUIRED.exec(name) ?? [];
    const without = containers.filter(
      (container) => container[limits ? 'limits' : 'requests'][resource] === undefined,
    );
    return found && without.length > 0
      ? [
          {
            ...violation('NOT_SPECIFIED', name, check),
            containers: [...new Set(without.map((container) => container.name))].sort(),
          },
        ]
      : [];
  });
}

function excesses(check: QuotaCheck, amounts: Amounts): readonly QuotaViolation[] {
  return check.names.flatMap((name) => {
    const [hard, used, requested] = [check.hard, check.used, amounts].map((list) => list.get(name));
    return hard && used && requested?.isZero() === false && used.add(requested).cmp(hard) > 0
      ? [violation('EXCEEDED', name, check, requested)]
      : [];
  });
}

function violation(
  code: QuotaViolationCode,
  resource: string,
  { quota, hard, used }: Partial<QuotaCheck>,
  requested?: Quantity,
): QuotaViolation {
  return {
    code,
    quota: quota ?? '',
    resource,
    requested,
    used: used?.get(resource),
    hard: hard?.get(resource),
    containers: [],
  };
}
