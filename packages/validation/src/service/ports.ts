// The rules of ports. Each is one statement here and one row of the test.
import type { ServicePort } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import type { PortFields } from '@kubesem/service/internal';
import { isRepeated } from '../rules/checked.js';
import { checkName } from '../rules/names.js';
import { checkPortNumber, PROTOCOLS } from '../rules/numbers.js';
import { isDrawnPort } from './drawn.js';
import type { ServiceRequest } from './request.js';

/** Checks each port. */
export function checkEachPort({ fields: { ports }, spec }: ServiceRequest): void {
  const names = new Set<string>();
  spec.each('ports', (port, index) => {
    const read = ports[index] as PortFields;
    checkPort(port, read);
    if (read.name === '' && ports.length > 1) {
      port.required('name');
    } else if (read.name !== '' && isRepeated(names, read.name)) {
      port.duplicate('name', read.name);
    }
  });
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServicePort`. */
function checkPort(
  port: Fields<ServicePort>,
  { name, port: number, protocol, targetPort, appProtocol }: PortFields,
): void {
  if (name !== '') {
    checkName(port, 'name', 'dns1123Label', name);
  }
  checkPortNumber(port, 'port', number);
  port.supported('protocol', protocol, PROTOCOLS);
  if (typeof targetPort === 'number') {
    checkPortNumber(port, 'targetPort', targetPort);
  } else {
    checkName(port, 'targetPort', 'portName', targetPort);
  }
  if (appProtocol !== undefined) {
    checkName(port, 'appProtocol', 'qualifiedName', appProtocol);
  }
}

/** Checks all ports together: their node ports, and that each pair of protocol and number is there once. */
export function checkPorts({ fields: { type, ports }, spec }: ServiceRequest): void {
  for (const [index, { nodePort }] of ports.entries()) {
    if (type === 'ClusterIP' && nodePort !== 0) {
      spec.forbidden(['ports', index, 'nodePort'], "may not be used when `type` is 'ClusterIP'");
    }
  }
  const nodePorts = new Set<string>();
  for (const [index, { protocol, nodePort }] of ports.entries()) {
    if (nodePort !== 0 && isRepeated(nodePorts, `${protocol} ${nodePort}`)) {
      const shown = isDrawnPort(nodePort) ? undefined : nodePort;
      spec.duplicate(['ports', index, 'nodePort'], shown, duplicateValue(shown));
    }
  }
  const numbers = new Set<string>();
  for (const [index, { protocol, port }] of ports.entries()) {
    if (isRepeated(numbers, `${protocol} ${port}`)) {
      const rest = { AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
      const message = duplicateValue({ Name: '', Protocol: protocol, ...rest });
      spec.duplicate(['ports', index], `${port}/${protocol}`, message);
    }
  }
}

function duplicateValue(value: unknown): string {
  return value === undefined ? 'Duplicate value' : `Duplicate value: ${JSON.stringify(value)}`;
}
