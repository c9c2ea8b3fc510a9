import {
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  type Pod,
  type ResourceQuota,
} from '@kubesem/core';
import { type Fields, fieldProblem, fields, THROW } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import {
  type Amounts,
  containerResources,
  countsUnder,
  podLevelResources,
  readAmounts,
} from '@kubesem/resources/internal';
import type { QUOTA_CODES } from './codes.js';
import type { QuotaOptions } from './measure.js';
import { type QuotaObject, resourceOf, sharesNamespace } from './objects.js';
import { type Requested, requestOf } from './request.js';
import { matchScopes, readScopes, type ScopeSelector } from './scopes.js';

/** Why a quota does not admit an object. */
export type QuotaViolationCode = keyof typeof QUOTA_CODES;

/**
 * A reason why a quota does not admit an object.
 *
 * The segments are those of the quota, such as `['quotas', 0, 'status', 'used', 'pods']`, if its selector or status is
 * the problem. Otherwise they are empty, because the problem concerns the whole object.
 */
export interface QuotaViolation extends FieldProblem<QuotaViolationCode> {
  /** Name of the quota; empty for `NEGATIVE`. */
  readonly quota: string;
  /** The name in the quota, such as `requests.cpu`; empty for `QUOTA_SCOPE_INVALID`. */
  readonly resource: string;
  /** The amount that the object requests; undefined if it requests none. */
  readonly requested: Quantity | undefined;
  /** The usage in the status; undefined if the status has none. */
  readonly used: Quantity | undefined;
  /** The limit in the status; undefined if the status has none. */
  readonly hard: Quantity | undefined;
  /** For `QUOTA_RESOURCE_MISSING`, the names of the containers that do not set the resource, sorted. */
  readonly containers: readonly string[];
}

/**
 * Lists why the ResourceQuotas of a namespace would not admit a new object.
 *
 * Admission compares the object with the status of a quota, not with its spec. For quotas without a status, call
 * `applyQuotaStatus` first. The object is read as it would be stored, so call `applyResourceDefaults` with the LimitRanges of
 * the namespace first.
 *
 * If a quota limits cpu or memory, every container must set it, unless the Pod as a whole sets resources. An exceeded
 * quota still admits objects that request none of it.
 *
 * @param quotas - the quotas; those of other namespaces are skipped.
 * An object or quota without a namespace is in `default`
 * @param object - the new object, with its `kind` and `apiVersion`
 * @param options - the current time
 * @returns all violations; empty if the object is admitted. The API server reports the first, with the others of its code
 * and quota
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `KIND_MISSING` if the object has no kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if an object of kind Pod is not a Pod
 *
 * @example
 * ```ts
 * import { quotaViolations } from '@kubesem/admission';
 *
 * const status = { hard: { 'requests.cpu': '4', 'limits.memory': '1Gi' }, used: { 'requests.cpu': '3', 'limits.memory': '0' } };
 * const resources = { requests: { cpu: '1500m' } };
 * const pod = { kind: 'Pod', spec: { containers: [{ name: 'app', resources }] } };
 * const violations = quotaViolations([{ metadata: { name: 'compute' }, status }], pod);
 * violations.map(({ code, resource }) => `${code} ${resource}`) // => ['QUOTA_RESOURCE_MISSING limits.memory', 'QUOTA_EXCEEDED requests.cpu']
 * violations[1]?.requested?.toString() // => '1500m'
 * violations[1]?.message // => 'exceeds quota compute: requested requests.cpu=1500m, used 3, limited to 4'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/admission/plugin/resourcequota` v0.37.1, `CheckRequest`;
 * `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `Constraints`.
 */
export function quotaViolations(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  options: QuotaOptions = {},
): readonly QuotaViolation[] {
  return checkRequested(quotas, object, () => requestOf(object, options));
}

/** The same for any request, which is measured only if there is a quota. */
export function checkRequested(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  measured: () => Requested,
): readonly QuotaViolation[] {
  const checks = quotaChecks(quotas, object);
  if (checks.length === 0) {
    return [];
  }
  const requested = measured();
  return [
    ...checks.flatMap((check) => obstacles(check, object)),
    ...negatives(requested.whole),
    ...checks.flatMap((check) => excesses(check, requested.within(check.scopes))),
  ];
}

/** A quota and how it applies to an object. */
export interface QuotaCheck {
  /** Its index among all quotas. */
  readonly index: number;
  readonly quota: string;
  readonly read: Fields<ResourceQuota>;
  readonly isValid: boolean;
  readonly scopes: readonly ScopeSelector[];
  readonly hard: Amounts;
  readonly used: Amounts;
  /** The names under which the object counts, sorted; empty if it is not in the scopes. */
  readonly names: readonly string[];
}

/** Reads the quotas that are in the namespace of an object. */
export function quotaChecks(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
): readonly QuotaCheck[] {
  const checks = fields({ quotas }, THROW).each('quotas', (read, index) =>
    sharesNamespace(read.value, object) ? [toCheck(read, index, object)] : [],
  );
  return checks.flat();
}

function toCheck(read: Fields<ResourceQuota>, index: number, object: QuotaObject): QuotaCheck {
  const resource = resourceOf(object);
  const status = read.at('status');
  const hard = readAmounts(status.at('hard'));
  const scopes = readScopes(read.at('spec'));
  const match = matchScopes(object, scopes);
  const names = [...hard.keys()].filter((name) => match === true && countsUnder(name, resource));
  return {
    index,
    quota: read.at('metadata').text('name'),
    read,
    isValid: match !== 'invalid',
    scopes,
    hard,
    used: readAmounts(status.at('used')),
    names: names.sort(),
  };
}

/** What prevents the comparison of a quota with the object. */
function obstacles(check: QuotaCheck, object: QuotaObject): readonly QuotaViolation[] {
  const { quota, read, isValid, names, used } = check;
  if (!isValid) {
    const path = read.pathOf('spec', 'scopeSelector');
    const message = `quota ${quota} has an invalid scope selector`;
    return [violation('QUOTA_SCOPE_INVALID', '', message, { check, path })];
  }
  const isPod = resourceOf(object) === 'pods';
  const unknown = names.filter((name) => !used.has(name));
  return [
    ...(isPod ? notSpecified(check, object as Pod) : []),
    ...unknown.map((name) => {
      const path = read.at('status').keyOf('used', name);
      const message = `the status of quota ${quota} does not show the usage of ${name} yet`;
      return violation('QUOTA_STATUS_UNKNOWN', name, message, { check, path });
    }),
  ];
}

/** The names that every container has to set. Source: `validationSet`, as below. */
const REQUIRED = /^(?:(?:requests\.)?|(limits)\.)(cpu|memory)$/;

/** Source: `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `enforcePodContainerConstraints`. */
function notSpecified(check: QuotaCheck, pod: Pod): readonly QuotaViolation[] {
  if (podLevelResources(pod) !== undefined) {
    return [];
  }
  const containers = containerResources(pod).filter(({ kind }) => kind !== 'ephemeral');
  return check.names.flatMap((name) => {
    const [found, limits, resource = ''] = REQUIRED.exec(name) ?? [];
    const without = containers
      .filter(
        (container) => container[limits ? 'limits' : 'requests'].value[resource] === undefined,
      )
      .map((container) => container.name);
    if (!found || without.length === 0) {
      return [];
    }
    const names = [...new Set(without)].sort();
    const message = `quota ${check.quota} requires ${name} for: ${names.join(', ')}`;
    return [violation('QUOTA_RESOURCE_MISSING', name, message, { check, containers: names })];
  });
}

function negatives(requested: Amounts): readonly QuotaViolation[] {
  return [...requested]
    .filter(([, amount]) => amount.sign() < 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) =>
      violation('NEGATIVE', name, `requested ${name}=${amount} is negative`, { requested: amount }),
    );
}

function excesses(check: QuotaCheck, amounts: Amounts): readonly QuotaViolation[] {
  return check.names.flatMap((name) => {
    const [hard, used, requested] = [check.hard, check.used, amounts].map((list) => list.get(name));
    if (!hard || !used || !requested || requested.isZero() || used.add(requested).cmp(hard) <= 0) {
      return [];
    }
    const message = `exceeds quota ${check.quota}: requested ${name}=${requested}, used ${used}, limited to ${hard}`;
    return [violation('QUOTA_EXCEEDED', name, message, { check, requested })];
  });
}

const TYPES: { readonly [Code in QuotaViolationCode]: FieldErrorType } = {
  QUOTA_SCOPE_INVALID: 'INVALID',
  QUOTA_RESOURCE_MISSING: 'REQUIRED',
  QUOTA_STATUS_UNKNOWN: 'REQUIRED',
  NEGATIVE: 'INVALID',
  QUOTA_EXCEEDED: 'FORBIDDEN',
};

interface ViolationDetails {
  readonly check?: QuotaCheck;
  readonly path?: FieldPath;
  readonly requested?: Quantity;
  readonly containers?: readonly string[];
}

function violation(
  code: QuotaViolationCode,
  resource: string,
  message: string,
  { check, path, requested, containers = [] }: ViolationDetails,
): QuotaViolation {
  return {
    ...fieldProblem({ type: TYPES[code], code, path, message }),
    quota: check?.quota ?? '',
    resource,
    requested,
    used: check?.used.get(resource),
    hard: check?.hard.get(resource),
    containers,
  };
}
