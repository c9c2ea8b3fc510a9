// Source: `k8s.io/apiserver/pkg/endpoints/filters/impersonation` v0.37.1.
import { dns1123LabelErrors, dns1123SubdomainErrors } from '@kubesem/core';
import { SERVICE_ACCOUNT_PREFIX } from './classify.js';
import type { RequestUser } from './digest.js';

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const NO_GROUPS: readonly string[] = [];

/** The groups of a service account; empty for any other user. */
function serviceAccountGroups(name: string): readonly string[] {
  // Most users are not service accounts.
  if (!name.startsWith(SERVICE_ACCOUNT_PREFIX)) {
    return NO_GROUPS;
  }
  const [, namespace = '', account = ''] =
    /^system:serviceaccount:([^:]*):([^:]*)$/.exec(name) ?? [];
  const isValid =
    dns1123LabelErrors(namespace).length === 0 && dns1123SubdomainErrors(account).length === 0;
  return isValid ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : NO_GROUPS;
}

/**
 * Creates a user with the groups that the API server adds, as for `kubectl --as`.
 *
 * A service account without other groups gets its own. `system:anonymous` gets `system:unauthenticated`, and every other
 * user gets `system:authenticated`.
 *
 * @param name - name of the user
 * @param groups - its other groups, as for `kubectl --as-group`
 * @returns the user
 *
 * @example
 * ```ts
 * import { requestUser } from '@kubesem/apf';
 *
 * requestUser('jane', ['devs']).groups // => ['devs', 'system:authenticated']
 * requestUser('system:serviceaccount:ci:runner').groups // => [
 * //   'system:serviceaccounts',
 * //   'system:serviceaccounts:ci',
 * //   'system:authenticated',
 * // ]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/endpoints/filters/impersonation` v0.37.1, `WithImpersonation`.
 */
export function requestUser(name: string, groups: readonly string[] = []): RequestUser {
  const known = groups.length === 0 ? serviceAccountGroups(name) : groups;
  const isAnonymous = name === 'system:anonymous';
  const added = isAnonymous ? UNAUTHENTICATED : AUTHENTICATED;
  if (known.length === 0) {
    return { name, groups: [added] };
  }
  const hasOne = known.includes(UNAUTHENTICATED) || (!isAnonymous && known.includes(AUTHENTICATED));
  return { name, groups: hasOne ? known : [...known, added] };
}
