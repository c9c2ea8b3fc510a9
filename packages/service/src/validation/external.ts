// Fields about traffic from outside of the cluster.
import {
  type FieldPath,
  isStrictAddress,
  isStrictCidr,
  pathBelow,
  readSloppyAddress,
  writtenPath,
} from '@kubesem/core';
import { isDrawnPort } from '../defaults/allocation.js';
import type { ServiceRequest } from '../defaults/request.js';
import { hasHealthCheck, isExternal } from '../fields.js';
import { NOT_AN_ADDRESS } from './cluster-ips.js';
import { checkSupported, checkSyntax } from './names.js';
import { checkPort } from './ports.js';
import type { Reporter, ServiceCursor } from './problems.js';

/** The annotation that lists the source ranges of a load balancer. */
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const ONLY_LOAD_BALANCER = 'only Services of type `LoadBalancer` have this field';

/** Checks external IPs; stored ones are accepted as they are. */
export function checkExternalIPs({ fields, old, service }: ServiceRequest): void {
  const existing = new Set(old?.externalIPs);
  for (const [index, ip] of fields.externalIPs.entries()) {
    const path = service.pathOf('spec', 'externalIPs', index);
    if (!isStrictAddress(ip) && !existing.has(ip)) {
      service.invalid(path, NOT_AN_ADDRESS, ip, 'INVALID_ADDRESS');
    } else {
      checkOrdinaryAddress(service, path, ip);
    }
  }
}

/**
 * Checks that an address is not special.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEndpointIP`.
 */
export function checkOrdinaryAddress<Code extends string>(
  object: Reporter<Code | 'SPECIAL_ADDRESS' | 'INVALID_ADDRESS'>,
  path: FieldPath,
  text: string,
): void {
  const address = readSloppyAddress(text);
  if (address === undefined) {
    object.invalid(path, NOT_AN_ADDRESS, text, 'INVALID_ADDRESS');
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
      object.invalid(path, `must not be a ${kind} address`, text, 'SPECIAL_ADDRESS');
    }
  }
}

/** Checks the source ranges of a load balancer, in the field or else in the annotation. */
export function checkSourceRanges({ fields, old, service }: ServiceRequest): void {
  const { type, loadBalancerSourceRanges: ranges, annotations } = fields;
  const given = annotations.get(SOURCE_RANGES);
  // The API server writes the name of the field so.
  const name = 'loadBalancerSourceRanges';
  const path =
    ranges.length > 0
      ? writtenPath(service.pathOf('spec'), name, '.LoadBalancerSourceRanges')
      : service.pathOf('metadata', 'annotations', SOURCE_RANGES);
  if (ranges.length === 0 && given === undefined) {
    return;
  }
  if (type !== 'LoadBalancer') {
    service.forbidden(path, ONLY_LOAD_BALANCER, 'FORBIDDEN_FOR_TYPE');
  }
  const existing = new Set(old?.loadBalancerSourceRanges.map((range) => range.trim()));
  for (const [index, range] of ranges.entries()) {
    if (!existing.has(range.trim())) {
      checkCidr(service, pathBelow(path, [index]), range.trim());
    }
  }
  const isNew = ranges.length === 0 && given !== old?.annotations.get(SOURCE_RANGES);
  for (const range of isNew && given?.trim() ? given.trim().split(',') : []) {
    checkCidr(service, path, range.trim());
  }
}

function checkCidr(service: ServiceCursor, path: FieldPath | undefined, range: string): void {
  if (!isStrictCidr(range)) {
    const message =
      'must be a range of addresses such as 10.9.8.0/24 or 2001:db8::/64, without bits beyond the prefix and without leading zeros';
    service.invalid(path, message, range, 'INVALID_CIDR');
  }
}

/**
 * Checks the fields that only load balancers have.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateLoadBalancerClassField`.
 */
export function checkLoadBalancer({ fields, service }: ServiceRequest): void {
  const isBalancer = fields.type === 'LoadBalancer';
  for (const field of ['allocateLoadBalancerNodePorts', 'loadBalancerClass'] as const) {
    if (fields[field] !== undefined && !isBalancer) {
      service.forbidden(['spec', field], ONLY_LOAD_BALANCER, 'FORBIDDEN_FOR_TYPE');
    }
  }
  const { loadBalancerClass } = fields;
  if (loadBalancerClass !== undefined && isBalancer) {
    const path = service.pathOf('spec', 'loadBalancerClass');
    checkSyntax(service, path, 'INVALID_QUALIFIED_NAME', 'qualifiedName', loadBalancerClass);
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServiceExternalTrafficPolicy`. */
export function checkExternalPolicy(request: ServiceRequest): void {
  const { fields, service } = request;
  const { externalTrafficPolicy: policy, healthCheckNodePort: port } = fields;
  if (isExternal(fields)) {
    checkSupported(request, 'externalTrafficPolicy');
  } else if (policy !== '') {
    const message = 'only Services that are reachable from outside of the cluster have this field';
    service.invalid(['spec', 'externalTrafficPolicy'], message, policy, 'FORBIDDEN_FOR_TYPE');
  }
  const checkPath = service.pathOf('spec', 'healthCheckNodePort');
  if (hasHealthCheck(fields)) {
    if (port === 0) {
      service.required(checkPath, 'set the field');
    } else if (!isDrawnPort(port)) {
      checkPort(service, checkPath, port);
    }
  } else if (port !== 0) {
    const message = 'only a `LoadBalancer` with `externalTrafficPolicy: Local` has this field';
    service.invalid(checkPath, message, port, 'FORBIDDEN_FOR_TYPE');
  }
}
