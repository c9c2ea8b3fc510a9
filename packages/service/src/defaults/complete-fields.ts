import { familyOf } from '../addresses/address.js';
import type { ServiceFields } from '../fields/service.js';
import type { ServiceCursor } from '../validation/problems.js';
import { Allocation, type Cluster } from './allocation.js';
import { keepsFamilies, setFamilies } from './families.js';
import { setNodePorts, updateNodePorts } from './node-ports.js';
import { alignClusterIPs, dropForType, keepAllocated } from './update.js';

/**
 * Completes a Service that has its defaults, as the API server does before it validates; returns whether that succeeded.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `beginCreate` and `beginUpdate`.
 */
export function completeFields(
  fields: ServiceFields,
  old: ServiceFields | undefined,
  cluster: Cluster,
  service: ServiceCursor,
): boolean {
  if (old === undefined) {
    alignClusterIPs(fields, undefined);
    const allocation = new Allocation(cluster, service, [], []);
    return (
      setFamilies(fields, undefined, cluster, service) &&
      allocation.addresses(fields, 0) &&
      setNodePorts(fields, allocation)
    );
  }
  setStoredFamilies(old, cluster);
  keepAllocated(fields, old);
  alignClusterIPs(fields, old);
  const ports = old.ports.map(({ nodePort }) => nodePort);
  const taken = [...ports, old.healthCheckNodePort];
  const allocation = new Allocation(cluster, service, taken, old.clusterIPs);
  const isComplete =
    setFamilies(fields, old, cluster, service) &&
    updateClusterIPs(fields, old, allocation) &&
    updateNodePorts(fields, old, allocation, service);
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
  old.ipFamilies = old.clusterIPs.map((ip) => familyOf(ip) ?? 'IPv4');
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
    return allocation.addresses(fields, 0);
  }
  const isUpgraded = old.ipFamilies.length === 1 && fields.ipFamilies.length === 2;
  // Go panics if the stored Service has no address, but no server stores one without.
  const from = Math.min(fields.clusterIPs.length, 1);
  return old.clusterIPs[0] === 'None' || !isUpgraded || allocation.addresses(fields, from);
}
