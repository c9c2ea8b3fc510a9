import { childPath, type ResourceQuota, readList, readObject } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { Amounts } from '@kubesem/resources';
import { checkQuota, type QuotaCheck, type QuotaViolation, quotaChecks } from './check.js';
import { measure, type QuotaOptions } from './measure.js';
import type { QuotaObject } from './objects.js';

/** Options for creating several objects that are alike. */
export interface AdmitOptions extends QuotaOptions {
  /** How many objects are created, one after the other; 1 by default. */
  readonly count?: number | undefined;
}

/** What quotas do with one or several new objects that are alike. */
export interface QuotaAdmission {
  /** How many of the objects are admitted. */
  readonly admitted: number;
  /** How many such objects fit into the quotas; undefined if they do not limit the number. */
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
 * @param quotas - the quotas; those of other namespaces are skipped
 * @param object - the new object with its `kind` and `apiVersion`, as it would be stored
 * @param options - how many objects, and the current time
 * @returns how many objects are admitted, why not all of them, and the quotas after that
 * @throws the errors of `checkQuota`
 *
 * @example
 * ```ts
 * import { admitToQuotas, quotaMessage } from '@kubesem/admission';
 *
 * const status = { hard: { 'requests.cpu': '2' }, used: { 'requests.cpu': '500m' } };
 * const containers = [{ name: 'app', resources: { requests: { cpu: '400m' } } }];
 * const pod = { kind: 'Pod', spec: { containers } };
 * const { admitted, violations, quotas } = admitToQuotas([{ metadata: { name: 'team' }, status }], pod, { count: 5 });
 * admitted // => 3
 * quotaMessage(violations) // => 'exceeded quota: team, requested: requests.cpu=400m, used: requests.cpu=1700m, limited: requests.cpu=2'
 * quotas[0]?.status?.used // => { 'requests.cpu': '1700m' }
 * ```
 *
 * Source: as `checkQuota`.
 */
export function admitToQuotas(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  { count = 1, ...options }: AdmitOptions = {},
): QuotaAdmission {
  const first = checkQuota(quotas, object, options);
  const fitting = first.length > 0 ? 0 : fittingCount(quotas, object, options);
  const admitted = Math.min(count, fitting);
  const after = addQuotaUsage(quotas, object, { ...options, count: admitted });
  const violations = admitted < count ? checkQuota(after, object, options) : [];
  return {
    admitted,
    fitting: Number.isFinite(fitting) ? fitting : undefined,
    violations,
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
 * @throws the errors of `checkQuota`
 *
 * @example
 * ```ts
 * import { addQuotaUsage } from '@kubesem/admission';
 *
 * const quota = { status: { hard: { secrets: '1' }, used: { secrets: '1' } } };
 * addQuotaUsage([quota], { kind: 'Secret' }, { count: 2 })[0]?.status?.used // => { secrets: '3' }
 * ```
 *
 * Source: as `checkQuota`.
 */
export function addQuotaUsage(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  { count = 1, ...options }: AdmitOptions = {},
): readonly ResourceQuota[] {
  const after = [...readList(quotas, childPath(undefined, 'quotas'))];
  if (count !== 0) {
    const requested = measure(object, options);
    for (const check of quotaChecks(quotas, object)) {
      after[check.index] = withUsage(quotas[check.index] ?? {}, check, requested, count);
    }
  }
  return after;
}

function withUsage(
  quota: ResourceQuota,
  { index, names, used }: QuotaCheck,
  requested: Amounts,
  count: number,
): ResourceQuota {
  const statusPath = childPath(childPath(childPath(undefined, 'quotas'), index), 'status');
  const status = readObject(quota.status, statusPath);
  const usage = Object.assign(Object.create(null), status?.used);
  for (const name of names) {
    const [before, amount] = [used.get(name), requested.get(name)];
    if (before !== undefined && amount !== undefined) {
      usage[name] = `${before.add(amount.mul(count))}`;
    }
  }
  return { ...quota, status: { ...status, used: usage } };
}

/** How many objects fit; infinite if no quota limits them. */
function fittingCount(
  quotas: readonly ResourceQuota[],
  object: QuotaObject,
  options: QuotaOptions,
): number {
  const requested = measure(object, options);
  const counts = quotaChecks(quotas, object).flatMap(({ names, hard, used }) =>
    names.map((name) => timesIn(hard.get(name), used.get(name), requested.get(name))),
  );
  return counts.reduce((lowest, count) => Math.min(lowest, count), Number.POSITIVE_INFINITY);
}

/** Quantities have no digits beyond nano. */
const NANO = -9;

/** How many times an amount fits between the usage and the limit. */
function timesIn(
  hard: Quantity | undefined,
  used: Quantity | undefined,
  amount: Quantity | undefined,
): number {
  if (!hard || !used || !amount || amount.sign() <= 0) {
    return Number.POSITIVE_INFINITY;
  }
  const times = hard.sub(used).scaledValue(NANO) / amount.scaledValue(NANO);
  return Math.max(Number(times), 0);
}
