import { type FieldPathSegment, nameErrorMessage, portNameErrors } from '@kubesem/core';
import { isDrawnPort } from '../defaults/allocation.js';
import type { PortFields, ServiceFields } from '../fields/service.js';
import { checkName, checkQualifiedName } from './names.js';
import type { Problems, ServiceProblemCode } from './problems.js';

/** The protocols of Services and EndpointSlices. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/**
 * Checks the ports of a Service individually.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServicePort`.
 */
export function checkPorts({ ports }: ServiceFields, problems: Problems<ServiceProblemCode>): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const path = ['spec', 'ports', index];
    if (port.name !== '') {
      checkName([...path, 'name'], 'dns1123Label', port.name, problems);
      if (names.has(port.name)) {
        problems.duplicate([...path, 'name'], port.name);
      }
      names.add(port.name);
    } else if (ports.length > 1) {
      problems.required([...path, 'name'], 'name each port of a Service with several ports');
    }
    checkPort([...path, 'port'], port.port, problems);
    problems.notSupported([...path, 'protocol'], port.protocol, PROTOCOLS);
    checkTargetPort([...path, 'targetPort'], port, problems);
    if (port.appProtocol !== undefined) {
      checkQualifiedName([...path, 'appProtocol'], port.appProtocol, problems);
    }
  }
}

/** Checks that no two ports have the same protocol and node port, or protocol and port. */
export function checkDuplicatePorts(
  { ports }: ServiceFields,
  problems: Problems<ServiceProblemCode>,
): void {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => seen.size < seen.add(key).size;
  for (const [index, { protocol, nodePort }] of ports.entries()) {
    if (nodePort !== 0 && !isNew(`node ${protocol} ${nodePort}`)) {
      const value = isDrawnPort(nodePort) ? undefined : nodePort;
      problems.duplicate(['spec', 'ports', index, 'nodePort'], value);
    }
  }
  for (const [index, { protocol, port }] of ports.entries()) {
    if (!isNew(`${protocol} ${port}`)) {
      problems.duplicate(['spec', 'ports', index], `${port}/${protocol}`);
    }
  }
}

/** Checks the number of a port. */
export function checkPort(
  path: readonly FieldPathSegment[],
  port: number,
  problems: Problems<ServiceProblemCode>,
): void {
  if (!(port >= 1 && port <= 65_535)) {
    problems.invalid(path, 'INVALID_PORT', 'must be between 1 and 65535', port);
  }
}

function checkTargetPort(
  path: readonly FieldPathSegment[],
  { targetPort }: PortFields,
  problems: Problems<ServiceProblemCode>,
): void {
  if (typeof targetPort === 'number') {
    checkPort(path, targetPort, problems);
    return;
  }
  for (const code of portNameErrors(targetPort)) {
    const message = /^\d+$/.test(targetPort)
      ? 'must be a number without quotes, or the name of a container port'
      : nameErrorMessage('portName', code);
    problems.invalid(path, 'INVALID_PORT_NAME', message, targetPort);
  }
}
