import { addressFamily, isStrictAddress } from '@kubesem/core';
import type { ServiceRequest } from '../defaults/request.js';
import { FAMILIES, type Family } from '../families.js';
import { isHeadless } from '../fields.js';
import { checkSupported } from './names.js';
import { isRepeated, LISTED_TWICE, type ServiceCursor } from './problems.js';

/**
 * Checks cluster IPs, families and the policy of a Service together.
 *
 * @param request - the Service; the addresses of the stored one are accepted as they are
 * @param isComplete - whether a cluster IP can be the name of the family that the API server draws from
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceClusterIPsRelatedFields`.
 */
export function checkClusterIPs(request: ServiceRequest, isComplete: boolean): void {
  const { fields, old, service } = request;
  const { type, clusterIP, clusterIPs, ipFamilies } = fields;
  if (type === 'ExternalName') {
    return;
  }
  const path = ['spec', 'clusterIPs'] as const;
  if (clusterIP !== '' && clusterIPs.length === 0) {
    service.required(path, 'set the field');
  } else if (clusterIP !== (clusterIPs[0] ?? '') || (clusterIP === '' && clusterIPs.length > 0)) {
    const message =
      clusterIP === ''
        ? 'must be empty if `clusterIP` is not set'
        : 'the first value must be that of `clusterIP`';
    service.invalid(path, message, undefined, 'CLUSTER_IP_MISMATCH');
  }
  const seen = new Set<string>();
  for (const [index, family] of ipFamilies.entries()) {
    service.supported(['spec', 'ipFamilies', index], family, FAMILIES);
    if (isRepeated(seen, family)) {
      service.duplicate(['spec', 'ipFamilies', index], family, LISTED_TWICE);
    }
  }
  checkSupported(request, 'ipFamilyPolicy');
  const existing = new Set([...(old?.clusterIPs ?? []), ...(isComplete ? FAMILIES : [])]);
  const isReadable = checkAddresses(request, existing);
  if (clusterIPs.length > 2) {
    service.invalid(path, 'must have at most 2 values', undefined, 'TOO_MANY_CLUSTER_IPS');
  }
  if (isReadable) {
    checkFamilies(request);
  }
}

/** Returns whether the cluster IPs can be read. */
function checkAddresses(
  { fields: { clusterIPs }, service }: ServiceRequest,
  accepted: ReadonlySet<string>,
): boolean {
  let isReadable = true;
  for (const [index, ip] of clusterIPs.entries()) {
    if (index === 0 && ip === 'None') {
      if (clusterIPs.length > 1) {
        isReadable = false;
        const message = '`None` must be the only value';
        service.invalid(['spec', 'clusterIPs'], message, undefined, 'NONE_NOT_ALONE');
      }
    } else if (!accepted.has(ip) && !isStrictAddress(ip)) {
      isReadable = false;
      service.invalid(['spec', 'clusterIPs', index], NOT_AN_ADDRESS, ip, 'INVALID_ADDRESS');
    }
  }
  return isReadable;
}

function checkFamilies({ fields, service }: ServiceRequest): void {
  const { clusterIPs, ipFamilies } = fields;
  const families = clusterIPs.map((ip) => (isDrawn(ip) ? ip : addressFamily(ip)));
  if (clusterIPs.length > 1 && !(families.includes('IPv4') && families.includes('IPv6'))) {
    const message = 'the two addresses must be of different families';
    service.invalid(['spec', 'clusterIPs'], message, undefined, 'NOT_DUAL_STACK');
  }
  if (isHeadless(fields)) {
    return;
  }
  for (const [index, ip] of clusterIPs.slice(0, ipFamilies.length).entries()) {
    const wanted = ipFamilies[index];
    const isIPv6 = families[index] === 'IPv6';
    if ((wanted === 'IPv4' && isIPv6) || (wanted === 'IPv6' && !isIPv6)) {
      const message = `must be an ${wanted} address, as in \`ipFamilies[${index}]\``;
      service.invalid(['spec', 'clusterIPs', index], message, ip, 'FAMILY_MISMATCH');
    }
  }
}

/** Reports that the policy does not fit the number of addresses or families. */
export function reportPolicy({ fields, service }: ServiceRequest, wanted: string): void {
  const { ipFamilyPolicy } = fields;
  const message = `must be ${wanted}`;
  service.invalid(['spec', 'ipFamilyPolicy'], message, ipFamilyPolicy, 'POLICY_MISMATCH');
}

/** Reports an entry of a list that needs a family that the cluster lacks. */
export function reportFamily(
  service: ServiceCursor,
  field: 'clusterIPs' | 'ipFamilies',
  index: number,
  family: string,
  value: string = family,
): void {
  const message = `the cluster has no ${family} addresses`;
  service.invalid(['spec', field, index], message, value, 'FAMILY_NOT_CONFIGURED');
}

/** Message about a text that is not an address. */
export const NOT_AN_ADDRESS =
  'must be an IP address such as 10.9.8.7 or 2001:db8::ffff, without leading zeros and not IPv4 in the form of IPv6';

/** Whether a cluster IP stands for one that the API server draws. */
export function isDrawn(ip: string): ip is Family {
  return ip === 'IPv4' || ip === 'IPv6';
}
