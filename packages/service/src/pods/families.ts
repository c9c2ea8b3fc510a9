import { FAMILIES, type Family, familyOf } from '../addresses/address.js';
import type { ServiceFields } from '../fields/service.js';

/**
 * Returns the families of the endpoints of a Service.
 *
 * A Service that names none has that of its cluster IP; a headless one has both.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `getAddressTypesForService`.
 */
export function endpointFamilies({
  ipFamilies,
  clusterIP,
}: Pick<ServiceFields, 'ipFamilies' | 'clusterIP'>): readonly Family[] {
  const named = FAMILIES.filter((family) => ipFamilies.includes(family));
  if (named.length > 0) {
    return named;
  }
  if (clusterIP === '' || clusterIP === 'None') {
    return FAMILIES;
  }
  return familyOf(clusterIP) === 'IPv6' ? ['IPv6'] : ['IPv4'];
}
