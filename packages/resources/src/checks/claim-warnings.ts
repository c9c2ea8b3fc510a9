import {
  childPath,
  dns1123LabelErrors,
  type FieldPath,
  type ResourceClaimReference,
} from '@kubesem/core';
import type { Warn } from './warning.js';

/**
 * Warns of references to resource claims that the Pod does not have, or that are duplicates.
 *
 * A reference without a request is the whole claim, and so it duplicates every request of the claim.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceClaimNames`.
 */
export function warnOfClaims(
  references: readonly ResourceClaimReference[] | null | undefined,
  listPath: FieldPath,
  claims: ReadonlySet<string | null | undefined>,
  warn: Warn,
): void {
  if (!references) {
    return;
  }
  const seen = new Set<string>();
  const partly = new Set<string>();
  references.forEach(({ name, request }, index) => {
    const path = childPath(listPath, index);
    if (!name) {
      const message = 'set the name of one of the resourceClaims of the Pod';
      warn({ code: 'CLAIM_NAME_MISSING', path, message });
      return;
    }
    const key = request ? `${name}/${request}` : name;
    if (seen.has(name) || seen.has(key) || (!request && partly.has(name))) {
      const message = 'duplicate claim';
      warn({ code: 'CLAIM_DUPLICATE', path, value: key, message });
    }
    if (request && !seen.has(name) && dns1123LabelErrors(request).length > 0) {
      warn({
        code: 'CLAIM_REQUEST_INVALID',
        path: childPath(path, 'request'),
        value: request,
        message: 'must be a DNS-1123 label, such as "gpu-0"',
      });
    }
    // After the whole claim, its requests are not checked.
    if (!seen.has(name)) {
      seen.add(key);
      if (key.includes('/')) {
        partly.add(key.slice(0, key.indexOf('/')));
      }
    }
    if (!claims.has(name)) {
      const message = 'the resourceClaims of the Pod have no claim of this name';
      warn({ code: 'CLAIM_NOT_FOUND', path, value: name, message });
    }
  });
}
