import type { Named, Secret } from '@kubesem/core';
import { type Rule, withDefaults } from './rules/rule.js';

const SECRET: Rule<Secret> = { empty: { type: 'Opaque' } };

/**
 * Fills in a Secret as the API server does.
 *
 * Its type is `Opaque`.
 *
 * @param secret - the Secret; it is not changed
 * @returns a new Secret, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 *
 * @example
 * ```ts
 * import { applySecretDefaults } from '@kubesem/defaults/secret';
 *
 * applySecretDefaults({ data: {} }).type // => 'Opaque'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Secret`.
 */
export function applySecretDefaults<T extends Secret>(secret: Named<T>): T;
/** The same for an object literal. */
export function applySecretDefaults(secret: Secret): Secret;
/** The implementation. */
export function applySecretDefaults(secret: Secret): Secret {
  return withDefaults(secret, SECRET);
}
