import { type FieldPath, nameErrorMessage, portNameErrors } from '@kubesem/core';
import { isDrawnPort } from '../defaults/allocation.js';
import type { ServiceRequest } from '../defaults/request.js';
import type { PortFields } from '../fields.js';
import { checkSyntax } from './names.js';
import { isRepeated, LISTED_TWICE, type ServiceCursor } from './problems.js';

/** The protocols of Services and EndpointSlices. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/**
 * Checks the ports of a Service individually.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServicePort`.
 */
export function checkPorts({ fields: { ports }, service }: ServiceRequest): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const at = (field: keyof PortFields) => service.pathOf('spec', 'ports', index, field);
    if (port.name !== '') {
      checkSyntax(service, at('name'), 'INVALID_NAME', 'dns1123Label', port.name);
      if (isRepeated(names, port.name)) {
        service.duplicate(at('name'), port.name, LISTED_TWICE);
      }
    } else if (ports.length > 1) {
      service.required(at('name'), 'name each port of a Service with several ports');
    }
    checkPort(service, at('port'), port.port);
    service.supported(at('protocol'), port.protocol, PROTOCOLS);
    checkTargetPort(service, at('targetPort'), port);
    if (port.appProtocol !== undefined) {
      const path = at('appProtocol');
      checkSyntax(service, path, 'INVALID_QUALIFIED_NAME', 'qualifiedName', port.appProtocol);
    }
  }
}

/** Checks that no two ports have the same protocol and node port, or protocol and port. */
export function checkDuplicatePorts({ fields: { ports }, service }: ServiceRequest): void {
  const seen = new Set<string>();
  for (const [index, { protocol, nodePort }] of ports.entries()) {
    if (nodePort !== 0 && isRepeated(seen, `node ${protocol} ${nodePort}`)) {
      const value = isDrawnPort(nodePort) ? undefined : nodePort;
      service.duplicate(['spec', 'ports', index, 'nodePort'], value, LISTED_TWICE);
    }
  }
  for (const [index, { protocol, port }] of ports.entries()) {
    if (isRepeated(seen, `${protocol} ${port}`)) {
      service.duplicate(['spec', 'ports', index], `${port}/${protocol}`, LISTED_TWICE);
    }
  }
}

/** Checks the number of a port. */
export function checkPort(service: ServiceCursor, path: FieldPath, port: number): void {
  if (!(port >= 1 && port <= 65_535)) {
    service.invalid(path, 'must be between 1 and 65535', port, 'INVALID_PORT');
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
    service.invalid(path, message, targetPort, 'INVALID_PORT_NAME');
  }
}
