// Fields about traffic from outside of the cluster.
import type { FieldPathSegment } from '@kubesem/core';
import { readSloppyAddress } from '../addresses/address.js';
import { isStrictAddress, isStrictCidr } from '../addresses/strict.js';
import { isDrawnPort } from '../defaults/allocation.js';
import type { ServiceFields } from '../fields/service.js';
import { hasHealthCheck, isExternal } from '../fields/traits.js';
import { NOT_AN_ADDRESS } from './cluster-ips.js';
import { checkQualifiedName } from './names.js';
import { checkPort } from './ports.js';
import type { Problems, ServiceProblemCode } from './problems.js';

type Add = Problems<ServiceProblemCode>;

/** The annotation that lists the source ranges of a load balancer. */
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const ONLY_LOAD_BALANCER = 'only Services of type `LoadBalancer` have this field';

/** Checks external IPs; stored ones are accepted as they are. */
export function checkExternalIPs(
  { externalIPs }: ServiceFields,
  old: ServiceFields | undefined,
  problems: Add,
): void {
  const existing = new Set(old?.externalIPs);
  for (const [index, ip] of externalIPs.entries()) {
    const path = ['spec', 'externalIPs', index];
    if (!isStrictAddress(ip) && !existing.has(ip)) {
      problems.invalid(path, 'INVALID_ADDRESS', NOT_AN_ADDRESS, ip);
    } else {
      checkOrdinaryAddress(path, ip, problems);
    }
  }
}

/**
 * Checks that an address is not special.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEndpointIP`.
 */
export function checkOrdinaryAddress<Code extends string>(
  path: readonly FieldPathSegment[],
  text: string,
  problems: Problems<Code | 'SPECIAL_ADDRESS' | 'INVALID_ADDRESS'>,
): void {
  const address = readSloppyAddress(text);
  if (address === undefined) {
    problems.invalid(path, 'INVALID_ADDRESS', NOT_AN_ADDRESS, text);
    return;
  }
  const { family, bytes } = address;
  const [first = 0, second = 0, third = 0] = bytes;
  const isIPv4 = family === 'IPv4';
  const tail = bytes.slice(0, -1).every((byte) => byte === 0) ? bytes[bytes.length - 1] : undefined;
  const faults = {
    unspecified: tail === 0,
    loopback: isIPv4 ? first === 127 : tail === 1,
    'link-local': isIPv4 ? first === 169 && second === 254 : first === 254 && second >> 6 === 2,
    'link-local multicast': isIPv4
      ? first === 224 && second === 0 && third === 0
      : first === 255 && (second & 15) === 2,
  };
  for (const [kind, isTrue] of Object.entries(faults)) {
    if (isTrue) {
      problems.invalid(path, 'SPECIAL_ADDRESS', `must not be a ${kind} address`, text);
    }
  }
}

/** Checks the source ranges of a load balancer, in the field or else in the annotation. */
export function checkSourceRanges(
  fields: ServiceFields,
  old: ServiceFields | undefined,
  problems: Add,
): void {
  const { type, loadBalancerSourceRanges: ranges, annotations } = fields;
  const given = annotations.get(SOURCE_RANGES);
  const path =
    ranges.length > 0
      ? ['spec', 'loadBalancerSourceRanges']
      : ['metadata', 'annotations', SOURCE_RANGES];
  if (ranges.length === 0 && given === undefined) {
    return;
  }
  if (type !== 'LoadBalancer') {
    problems.forbidden(path, 'FORBIDDEN_FOR_TYPE', ONLY_LOAD_BALANCER);
  }
  const existing = new Set(old?.loadBalancerSourceRanges.map((range) => range.trim()));
  for (const [index, range] of ranges.entries()) {
    if (!existing.has(range.trim())) {
      checkCidr([...path, index], range.trim(), problems);
    }
  }
  const isNew = ranges.length === 0 && given !== old?.annotations.get(SOURCE_RANGES);
  for (const range of isNew && given?.trim() ? given.trim().split(',') : []) {
    checkCidr(path, range.trim(), problems);
  }
}

function checkCidr(path: readonly FieldPathSegment[], range: string, problems: Add): void {
  if (!isStrictCidr(range)) {
    const message =
      'must be a range of addresses such as 10.9.8.0/24 or 2001:db8::/64, without bits beyond the prefix and without leading zeros';
    problems.invalid(path, 'INVALID_CIDR', message, range);
  }
}

/**
 * Checks the fields that only load balancers have.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateLoadBalancerClassField`.
 */
export function checkLoadBalancer(
  { type, allocateLoadBalancerNodePorts, loadBalancerClass }: ServiceFields,
  problems: Add,
): void {
  const isBalancer = type === 'LoadBalancer';
  const fields = { allocateLoadBalancerNodePorts, loadBalancerClass };
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && !isBalancer) {
      problems.forbidden(['spec', field], 'FORBIDDEN_FOR_TYPE', ONLY_LOAD_BALANCER);
    }
  }
  if (loadBalancerClass !== undefined && isBalancer) {
    checkQualifiedName(['spec', 'loadBalancerClass'], loadBalancerClass, problems);
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServiceExternalTrafficPolicy`. */
export function checkExternalPolicy(fields: ServiceFields, problems: Add): void {
  const { externalTrafficPolicy: policy, healthCheckNodePort: port } = fields;
  const path = ['spec', 'externalTrafficPolicy'];
  if (isExternal(fields)) {
    problems.notSupported(path, policy, ['Cluster', 'Local']);
  } else if (policy !== '') {
    const message = 'only Services that are reachable from outside of the cluster have this field';
    problems.invalid(path, 'FORBIDDEN_FOR_TYPE', message, policy);
  }
  const checkPath = ['spec', 'healthCheckNodePort'];
  if (hasHealthCheck(fields)) {
    if (port === 0) {
      problems.required(checkPath);
    } else if (!isDrawnPort(port)) {
      checkPort(checkPath, port, problems);
    }
  } else if (port !== 0) {
    const message = 'only a `LoadBalancer` with `externalTrafficPolicy: Local` has this field';
    problems.invalid(checkPath, 'FORBIDDEN_FOR_TYPE', message, port);
  }
}
