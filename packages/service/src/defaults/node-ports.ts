import { hasHealthCheck, type ServiceFields } from '../fields.js';
import { isRepeated } from '../validation/problems.js';
import type { Allocation } from './allocation.js';
import type { ServiceRequest } from './request.js';

/** Whether ports of a Service can have node ports. */
export function hasNodePorts({ type }: Pick<ServiceFields, 'type'>): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether ports without a node port get one. */
export function getsNodePorts({
  type,
  allocateLoadBalancerNodePorts,
}: Pick<ServiceFields, 'type' | 'allocateLoadBalancerNodePorts'>): boolean {
  return (
    type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false)
  );
}

/**
 * Gives node ports to the ports of a new Service; returns whether that succeeded. Ports with one number share a node port.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `initNodePorts` and `allocHealthCheckNodePort`.
 */
export function setNodePorts(fields: ServiceFields, allocation: Allocation): boolean {
  const asked = new Map<number, number>();
  for (const { port, nodePort } of fields.ports) {
    if (nodePort !== 0 && !asked.has(port)) {
      asked.set(port, nodePort);
    }
  }
  const shared = new Map<number, number>();
  for (const [index, port] of hasNodePorts(fields) ? fields.ports.entries() : []) {
    const known = shared.get(port.port);
    const own = known === undefined ? asked.get(port.port) : port.nodePort || undefined;
    const isNew = own !== undefined && own !== known;
    if (port.nodePort === 0 && !getsNodePorts(fields)) {
      continue;
    }
    if (isNew && !allocation.take(own, 'ports', index, 'nodePort')) {
      return false;
    }
    port.nodePort = own ?? known ?? allocation.draw();
    if (known === undefined) {
      shared.set(port.port, port.nodePort);
    }
  }
  return !hasHealthCheck(fields) || setHealthCheck(fields, allocation);
}

function setHealthCheck(fields: ServiceFields, allocation: Allocation): boolean {
  if (fields.healthCheckNodePort === 0) {
    fields.healthCheckNodePort = allocation.draw();
    return true;
  }
  return allocation.take(fields.healthCheckNodePort, 'healthCheckNodePort');
}

/**
 * Gives node ports to new ports of an existing Service; returns whether that succeeded.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `updateNodePorts` and
 * `updateHealthCheckNodePort`.
 */
export function updateNodePorts(
  { fields, service }: ServiceRequest,
  old: ServiceFields,
  allocation: Allocation,
): boolean {
  const before = new Set(old.ports.map(({ nodePort }) => nodePort));
  const seen = new Set<string>();
  const taken = new Set<number>();
  for (const [index, port] of hasNodePorts(fields) ? fields.ports.entries() : []) {
    if (port.nodePort === 0) {
      if (!getsNodePorts(fields)) {
        continue;
      }
      port.nodePort = allocation.draw();
    } else if (!before.has(port.nodePort) && !taken.has(port.nodePort)) {
      if (!allocation.take(port.nodePort, 'ports', index, 'nodePort')) {
        return false;
      }
      taken.add(port.nodePort);
    }
    if (isRepeated(seen, `${port.protocol} ${port.nodePort}`)) {
      const message = 'another port of the same protocol has this node port';
      const path = ['spec', 'ports', index, 'nodePort'] as const;
      service.invalid(path, message, port.nodePort, 'NODE_PORT_TAKEN');
      return false;
    }
  }
  const isAdded = hasHealthCheck(fields) && !hasHealthCheck(old);
  return !isAdded || setHealthCheck(fields, allocation);
}
