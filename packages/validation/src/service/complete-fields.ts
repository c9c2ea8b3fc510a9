// What an update takes from the stored Service, and what it drops because the type changes.
import { addressFamily } from '@kubesem/core/internal';
import {
  getsNodePorts,
  hasHealthCheck,
  isExternal,
  type ServiceFields,
} from '@kubesem/service/internal';
import { Allocation } from './allocation.js';
import { isSame, keepsFamilies, setFamilies } from './families.js';
import { hasNodePorts, setNodePorts, updateNodePorts } from './node-ports.js';
import type { Cluster, ServiceRequest } from './request.js';

/**
 * Completes a Service that has its defaults, as the API server does before it validates; returns whether that succeeded.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `beginCreate` and `beginUpdate`.
 */
export function completeFields(request: ServiceRequest): boolean {
  const { fields, old, cluster } = request;
  if (old === undefined) {
    alignClusterIPs(fields, undefined);
    const allocation = new Allocation(request);
    return setFamilies(request) && allocation.addresses(0) && setNodePorts(request, allocation);
  }
  setStoredFamilies(old, cluster);
  keepAllocated(fields, old);
  alignClusterIPs(fields, old);
  const allocation = new Allocation(request);
  const isComplete =
    setFamilies(request) &&
    updateClusterIPs(fields, old, allocation) &&
    updateNodePorts(request, old, allocation);
  if (isComplete) {
    dropForType(fields, old);
  }
  return isComplete;
}

/**
 * Fills in what a Service lacks that was stored before dual stack.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `defaultOnReadService`.
 */
function setStoredFamilies(old: ServiceFields, { families }: Cluster): void {
  alignClusterIPs(old, undefined);
  if (old.type === 'ExternalName') {
    old.internalTrafficPolicy = undefined;
    return;
  }
  if (old.ipFamilies.length > 0) {
    return;
  }
  const primary = families[0] ?? 'IPv4';
  if (old.clusterIP === 'None') {
    const isFree = old.selector.size === 0;
    old.ipFamilies = isFree ? [primary, primary === 'IPv4' ? 'IPv6' : 'IPv4'] : [primary];
    old.ipFamilyPolicy = isFree ? 'RequireDualStack' : 'SingleStack';
    return;
  }
  old.ipFamilies = old.clusterIPs.map((ip) => addressFamily(ip) ?? 'IPv4');
  if (old.ipFamilies.length > 0) {
    old.ipFamilyPolicy = old.ipFamilies.length === 1 ? 'SingleStack' : 'RequireDualStack';
  }
}

/** Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `updateClusterIPs`. */
function updateClusterIPs(
  fields: ServiceFields,
  old: ServiceFields,
  allocation: Allocation,
): boolean {
  if (keepsFamilies(fields, old)) {
    return true;
  }
  if (old.type === 'ExternalName') {
    return allocation.addresses(0);
  }
  const isUpgraded = old.ipFamilies.length === 1 && fields.ipFamilies.length === 2;
  // Go panics if the stored Service has no address, but no server stores one without.
  const from = Math.min(fields.clusterIPs.length, 1);
  return old.clusterIPs[0] === 'None' || !isUpgraded || allocation.addresses(from);
}

/**
 * Fills in what a request leaves out: cluster IPs, node ports of ports of the same name, and the health check port.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `patchAllocatedValues`.
 */
function keepAllocated(fields: ServiceFields, old: ServiceFields): void {
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
function dropForType(fields: ServiceFields, old: ServiceFields): void {
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
  const isInternal = isExternal(old) && !isExternal(fields);
  if (isInternal && fields.externalTrafficPolicy === old.externalTrafficPolicy) {
    fields.externalTrafficPolicy = '';
  }
}
