import { addressFamily } from '@kubesem/core/internal';
import { FAMILIES, isHeadless } from '@kubesem/service/internal';
import { checkAddress } from '../rules/addresses.js';
import { isRepeated } from '../rules/checked.js';
import { isDrawnAddress } from './drawn.js';
import type { ServiceRequest } from './request.js';

/**
 * Checks cluster IPs, families and the policy of a Service together.
 *
 * @param request - the Service; the addresses of the stored one are accepted as they are
 * @param drawn - what stands for cluster IPs that the API server has drawn
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceClusterIPsRelatedFields`.
 */
export function checkClusterIPs(request: ServiceRequest, drawn: readonly string[] = []): void {
  const { fields, spec } = request;
  const { type, clusterIPs, ipFamilies, ipFamilyPolicy } = fields;
  if (type === 'ExternalName') {
    return;
  }
  checkFirst(request);
  const seen = new Set<string>();
  for (const [index, family] of ipFamilies.entries()) {
    spec.supported(['ipFamilies', index], family, FAMILIES);
    if (isRepeated(seen, family)) {
      spec.duplicate(['ipFamilies', index], family);
    }
  }
  if (ipFamilyPolicy !== undefined) {
    spec.supported('ipFamilyPolicy', ipFamilyPolicy, POLICIES);
  }
  const areValid = checkEach(request, drawn);
  if (clusterIPs.length > 2) {
    spec.invalid('clusterIPs', 'may only hold up to 2 values', JSON.stringify(clusterIPs));
  }
  if (areValid) {
    checkFamilies(request);
  }
}

const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** Checks that `clusterIP` is the first of `clusterIPs`. */
function checkFirst({ fields: { clusterIP, clusterIPs }, spec }: ServiceRequest): void {
  const shown = JSON.stringify(clusterIPs);
  if (clusterIP === '' && clusterIPs.length > 0) {
    spec.invalid('clusterIPs', 'must be empty when `clusterIP` is not specified', shown);
  } else if (clusterIP !== '' && clusterIPs.length === 0) {
    spec.required('clusterIPs');
  } else if (clusterIP !== (clusterIPs[0] ?? '')) {
    spec.invalid('clusterIPs', 'first value must match `clusterIP`', shown);
  }
}

/** Checks each cluster IP; returns whether all are valid. */
function checkEach(
  { fields: { clusterIPs }, old, spec }: ServiceRequest,
  drawn: readonly string[],
): boolean {
  if (clusterIPs[0] === 'None' && clusterIPs.length > 1) {
    const message = "'None' must be the first and only value";
    spec.invalid('clusterIPs', message, JSON.stringify(clusterIPs));
  }
  const accepted = new Set([...(old?.clusterIPs ?? []), ...drawn]);
  const invalid = clusterIPs.filter((ip, index) =>
    index === 0 && ip === 'None'
      ? clusterIPs.length > 1
      : !accepted.has(ip) && !checkAddress(spec, spec.pathOf('clusterIPs', index), ip),
  );
  return invalid.length === 0;
}

/** Checks that the cluster IPs are of different families, which are those of `ipFamilies`. */
function checkFamilies({ fields, spec }: ServiceRequest): void {
  const { clusterIPs, ipFamilies } = fields;
  const families = clusterIPs.map((ip) => (isDrawnAddress(ip) ? ip : addressFamily(ip)));
  const unknown = families.indexOf(undefined);
  if (clusterIPs.length > 1 && unknown >= 0) {
    // `None` of the stored Service is accepted at any place.
    const message = `failed to check for dual stack with error:invalid IP[${unknown}]: ${clusterIPs[unknown]}`;
    spec.problem('clusterIPs', 'INTERNAL', message);
  }
  if (clusterIPs.length > 1 && !FAMILIES.every((family) => families.includes(family))) {
    const message = 'may specify no more than one IP for each IP family';
    spec.invalid('clusterIPs', message, JSON.stringify(clusterIPs));
  }
  if (isHeadless(fields)) {
    return;
  }
  for (const [index, ip] of clusterIPs.slice(0, ipFamilies.length).entries()) {
    const wanted = ipFamilies[index];
    const isIPv6 = families[index] === 'IPv6';
    if ((wanted === 'IPv4' && isIPv6) || (wanted === 'IPv6' && !isIPv6)) {
      const message = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``;
      spec.invalid(['clusterIPs', index], message, ip);
    }
  }
}
