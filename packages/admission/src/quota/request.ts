import type { Pod } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import type { Amounts } from '@kubesem/resources/internal';
import { measure, type QuotaOptions } from './measure.js';
import { type QuotaObject, resourceOf } from './objects.js';
import { hasDeadline, matchScopes, type ScopeSelector } from './scopes.js';

/** What a request adds to quotas. */
export interface Requested {
  /** What the object counts. */
  readonly whole: Amounts;
  /** What a quota of some scopes counts. */
  readonly within: (scopes: readonly ScopeSelector[]) => Amounts;
}

/** Options for measuring a request. */
export interface RequestOptions extends QuotaOptions {
  /** The stored object that the object replaces. */
  readonly before?: QuotaObject | undefined;
}

/**
 * Measures a request. A quota counts of an update what is more than before, or the whole object if the object before was not in
 * its scopes.
 *
 * Source: `k8s.io/apiserver/pkg/admission/plugin/resourcequota` v0.37.1, `CheckRequest`.
 */
export function requestOf(
  object: QuotaObject,
  { before, ...options }: RequestOptions = {},
): Requested {
  const whole = measure(object, options);
  if (before === undefined) {
    return { whole, within: () => whole };
  }
  const more = moreThan(whole, measure(before, options));
  return { whole, within: (scopes) => (matchScopes(before, scopes) === true ? more : whole) };
}

/**
 * Whether quotas count an update of an object. They count one of a Pod only if it gets or loses a deadline.
 *
 * Source: `k8s.io/kubernetes/pkg/quota/v1/evaluator/core` v1.37.1, `Handles`.
 */
export function countsUpdate(object: QuotaObject, before: QuotaObject): boolean {
  const resource = resourceOf(object);
  return resource === 'pods'
    ? hasDeadline(object as Pod) !== hasDeadline(before as Pod)
    : resource === 'services' || resource === 'persistentvolumeclaims';
}

/** Source: `k8s.io/apiserver/pkg/quota/v1` v0.37.1, `SubtractWithNonNegativeResult`. */
function moreThan(amounts: Amounts, before: Amounts): Amounts {
  const zero = Quantity.of(0);
  return new Map(
    [...amounts].map(([name, amount]): [string, Quantity] => {
      const counted = before.get(name);
      const more = counted === undefined ? amount : amount.sub(counted);
      return [name, more.sign() > 0 ? more : zero];
    }),
  );
}
