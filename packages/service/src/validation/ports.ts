import { type FieldPath, nameErrorMessage, portNameErrors } from '@kubesem/core';
import { isDrawnPort } from '../defaults/allocation.js';
import type { PortFields, ServiceFields } from '../fields/service.js';
import { checkName, checkQualifiedName } from './names.js';
import { LISTED_TWICE, type ServiceCursor } from './problems.js';

/** The protocols of Services and EndpointSlices. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/**
 * Checks the ports of a Service individually.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServicePort`.
 */
export function checkPorts({ ports }: ServiceFields, service: ServiceCursor): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const at = (field: keyof PortFields) => service.pathOf('spec', 'ports', index, field);
    if (port.name !== '') {
      checkName(service, at('name'), 'dns1123Label', port.name);
      if (names.has(port.name)) {
        service.duplicate(at('name'), 'DUPLICATE', LISTED_TWICE, port.name);
      }
      names.add(port.name);
    } else if (ports.length > 1) {
      service.required(at('name'), 'REQUIRED', 'name each port of a Service with several ports');
    }
    checkPort(service, at('port'), port.port);
    service.supported(at('protocol'), 'NOT_SUPPORTED', port.protocol, PROTOCOLS);
    checkTargetPort(service, at('targetPort'), port);
    if (port.appProtocol !== undefined) {
      checkQualifiedName(service, at('appProtocol'), port.appProtocol);
    }
  }
}

/** Checks that no two ports have the same protocol and node port, or protocol and port. */
export function checkDuplicatePorts({ ports }: ServiceFields, service: ServiceCursor): void {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => seen.size < seen.add(key).size;
  for (const [index, { protocol, nodePort }] of ports.entries()) {
    if (nodePort !== 0 && !isNew(`node ${protocol} ${nodePort}`)) {
      const value = isDrawnPort(nodePort) ? undefined : nodePort;
      service.duplicate(
        service.pathOf('spec', 'ports', index, 'nodePort'),
        'DUPLICATE',
        LISTED_TWICE,
        value,
      );
    }
  }
  for (const [index, { protocol, port }] of ports.entries()) {
    if (!isNew(`${protocol} ${port}`)) {
      service.duplicate(
        service.pathOf('spec', 'ports', index),
        'DUPLICATE',
        LISTED_TWICE,
        `${port}/${protocol}`,
      );
    }
  }
}

/** Checks the number of a port. */
export function checkPort(service: ServiceCursor, path: FieldPath, port: number): void {
  if (!(port >= 1 && port <= 65_535)) {
    service.invalid(path, 'INVALID_PORT', 'must be between 1 and 65535', port);
  }
}

function checkTargetPort(
  service: ServiceCursor,
  path: FieldPath,
  { targetPort }: PortFields,
): void {
  if (typeof targetPort === 'number') {
    checkPort(service, path, targetPort);
    return;
  }
  for (const code of portNameErrors(targetPort)) {
    const message = /^\d+$/.test(targetPort)
      ? 'must be a number without quotes, or the name of a container port'
      : nameErrorMessage('portName', code);
    service.invalid(path, 'INVALID_PORT_NAME', message, targetPort);
  }
}
