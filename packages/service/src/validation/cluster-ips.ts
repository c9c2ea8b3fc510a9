import { FAMILIES, type Family, familyOf } from '../addresses/address.js';
import { isStrictAddress } from '../addresses/strict.js';
import type { ServiceFields } from '../fields/service.js';
import { isHeadless } from '../fields/traits.js';
import { LISTED_TWICE, type ServiceCursor } from './problems.js';

/**
 * Checks cluster IPs, families and the policy of a Service together.
 *
 * @param fields - the Service
 * @param old - the stored Service, whose addresses are accepted as they are
 * @param service - receives the problems
 * @param isComplete - whether a cluster IP can be the name of the family that the API server draws from
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceClusterIPsRelatedFields`.
 */
export function checkClusterIPs(
  fields: ServiceFields,
  old: ServiceFields | undefined,
  service: ServiceCursor,
  isComplete: boolean,
): void {
  const { type, clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = fields;
  if (type === 'ExternalName') {
    return;
  }
  const path = service.pathOf('spec', 'clusterIPs');
  if (clusterIP !== '' && clusterIPs.length === 0) {
    service.required(path, 'REQUIRED', 'set the field');
  } else if (clusterIP !== (clusterIPs[0] ?? '') || (clusterIP === '' && clusterIPs.length > 0)) {
    const message =
      clusterIP === ''
        ? 'must be empty if `clusterIP` is not set'
        : 'the first value must be that of `clusterIP`';
    service.invalid(path, 'CLUSTER_IP_MISMATCH', message);
  }
  const seen = new Set<string>();
  for (const [index, family] of ipFamilies.entries()) {
    service.supported(
      service.pathOf('spec', 'ipFamilies', index),
      'NOT_SUPPORTED',
      family,
      FAMILIES,
    );
    if (seen.has(family)) {
      service.duplicate(
        service.pathOf('spec', 'ipFamilies', index),
        'DUPLICATE',
        LISTED_TWICE,
        family,
      );
    }
    seen.add(family);
  }
  if (ipFamilyPolicy !== undefined) {
    const supported = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
    service.at('spec').supported('ipFamilyPolicy', 'NOT_SUPPORTED', ipFamilyPolicy, supported);
  }
  const existing = new Set([...(old?.clusterIPs ?? []), ...(isComplete ? FAMILIES : [])]);
  const isReadable = checkAddresses(clusterIPs, existing, service);
  if (clusterIPs.length > 2) {
    service.invalid(path, 'TOO_MANY_CLUSTER_IPS', 'must have at most 2 values');
  }
  if (isReadable) {
    checkFamilies(fields, service);
  }
}

/** Returns whether the cluster IPs can be read. */
function checkAddresses(
  clusterIPs: readonly string[],
  accepted: ReadonlySet<string>,
  service: ServiceCursor,
): boolean {
  let isReadable = true;
  for (const [index, ip] of clusterIPs.entries()) {
    if (index === 0 && ip === 'None') {
      if (clusterIPs.length > 1) {
        isReadable = false;
        const message = '`None` must be the only value';
        service.at('spec').invalid('clusterIPs', 'NONE_NOT_ALONE', message);
      }
    } else if (!accepted.has(ip) && !isStrictAddress(ip)) {
      isReadable = false;
      service.invalid(
        service.pathOf('spec', 'clusterIPs', index),
        'INVALID_ADDRESS',
        NOT_AN_ADDRESS,
        ip,
      );
    }
  }
  return isReadable;
}

function checkFamilies(fields: ServiceFields, service: ServiceCursor): void {
  const { clusterIPs, ipFamilies } = fields;
  const families = clusterIPs.map(clusterIPFamily);
  if (clusterIPs.length > 1 && !(families.includes('IPv4') && families.includes('IPv6'))) {
    const message = 'the two addresses must be of different families';
    service.at('spec').invalid('clusterIPs', 'NOT_DUAL_STACK', message);
  }
  if (isHeadless(fields)) {
    return;
  }
  for (const [index, ip] of clusterIPs.slice(0, ipFamilies.length).entries()) {
    const wanted = ipFamilies[index];
    const isIPv6 = families[index] === 'IPv6';
    if ((wanted === 'IPv4' && isIPv6) || (wanted === 'IPv6' && !isIPv6)) {
      const message = `must be an ${wanted} address, as in \`ipFamilies[${index}]\``;
      service.invalid(service.pathOf('spec', 'clusterIPs', index), 'FAMILY_MISMATCH', message, ip);
    }
  }
}

/** Message about a text that is not an address. */
export const NOT_AN_ADDRESS =
  'must be an IP address such as 10.9.8.7 or 2001:db8::ffff, without leading zeros and not IPv4 in the form of IPv6';

/** Whether a cluster IP stands for one that the API server draws. */
export function isDrawn(ip: string): ip is Family {
  return ip === 'IPv4' || ip === 'IPv6';
}

/** The family of a cluster IP; undefined for `None`. */
function clusterIPFamily(ip: string): Family | undefined {
  return isDrawn(ip) ? ip : familyOf(ip);
}
