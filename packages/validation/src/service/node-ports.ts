import { getsNodePorts, hasHealthCheck, type ServiceFields } from '@kubesem/service/internal';
import { isRepeated } from '../rules/checked.js';
import type { Allocation } from './allocation.js';
import { isDrawnPort } from './drawn.js';
import type { ServiceRequest } from './request.js';

/** Whether ports of a Service can have node ports. */
export function hasNodePorts({ type }: Pick<ServiceFields, 'type'>): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/**
 * Gives node ports to the ports of a new Service; returns whether that succeeded. Ports with one number share a node port.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `initNodePorts` and `allocHealthCheckNodePort`.
 */
export function setNodePorts(request: ServiceRequest, allocation: Allocation): boolean {
  const { fields } = request;
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
    if (isNew && !takeNodePort(request, allocation, own, index)) {
      return false;
    }
    port.nodePort = own ?? known ?? allocation.draw();
    if (known === undefined) {
      shared.set(port.port, port.nodePort);
    }
  }
  return !hasHealthCheck(fields) || setHealthCheck(request, allocation);
}

function takeNodePort(
  { spec }: ServiceRequest,
  allocation: Allocation,
  port: number,
  index: number,
): boolean {
  const fault = allocation.take(port);
  if (fault !== undefined) {
    spec.invalid(['ports', index, 'nodePort'], fault, port);
  }
  return fault === undefined;
}

function setHealthCheck({ fields, spec }: ServiceRequest, allocation: Allocation): boolean {
  const port = fields.healthCheckNodePort;
  if (port === 0) {
    fields.healthCheckNodePort = allocation.draw();
    return true;
  }
  const fault = allocation.take(port);
  if (fault !== undefined) {
    const message = `failed to allocate requested HealthCheck NodePort ${port}: ${fault}`;
    spec.problem('healthCheckNodePort', 'INTERNAL', message, port);
  }
  return fault === undefined;
}

/**
 * Gives node ports to new ports of an existing Service; returns whether that succeeded.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `updateNodePorts` and
 * `updateHealthCheckNodePort`.
 */
export function updateNodePorts(
  request: ServiceRequest,
  old: ServiceFields,
  allocation: Allocation,
): boolean {
  const { fields, spec } = request;
  // What the request names again is taken once.
  const own = new Set(old.ports.map(({ nodePort }) => nodePort));
  const seen = new Set<string>();
  for (const [index, port] of hasNodePorts(fields) ? fields.ports.entries() : []) {
    if (port.nodePort === 0 && !getsNodePorts(fields)) {
      continue;
    }
    port.nodePort ||= allocation.draw();
    if (!isDrawnPort(port.nodePort) && !own.has(port.nodePort)) {
      if (!takeNodePort(request, allocation, port.nodePort, index)) {
        return false;
      }
      own.add(port.nodePort);
    }
    if (isRepeated(seen, `${port.protocol} ${port.nodePort}`)) {
      const message = `duplicate nodePort: {${port.protocol} ${port.nodePort}}`;
      spec.problem(['ports', index, 'nodePort'], 'INTERNAL', message, port.nodePort);
      return false;
    }
  }
  const isAdded = hasHealthCheck(fields) && !hasHealthCheck(old);
  return !isAdded || setHealthCheck(request, allocation);
}
