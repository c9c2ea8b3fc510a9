import {
  displayText,
  FieldError,
  type FieldPath,
  type Fields,
  fieldProblem,
  fields,
  type PodLike,
  type PodSpec,
  podFields,
  type Service,
  type ServiceSpec,
  THROW,
} from '@kubesem/core';
import { type PortFields, readService } from '../fields/service.js';
import { portsIn } from './target-port.js';

/** The port of a Pod that `kubectl port-forward service/…` uses, and why. */
export interface PortForwardExplanation {
  /** The port of the Pod. */
  readonly port: number;
  /**
   * The rule that decided:
   * - `HEADLESS`: the Service is headless, so kubectl uses its port as it is
   * - `TARGET_PORT`: the target port is a number
   * - `PORT`: there is no target port
   * - `CONTAINER`: the target port is the name of a port of a container
   */
  readonly rule: 'HEADLESS' | 'TARGET_PORT' | 'PORT' | 'CONTAINER';
  /** Index of the port in `spec.ports` of the Service. */
  readonly index: number;
  /** Name of the container that has the named port. */
  readonly container: string | undefined;
  /**
   * What the Service itself does differently with this Pod:
   * - `TARGET_PORT_IGNORED`: it sends traffic to the target port
   * - `PROTOCOL_IGNORED`: the port of the container has another protocol
   * - `INIT_CONTAINER`: the port belongs to an init container that is not a sidecar
   */
  readonly difference: 'TARGET_PORT_IGNORED' | 'PROTOCOL_IGNORED' | 'INIT_CONTAINER' | undefined;
}

/**
 * Returns the port of a Pod to which `kubectl port-forward service/…` connects.
 *
 * kubectl follows other rules than the Service: it uses the port of a headless Service instead of its target port, compares
 * no protocols, and accepts ports of init containers. A text of digits is a number, even if a port has this name.
 *
 * @param service - the Service as it is stored
 * @param pod - the Pod that kubectl chose
 * @param port - number or name of a port of the Service
 * @returns the port of the Pod
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `SELECTOR_MISSING` if the Service has no selector, as most of type
 *   ExternalName: kubectl finds no Pod then
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `SERVICE_PORT_NOT_FOUND` if the Service has no such port
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `UDP_NOT_SUPPORTED` if all ports of the Service with this
 *   number are UDP, or UDP and SCTP: kubectl forwards TCP alone
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `CONTAINER_PORT_NOT_FOUND` if no container has a port with the
 *   name of the target port
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { portForwardPort } from '@kubesem/service';
 *
 * const pod = { containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }] };
 * const ports = [{ name: 'web', port: 80, targetPort: 'http' }];
 * const selector = { app: 'web' };
 * portForwardPort({ spec: { selector, ports } }, pod, 'web') // => 8080
 * portForwardPort({ spec: { selector, clusterIP: 'None', ports } }, pod, 80) // => 80
 * portForwardPort({ spec: { selector, ports } }, pod, 8080) // throws SERVICE_PORT_NOT_FOUND
 * portForwardPort({ spec: { ports } }, pod, 80) // throws SELECTOR_MISSING
 * portForwardPort({ spec: { selector, ports: [{ port: 53, protocol: 'UDP' }] } }, pod, 53) // throws UDP_NOT_SUPPORTED
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/util` v0.37.1, `LookupContainerPortNumberByServicePort` and `LookupServicePortNumberByName`;
 * `k8s.io/kubectl/pkg/cmd/portforward` v0.37.1, `checkUDPPortInService`;
 * `k8s.io/kubectl/pkg/polymorphichelpers` v0.37.1, `SelectorsForObject`.
 */
export function portForwardPort(service: Service, pod: PodLike, port: number | string): number {
  return explainPortForward(service, pod, port).port;
}

/**
 * Explains to which port of a Pod `kubectl port-forward service/…` connects.
 *
 * @param service - the Service as it is stored
 * @param pod - the Pod that kubectl chose
 * @param port - number or name of a port of the Service
 * @returns the port, the rule that decided, and what the Service does differently
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `SELECTOR_MISSING` if the Service has no selector, as most of type
 *   ExternalName: kubectl finds no Pod then
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `SERVICE_PORT_NOT_FOUND` if the Service has no such port
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `UDP_NOT_SUPPORTED` if all ports of the Service with this
 *   number are UDP, or UDP and SCTP: kubectl forwards TCP alone
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `CONTAINER_PORT_NOT_FOUND` if no container has a port with the
 *   name of the target port
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { explainPortForward } from '@kubesem/service';
 *
 * const ports = [{ port: 80, targetPort: 8080 }];
 * const service = { spec: { clusterIP: 'None', selector: { app: 'web' }, ports } };
 * const { port, rule, difference } = explainPortForward(service, { containers: [] }, 80);
 * port // => 80
 * rule // => 'HEADLESS'
 * difference // => 'TARGET_PORT_IGNORED'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/util` v0.37.1, `LookupContainerPortNumberByServicePort`.
 */
export function explainPortForward(
  service: Service,
  pod: PodLike,
  port: number | string,
): PortForwardExplanation {
  const { name: title, clusterIP, ports, selector } = readService(service);
  const spec = fields(service, THROW).at('spec');
  const { spec: podSpec } = podFields(pod, THROW);
  if (selector.size === 0) {
    const message = `invalid service '${title}': Service is defined without a selector`;
    spec.required('selector', 'SELECTOR_MISSING', message);
  }
  // A name can occur twice in an invalid Service: kubectl continues with the number of the first one.
  const isNumber = typeof port === 'string' ? /^[+-]?\d+$/.test(port) : typeof port === 'number';
  const number = isNumber ? Number(port) : ports.find(({ name }) => name === port)?.port;
  const index = ports.findIndex((each) => each.port === number);
  const found = ports[index];
  if (found === undefined) {
    const message = 'the Service has no port of this number or name';
    throw notFound('SERVICE_PORT_NOT_FOUND', spec.pathOf('ports'), port, message);
  }
  checkForwardable(ports, index, port, spec);
  const target = found.targetPort;
  if (clusterIP === 'None') {
    const isSame = target === 0 || target === found.port;
    const difference = isSame ? undefined : 'TARGET_PORT_IGNORED';
    return { port: found.port, rule: 'HEADLESS', index, container: undefined, difference };
  }
  if (typeof target === 'number') {
    const rule = target === 0 ? 'PORT' : 'TARGET_PORT';
    const given = target === 0 ? found.port : target;
    return { port: given, rule, index, container: undefined, difference: undefined };
  }
  const named = namedPort(found, podSpec);
  if (named === undefined) {
    const path = spec.pathOf('ports', index, 'targetPort');
    const message = 'no container of the Pod has a port of this name';
    throw notFound('CONTAINER_PORT_NOT_FOUND', path, target, message);
  }
  return { ...named, rule: 'CONTAINER', index };
}

/** Source: `k8s.io/kubectl/pkg/cmd/portforward` v0.37.1, `checkUDPPortInService`, which compares numbers. */
function checkForwardable(
  ports: readonly PortFields[],
  index: number,
  asked: number | string,
  spec: Fields<ServiceSpec>,
): void {
  const number = ports[index]?.port;
  const has = (protocol: string) =>
    ports.some((each) => each.port === number && each.protocol === protocol);
  if (has('UDP') && !has('TCP')) {
    const path = spec.pathOf('ports', index, 'protocol');
    const message = `UDP protocol is not supported for ${displayText(asked)}`;
    spec.problem(path, 'FieldValueNotSupported', 'UDP_NOT_SUPPORTED', message, 'UDP');
  }
}

/** The first port of the name, whatever its protocol. */
function namedPort(
  { targetPort, protocol }: PortFields,
  spec: Fields<PodSpec>,
): Pick<PortForwardExplanation, 'port' | 'container' | 'difference'> | undefined {
  for (const field of ['containers', 'initContainers'] as const) {
    for (const { name, kind, ports } of portsIn(spec, field)) {
      const found = ports.find((each) => each.name === targetPort);
      if (found !== undefined) {
        const isOther = found.protocol !== (protocol || 'TCP');
        const difference =
          kind === 'init' ? 'INIT_CONTAINER' : isOther ? 'PROTOCOL_IGNORED' : undefined;
        return { port: found.port, container: name, difference };
      }
    }
  }
  return undefined;
}

function notFound<Code extends string>(
  code: Code,
  path: FieldPath,
  value: number | string,
  message: string,
): FieldError<Code> {
  return new FieldError(fieldProblem({ type: 'FieldValueNotFound', code, path, value, message }));
}
