import {
  type ContainerField,
  type ContainerKind,
  FieldError,
  type FieldPath,
  type PodLike,
  type PodSpec,
  type Service,
  type ServicePort,
  type ServiceSpec,
} from '@kubesem/core';
import {
  displayText,
  eachContainer,
  type Fields,
  fieldProblem,
  fields,
  podFields,
  THROW,
} from '@kubesem/core/internal';
import { type PortFields, readService, readServicePort } from './fields.js';

/** A port of a container that has the name, but does not count. */
export interface NearPort {
  /**
   * Why it does not count:
   * - `PROTOCOL`: it has another protocol
   * - `INIT_CONTAINER`: its container is an init container that is not a sidecar
   * - `EPHEMERAL_CONTAINER`: its container is an ephemeral container
   * - `CASE`: its name differs in upper and lower case
   */
  readonly reason: 'PROTOCOL' | 'INIT_CONTAINER' | 'EPHEMERAL_CONTAINER' | 'CASE';
  /** Name of the container. */
  readonly container: string;
  /** Name of the port. */
  readonly name: string;
  /** Protocol of the port. */
  readonly protocol: string;
  /** Number of the port. */
  readonly port: number;
  /** The reason in English, such as `container dns has it with protocol UDP`. */
  readonly text: string;
}

/** Which port of a Pod a port of a Service means, and why. */
export interface TargetPort {
  /** The port of the Pod; undefined if no container has it. */
  readonly port: number | undefined;
  /** Where the number comes from: `spec.ports[].targetPort`, `spec.ports[].port` because there is no target port, or a container. */
  readonly from: 'TARGET_PORT' | 'PORT' | 'CONTAINER' | undefined;
  /** Name of the container that has the named port. */
  readonly container: string | undefined;
  /** Names of the containers whose ports were compared, in this order; empty if the target port is a number. */
  readonly compared: readonly string[];
  /** Ports that have the name, but do not count; empty if one was found. */
  readonly near: readonly NearPort[];
}

/**
 * Finds the port of a Pod to which a port of a Service sends traffic.
 *
 * A number is used as it is, whether or not a container declares it. A name needs a container port of that name and of the
 * same protocol, in the containers or else in the sidecars.
 *
 * @param servicePort - one of `spec.ports` of the Service
 * @param pod - a Pod, a Pod template or a Pod spec
 * @returns the port, the containers that were compared, and what is nearly right if nothing was found
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { targetPort } from '@kubesem/service';
 *
 * const pod = { containers: [{ name: 'dns', ports: [{ name: 'dns', protocol: 'UDP', containerPort: 53 }] }] };
 * targetPort({ port: 53, targetPort: 'dns', protocol: 'UDP' }, pod).port // => 53
 * const { port, near } = targetPort({ port: 53, targetPort: 'dns', protocol: 'TCP' }, pod);
 * port // => undefined
 * near[0]?.reason // => 'PROTOCOL'
 * near[0]?.text // => 'container dns has it with protocol UDP'
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `FindPort`.
 */
export function targetPort(servicePort: ServicePort, pod: PodLike): TargetPort {
  const wanted = readServicePort(fields(servicePort, THROW));
  const { spec } = podFields(pod, THROW);
  const { from, port, container } = findTargetPort(wanted, spec);
  const name = wanted.targetPort;
  const isNamed = from === 'CONTAINER' || from === undefined;
  const near = port === undefined ? nearPorts(`${name}`, wanted.protocol || 'TCP', spec) : [];
  const compared: string[] = [];
  for (const each of isNamed ? candidates(spec) : []) {
    compared.push(each.name);
    if (each.name === container) {
      break;
    }
  }
  return { port, from, container, compared, near };
}

/** Finds the port. */
export function findTargetPort(
  { targetPort: target, port, protocol }: PortFields,
  spec: Fields<PodSpec>,
): Pick<TargetPort, 'port' | 'from' | 'container'> {
  if (target === 0 || target === '') {
    return { port, from: 'PORT', container: undefined };
  }
  if (typeof target === 'number') {
    return { port: target, from: 'TARGET_PORT', container: undefined };
  }
  for (const container of candidates(spec)) {
    const found = container.ports.find(
      (each) => each.name === target && each.protocol === (protocol || 'TCP'),
    );
    if (found !== undefined) {
      return { port: found.port, from: 'CONTAINER', container: container.name };
    }
  }
  return { port: undefined, from: undefined, container: undefined };
}

/** A container and its ports. */
interface ContainerPorts {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly ports: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly port: number;
  }[];
}

/** The ports of the containers in one field. */
function portsIn(spec: Fields<PodSpec>, field: ContainerField): readonly ContainerPorts[] {
  return eachContainer(spec, field, (container, name, kind) => ({
    name,
    kind,
    ports: container.each('ports', (port) => ({
      name: port.text('name'),
      protocol: port.text('protocol') || 'TCP',
      port: port.integer('containerPort') ?? 0,
    })),
  }));
}

/** The containers whose ports count, in their order. */
function candidates(spec: Fields<PodSpec>): readonly ContainerPorts[] {
  const sidecars = portsIn(spec, 'initContainers').filter(({ kind }) => kind === 'sidecar');
  return [...portsIn(spec, 'containers'), ...sidecars];
}

function nearPorts(name: string, protocol: string, spec: Fields<PodSpec>): readonly NearPort[] {
  const all = (['containers', 'initContainers', 'ephemeralContainers'] as const).flatMap((field) =>
    portsIn(spec, field),
  );
  return all.flatMap(({ name: container, kind, ports }) =>
    ports
      .filter((port) => port.name.toLowerCase() === name.toLowerCase())
      .map((port): NearPort => {
        const reason =
          kind === 'init'
            ? 'INIT_CONTAINER'
            : kind === 'ephemeral'
              ? 'EPHEMERAL_CONTAINER'
              : port.protocol === protocol
                ? 'CASE'
                : 'PROTOCOL';
        return { reason, container, ...port, text: nearText(reason, container, port) };
      }),
  );
}

function nearText(
  reason: NearPort['reason'],
  container: string,
  { name, protocol }: Pick<NearPort, 'name' | 'protocol'>,
): string {
  switch (reason) {
    case 'PROTOCOL':
      return `container ${container} has it with protocol ${protocol}`;
    case 'CASE':
      return `container ${container} has "${name}"`;
    case 'INIT_CONTAINER':
      return `${container} has it, but is an init container and not a sidecar`;
    default:
      return `${container} has it, but is an ephemeral container`;
  }
}

/** The port of a Pod that `kubectl port-forward service/…` uses, and why. */
export interface PortForwardPort {
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
 * Finds the port of a Pod to which `kubectl port-forward service/…` connects.
 *
 * kubectl follows other rules than the Service: it uses the port of a headless Service instead of its target port, compares
 * no protocols, and accepts ports of init containers. A text of digits is a number, even if a port has this name.
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
 * import { portForwardPort } from '@kubesem/service';
 *
 * const ports = [{ port: 80, targetPort: 8080 }];
 * const service = { spec: { clusterIP: 'None', selector: { app: 'web' }, ports } };
 * const { port, rule, difference } = portForwardPort(service, { containers: [] }, 80);
 * port // => 80
 * rule // => 'HEADLESS'
 * difference // => 'TARGET_PORT_IGNORED'
 * portForwardPort(service, { containers: [] }, 8080) // throws SERVICE_PORT_NOT_FOUND
 * portForwardPort({ spec: { ports } }, { containers: [] }, 80) // throws SELECTOR_MISSING
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/util` v0.37.1, `LookupContainerPortNumberByServicePort` and `LookupServicePortNumberByName`;
 * `k8s.io/kubectl/pkg/cmd/portforward` v0.37.1, `checkUDPPortInService`;
 * `k8s.io/kubectl/pkg/polymorphichelpers` v0.37.1, `SelectorsForObject`.
 */
export function portForwardPort(
  service: Service,
  pod: PodLike,
  port: number | string,
): PortForwardPort {
  const { name: title, clusterIP, ports, selector } = readService(service);
  const spec = fields(service, THROW).at('spec');
  const { spec: podSpec } = podFields(pod, THROW);
  if (selector.size === 0) {
    const message = `invalid service '${title}': Service is defined without a selector`;
    spec.required('selector', message, 'SELECTOR_MISSING');
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
    spec.problem(path, 'NOT_SUPPORTED', message, 'UDP', 'UDP_NOT_SUPPORTED');
  }
}

/** The first port of the name, whatever its protocol. */
function namedPort(
  { targetPort, protocol }: PortFields,
  spec: Fields<PodSpec>,
): Pick<PortForwardPort, 'port' | 'container' | 'difference'> | undefined {
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
  return new FieldError(fieldProblem({ type: 'NOT_FOUND', code, path, value, message }));
}
