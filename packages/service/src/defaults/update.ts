// What an update takes from the stored Service, and what it drops because the type changes.
import type { ServiceFields } from '../fields/service.js';
import { hasHealthCheck, isExternal } from '../fields/traits.js';
import { isSame } from './families.js';
import { getsNodePorts, hasNodePorts } from './node-ports.js';

/**
 * Fills in what a request leaves out: cluster IPs, node ports of ports of the same name, and the health check port.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `patchAllocatedValues`.
 */
export function keepAllocated(fields: ServiceFields, old: ServiceFields): void {
  if (fields.type !== 'ExternalName' && old.type !== 'ExternalName') {
    fields.clusterIP ||= old.clusterIP;
    if (fields.clusterIPs.length === 0) {
      fields.clusterIPs = [...old.clusterIPs];
    }
  }
  if (getsNodePorts(fields) && getsNodePorts(old)) {
    const asked = new Set(fields.ports.map(({ nodePort }) => nodePort));
    const stored = new Map(old.ports.map(({ name, nodePort }) => [name, nodePort]));
    for (const port of fields.ports) {
      const before = stored.get(port.name) ?? 0;
      if (port.nodePort === 0 && !asked.has(before)) {
        port.nodePort = before;
      }
    }
  }
  if (hasHealthCheck(fields) && hasHealthCheck(old)) {
    fields.healthCheckNodePort ||= old.healthCheckNodePort;
  }
}

/**
 * Makes `clusterIPs` follow a change of `clusterIP` by a client that knows only that field.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `normalizeClusterIPs`.
 */
export function alignClusterIPs(fields: ServiceFields, old: ServiceFields | undefined): void {
  const { clusterIP, clusterIPs } = fields;
  if (old === undefined) {
    if (clusterIP !== '' && clusterIPs.length === 0) {
      fields.clusterIPs = [clusterIP];
    }
    return;
  }
  const isSingularSame = clusterIP === old.clusterIP;
  if (isSingularSame && clusterIPs.length === 0) {
    fields.clusterIPs = [...old.clusterIPs];
  }
  if (!isSingularSame && isSame(clusterIPs, old.clusterIPs)) {
    fields.clusterIPs = clusterIP === '' ? [] : [clusterIP];
  }
}

/**
 * Drops what the new type does not have, unless the request changes it.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service` v1.37.1, `dropTypeDependentFields`.
 */
export function dropForType(fields: ServiceFields, old: ServiceFields): void {
  if (old.type !== 'ExternalName' && fields.type === 'ExternalName') {
    if (fields.clusterIP === old.clusterIP && isSame(fields.clusterIPs, old.clusterIPs)) {
      fields.clusterIP = '';
      fields.clusterIPs = [];
    }
    if (isSame(fields.ipFamilies, old.ipFamilies)) {
      fields.ipFamilies = [];
    }
    if ((fields.ipFamilyPolicy ?? '') === (old.ipFamilyPolicy ?? '')) {
      fields.ipFamilyPolicy = undefined;
    }
  }
  if (hasNodePorts(old) && !hasNodePorts(fields)) {
    const before = new Set(old.ports.map(({ nodePort }) => nodePort)).add(0);
    if (fields.ports.every(({ nodePort }) => before.has(nodePort))) {
      for (const port of fields.ports) {
        port.nodePort = 0;
      }
    }
  }
  const isChecked = hasHealthCheck(old) && !hasHealthCheck(fields);
  if (isChecked && fields.healthCheckNodePort === old.healthCheckNodePort) {
    fields.healthCheckNodePort = 0;
  }
  if (old.type === 'LoadBalancer' && fields.type !== 'LoadBalancer') {
    if (fields.allocateLoadBalancerNodePorts === old.allocateLoadBalancerNodePorts) {
      fields.allocateLoadBalancerNodePorts = undefined;
    }
    if (fields.loadBalancerClass === old.loadBalancerClass) {
      fields.loadBalancerClass = undefined;
    }
  }
  if (
    isExternal(old) &&
    !isExternal(fields) &&
    fields.externalTrafficPolicy === old.externalTrafficPolicy
  ) {
    fields.externalTrafficPolicy = '';
  }
}
