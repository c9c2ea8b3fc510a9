import { dns1123LabelErrors, type Fields, type ResourceRequirements } from '@kubesem/core';
import type { Warn } from './warning.js';

/**
 * Warns of references to resource claims that the Pod does not have, or that are duplicates.
 *
 * A reference without a request is the whole claim, and so it duplicates every request of the claim.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateResourceClaimNames`.
 */
export function warnOfClaims(
  resources: Fields<ResourceRequirements>,
  claims: ReadonlySet<string | null | undefined>,
  warn: Warn,
): void {
  const seen = new Set<string>();
  const partly = new Set<string>();
  resources.each('claims', (reference) => {
    const { path } = reference;
    const { name, request } = reference.value;
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
        path: reference.pathOf('request'),
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
