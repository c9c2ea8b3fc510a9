// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { Container, ContainerPort, FieldPath } from '@kubesem/core';
import { type Fields, pathBelow } from '@kubesem/core/internal';
import { isRepeated } from '../../rules/checked.js';
import { checkName, nameErrors } from '../../rules/names.js';
import { checkPortNumber, PROTOCOLS } from '../../rules/numbers.js';

/** Checks the ports of a container. Source: `validateContainerPorts`, as above. */
export function checkContainerPorts(container: Fields<Container>, isHostNetwork: boolean): void {
  const names = new Set<string>();
  container.each('ports', (port) => {
    const name = port.text('name');
    if (name !== '' && nameErrors('portName', name).length > 0) {
      checkName(port, 'name', 'portName', name);
    } else if (name !== '' && isRepeated(names, name)) {
      port.duplicate('name', name);
    }
    const number = port.integer('containerPort') ?? 0;
    if (number === 0) {
      port.required('containerPort');
    } else {
      checkPortNumber(port, 'containerPort', number);
    }
    const hostPort = hostPortOf(port, isHostNetwork);
    if (hostPort !== 0) {
      checkPortNumber(port, 'hostPort', hostPort);
    }
    port.supported('protocol', protocolOf(port), PROTOCOLS);
  });
}

function protocolOf(port: Fields<ContainerPort>): string {
  return port.text('protocol') || 'TCP';
}

/** The port of the node, which is that of the container on the host network; 0 if there is none. */
function hostPortOf(port: Fields<ContainerPort>, isHostNetwork: boolean): number {
  return port.integer('hostPort') || (isHostNetwork && port.integer('containerPort')) || 0;
}

/**
 * Checks that each port of the node is taken once. Source: `checkHostPortConflicts`, as above.
 *
 * @param containers - containers that run at the same time
 * @param isHostNetwork - whether they are on the host network
 * @param pathOf - the path of a container as the server writes it
 */
export function checkHostPorts(
  containers: readonly Fields<Container>[],
  isHostNetwork: boolean,
  pathOf: (container: Fields<Container>) => FieldPath | undefined,
): void {
  const taken = new Set<string>();
  for (const container of containers) {
    container.each('ports', (port, index) => {
      const number = hostPortOf(port, isHostNetwork);
      const shown = `${protocolOf(port)}/${port.text('hostIP')}/${number}`;
      if (number !== 0 && isRepeated(taken, shown)) {
        port.duplicate(pathBelow(pathOf(container), ['ports', index, 'hostPort']), shown);
      }
    });
  }
}

/** Checks that the ports of an app container on the host network are those of the node. Source: `validatePodHostNetworkDeps`, as above. */
export function checkHostNetworkPorts(container: Fields<Container>): void {
  container.each('ports', (port) => {
    const number = hostPortOf(port, true);
    if (number !== (port.integer('containerPort') ?? 0)) {
      port.invalid('hostPort', 'must match `containerPort` when `hostNetwork` is true', number);
    }
  });
}
