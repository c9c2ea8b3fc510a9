import {
  type ContainerField,
  type ContainerKind,
  eachContainer,
  type Fields,
  fields,
  type PodLike,
  type PodSpec,
  podFields,
  type ServicePort,
  THROW,
} from '@kubesem/core';
import { type PortFields, readServicePort } from '../fields/service.js';

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
export interface TargetPortExplanation {
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
 * Returns the port of a Pod to which a port of a Service sends traffic.
 *
 * A number is used as it is, whether or not a container declares it. A name needs a container port of that name and of the
 * same protocol, in the containers or else in the sidecars.
 *
 * @param servicePort - one of `spec.ports` of the Service
 * @param pod - a Pod, a Pod template or a Pod spec
 * @returns the port; undefined if no container has the named port
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { targetPort } from '@kubesem/service';
 *
 * const pod = { containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }] };
 * targetPort({ port: 80, targetPort: 'http' }, pod) // => 8080
 * targetPort({ port: 80, targetPort: 'http', protocol: 'UDP' }, pod) // => undefined
 * targetPort({ port: 80 }, pod) // => 80
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `FindPort`.
 */
export function targetPort(servicePort: ServicePort, pod: PodLike): number | undefined {
  return findTargetPort(readServicePort(fields(servicePort, THROW)), podFields(pod, THROW).spec)
    .port;
}

/**
 * Explains to which port of a Pod a port of a Service sends traffic.
 *
 * @param servicePort - one of `spec.ports` of the Service
 * @param pod - a Pod, a Pod template or a Pod spec
 * @returns the port, the containers that were compared, and what is nearly right if nothing was found
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { explainTargetPort } from '@kubesem/service';
 *
 * const pod = { containers: [{ name: 'dns', ports: [{ name: 'dns', protocol: 'UDP', containerPort: 53 }] }] };
 * const { port, near } = explainTargetPort({ port: 53, targetPort: 'dns', protocol: 'TCP' }, pod);
 * port // => undefined
 * near[0]?.reason // => 'PROTOCOL'
 * near[0]?.text // => 'container dns has it with protocol UDP'
 * ```
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `FindPort`.
 */
export function explainTargetPort(servicePort: ServicePort, pod: PodLike): TargetPortExplanation {
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
): Pick<TargetPortExplanation, 'port' | 'from' | 'container'> {
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
export interface ContainerPorts {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly ports: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly port: number;
  }[];
}

/** The ports of the containers in one field. */
export function portsIn(spec: Fields<PodSpec>, field: ContainerField): readonly ContainerPorts[] {
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
