import { type ResourceQuota } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';
import { parseQuantity, type Quantity } from '@kubesem/quantity';
import type { Amounts } from '@kubesem/resources/internal';
import { checkRequested, type QuotaCheck, type QuotaViolation, quotaChecks } from './check.js';
import type { QuotaOptions } from './measure.js';
import type { QuotaObject } from './objects.js';
import { countsUpdate, requestOf } from './request.js';

/** Options for creating several objects that are alike, or for updating one. */
export interface AdmitOptions extends QuotaOptions {
  /** How many objects, or groups of objects, are created, one after the other; 1 by default. */
  readonly count?: number | undefined;
  /**
   * The stored object that the object replaces. Quotas count only what a Service or a claim requests beyond it. Quotas with a scope
   * that the stored object is not in count the whole object; of a Pod, only if its `activeDeadlineSeconds` is set or removed.
   */
  readonly before?: QuotaObject | undefined;
}

/** What quotas do with one or several new objects that are alike. */
export interface QuotaAdmission {
  /** How many of the objects, or whole groups, are admitted. */
  readonly admitted: number;
  /** How many such objects or groups fit into the quotas; undefined if they do not limit the number. */
  readonly fitting: number | undefined;
  /** Why the first object that is not admitted is rejected; empty if all are admitted. */
  readonly violations: readonly QuotaViolation[];
  /** The quotas, with the usage in their status after the admitted objects are created. */
  readonly quotas: readonly ResourceQuota[];
}

/**
 * Computes how many new objects the ResourceQuotas of a namespace admit, such as the replicas of a Deployment.
 *
 * The objects are created one after the other, until the first is rejected. They are compared with the status of the
 * quotas, so call `applyQuotaStatus` first for quotas without one.
 *
 * Pass a list for a Pod of a StatefulSet and its claims: the claims, and then the Pod. The controller creates every claim
 * that is admitted, and the last object of the list only if all before it are admitted.
 *
 * Quotas come last: do not pass objects that validation or a LimitRange rejects.
 *
 * @param quotas - the quotas; those of other namespaces are skipped
 * @param object - the new object with its `kind` and `apiVersion`, as it would be stored, or a group of such objects
 * @param options - how many objects or groups, and the current time
 * @returns how many objects are admitted, why not all of them, and the quotas after that
 * @throws the errors of `quotaViolations`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { quotaAdmission, quotaMessage } from '@kubesem/admission';
 *
 * const status = { hard: { 'requests.cpu': '2' }, used: { 'requests.cpu': '500m' } };
 * const containers = [{ name: 'app', resources: { requests: { cpu: '400m' } } }];
 * const pod = { kind: 'Pod', spec: { containers } };
 * const { admitted, violations, quotas } = quotaAdmission([{ metadata: { name: 'team' }, status }], pod, { count: 5 });
 * admitted // => 3
 * quotaMessage(violations) // => 'exceeded quota: team, requested: requests.cpu=400m, used: requests.cpu=1700m, limited: requests.cpu=2'
 * quotas[0]?.status?.used // => { 'requests.cpu': '1700m' }
 * ```
 *
 * Source: as `quotaViolations`.
 */
export function quotaAdmission(
  quotas: readonly ResourceQuota[],
  object: QuotaObject | readonly QuotaObject[],
  { count = 1, ...options }: AdmitOptions = {},
): QuotaAdmission {
  const group = Array.isArray(object)
    ? (object as readonly QuotaObject[])
    : [object as QuotaObject];
  const { before } = options;
  if (before !== undefined && !group.some((each) => countsUpdate(each, before))) {
    return { admitted: count, fitting: undefined, violations: [], quotas };
  }
  const first = createGroup(quotas, group, options);
  const fitting = first.violations.length > 0 ? 0 : fittingCount(quotas, group, options);
  const admitted = Math.min(count, fitting);
  const after = group.reduce(
    (sum, each) => addQuotaUsage(sum, each, { ...options, count: admitted }),
    quotas,
  );
  const rest = { violations: [], quotas: after };
  return {
    admitted,
    fitting: Number.isFinite(fitting) ? fitting : undefined,
    ...(admitted < count ? createGroup(after, group, options) : rest),
  };
}

/** Creates the objects of a group that are admitted, but the last one is only checked. */
function createGroup(
  quotas: readonly ResourceQuota[],
  group: readonly QuotaObject[],
  options: AdmitOptions,
): Pick<QuotaAdmission, 'violations' | 'quotas'> {
  let after = quotas;
  let first: readonly QuotaViolation[] = [];
  const check = (object: QuotaObject) =>
    checkRequested(after, object, () => requestOf(object, options));
  for (const object of group.slice(0, -1)) {
    const found = check(object);
    if (found.length === 0) {
      after = addQuotaUsage(after, object, options);
    }
    first = first.length > 0 ? first : found;
  }
  const last = group[group.length - 1] ?? {};
  return {
    violations: first.length > 0 ? first : check(last),
    quotas: after,
  };
}

/**
 * Adds objects to the usage in the status of ResourceQuotas, whether or not the quotas admit them.
 *
 * @param quotas - the quotas; those of other namespaces, and names without a usage, stay as they are
 * @param object - the object with its `kind` and `apiVersion`, as it is stored
 * @param options - how many objects, below 0 for objects that are removed, and the current time
 * @returns new quotas, in the same order
 * @throws the errors of `quotaViolations`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { addQuotaUsage } from '@kubesem/admission';
 *
 * const quota = { status: { hard: { secrets: '1' }, used: { secrets: '1' } } };
 * addQuotaUsage([quota], { kind: 'Secret' }, { count: 2 })[0]?.status?.used // => { secrets: '3' }
 * ```
 *
 * Source: as `quotaViolations`.
 */
export function addQuotaUsage(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  { count = 1, ...options }: AdmitOptions = {},
): readonly ResourceQuota[] {
  const after = [...fields({ quotas }, THROW).list('quotas')];
  if (count !== 0) {
    const requested = requestOf(object, options);
    for (const check of quotaChecks(quotas, object)) {
      const amounts = requested.within(check.scopes);
      after[check.index] = withUsage(check, amounts, count);
    }
  }
  return after;
}

function withUsage(
  { read, names, used }: QuotaCheck,
  requested: Amounts,
  count: number,
): ResourceQuota {
  const status = read.at('status');
  const usage = Object.assign(Object.create(null), status.raw('used'));
  for (const name of names) {
    const [before, amount] = [used.get(name), requested.get(name)];
    if (before !== undefined && amount !== undefined && !amount.isZero()) {
      usage[name] = `${addRepeatedly(before, amount, count)}`;
    }
  }
  return { ...read.value, status: { ...status.value, used: usage } };
}

/** More steps do not change the suffix, except of rare fractions such as `1e-9`. */
const MAX_STEPS = 1000;

/**
 * Adds an amount several times. The API server stores each sum, and a sum without a suffix is decimal from then on: 1Ki and
 * 16 times 100M are `1600001024`, not `1562501Ki`.
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Add` and `String`.
 */
function addRepeatedly(before: Quantity, amount: Quantity, count: number): Quantity {
  let sum = before;
  let left = count;
  let binary = 0;
  for (let step = 0; left > 0 && step < MAX_STEPS && binary < 2; step++, left--) {
    if (sum.format === 'DecimalSI' && !sum.isZero()) {
      break;
    }
    sum = parseQuantity(`${sum.add(amount)}`);
    // If two sums in a row have a binary suffix, all later ones have one.
    binary = sum.format === 'BinarySI' ? binary + 1 : 0;
  }
  return left === 0 ? sum : sum.add(amount.mul(left));
}

/** How many groups of objects fit; infinite if no quota limits them. */
function fittingCount(
  quotas: readonly ResourceQuota[],
  group: readonly QuotaObject[],
  options: AdmitOptions,
): number {
  const totals = new Map<string, { readonly left: Quantity; readonly requested: Quantity }>();
  for (const object of group) {
    const requested = requestOf(object, options);
    for (const { index, names, hard, used, scopes } of quotaChecks(quotas, object)) {
      const amounts = requested.within(scopes);
      for (const name of names) {
        const [limit, before, amount] = [hard, used, amounts].map((list) => list.get(name));
        const key = `${index} ${name}`;
        if (limit && before && amount) {
          const sum = totals.get(key)?.requested.add(amount) ?? amount;
          totals.set(key, { left: limit.sub(before), requested: sum });
        }
      }
    }
  }
  return [...totals.values()]
    .map(({ left, requested }) => timesIn(left, requested))
    .reduce((lowest, count) => Math.min(lowest, count), Number.POSITIVE_INFINITY);
}

/** Quantities have no digits beyond nano. */
const NANO = -9;

/** How many times an amount fits into what is left. */
function timesIn(left: Quantity, amount: Quantity): number {
  if (amount.sign() <= 0) {
    return Number.POSITIVE_INFINITY;
  }
  return Math.max(Number(left.scaledValue(NANO) / amount.scaledValue(NANO)), 0);
}
