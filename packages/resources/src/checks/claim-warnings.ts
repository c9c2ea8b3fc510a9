import { dns1123LabelErrors, type ResourceClaimReference } from '@kubesem/core';
import type { Warn } from './warnings.js';

/**
 * Warns of references to resource claims that the Pod does not have, or that are there twice.
 *
 * A claim without a request is the whole claim, and so a second reference to any request of it.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceClaimNames`.
 */
export function warnOfClaims(
  references: readonly ResourceClaimReference[] | null | undefined,
  path: string,
  claims: ReadonlySet<string | null | undefined>,
  warn: Warn,
): void {
  const seen = new Set<string>();
  const partly = new Set<string>();
  references?.forEach(({ name, request }, index) => {
    const place = `${path}[${index}]`;
    if (!name) {
      warn('refuses', 'CLAIM_NAME_MISSING', place, undefined, 'expected the name of a claim');
      return;
    }
    const key = request ? `${name}/${request}` : name;
    if (seen.has(name) || seen.has(key) || (!request && partly.has(name))) {
      warn('refuses', 'CLAIM_DUPLICATE', place, key, 'expected each claim once');
    }
    if (request && !seen.has(name) && dns1123LabelErrors(request).length > 0) {
      const message = 'expected a DNS-1123 label';
      warn('refuses', 'CLAIM_REQUEST_INVALID', `${place}.request`, request, message);
    }
    // After the whole claim nothing of it is looked at.
    if (!seen.has(name)) {
      seen.add(key);
      if (key.includes('/')) {
        partly.add(key.slice(0, key.indexOf('/')));
      }
    }
    if (!claims.has(name)) {
      const message = 'expected the name of one of the resourceClaims of the Pod';
      warn('refuses', 'CLAIM_NOT_FOUND', place, name, message);
    }
  });
}
