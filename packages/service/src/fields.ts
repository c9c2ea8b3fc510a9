// The fields of a Service as Go reads them: absent strings are empty, absent numbers 0, and fields that are pointers in Go
// can be undefined. Defaults and allocation change these objects, never those of the caller.
// What the fields of a Service mean together.
// Converts fields back to a Service.
import {
  type LoadBalancerIngress,
  type LoadBalancerStatus,
  type Service,
  type ServicePort,
  type ServiceSpec,
  type SessionAffinityConfig,
} from '@kubesem/core';
import { type FieldPolicy, type Fields, fields, THROW } from '@kubesem/core/internal';

/** One port. */
export interface PortFields {
  name: string;
  protocol: string;
  appProtocol: string | undefined;
  port: number;
  targetPort: number | string;
  nodePort: number;
}

/**
 * What is in the spec, and the annotations and the load balancer.
 */
export interface ServiceFields {
  readonly name: string;
  readonly generateName: string;
  readonly annotations: ReadonlyMap<string, string>;
  type: string;
  clusterIP: string;
  clusterIPs: string[];
  ipFamilies: string[];
  ipFamilyPolicy: string | undefined;
  ports: PortFields[];
  readonly selector: ReadonlyMap<string, string>;
  sessionAffinity: string;
  /** Undefined without a config; otherwise with the timeout, which can be absent. */
  affinity: { readonly timeoutSeconds: number | undefined } | undefined;
  readonly externalIPs: readonly string[];
  readonly externalName: string;
  externalTrafficPolicy: string;
  internalTrafficPolicy: string | undefined;
  healthCheckNodePort: number;
  readonly loadBalancerIP: string;
  readonly loadBalancerSourceRanges: readonly string[];
  allocateLoadBalancerNodePorts: boolean | undefined;
  loadBalancerClass: string | undefined;
  readonly trafficDistribution: string | undefined;
  readonly publishNotReadyAddresses: boolean;
  readonly ingress: readonly LoadBalancerIngress[];
}

/**
 * Reads a Service. A field of the wrong type throws by default.
 */
export function readService(service: Service, policy: FieldPolicy = THROW): ServiceFields {
  const object = fields(service, policy);
  const metadata = object.at('metadata');
  const spec = object.at('spec');
  return {
    name: metadata.text('name'),
    generateName: metadata.text('generateName'),
    annotations: metadata.map('annotations'),
    type: spec.text('type'),
    clusterIP: spec.text('clusterIP'),
    clusterIPs: [...spec.texts('clusterIPs')],
    ipFamilies: [...spec.texts('ipFamilies')],
    ipFamilyPolicy: spec.optionalText('ipFamilyPolicy'),
    ports: spec.each('ports', readServicePort),
    selector: spec.map('selector'),
    sessionAffinity: spec.text('sessionAffinity'),
    affinity: readAffinity(spec.at('sessionAffinityConfig')),
    externalIPs: spec.texts('externalIPs'),
    externalName: spec.text('externalName'),
    externalTrafficPolicy: spec.text('externalTrafficPolicy'),
    internalTrafficPolicy: spec.optionalText('internalTrafficPolicy'),
    healthCheckNodePort: spec.integer('healthCheckNodePort') ?? 0,
    loadBalancerIP: spec.text('loadBalancerIP'),
    loadBalancerSourceRanges: spec.texts('loadBalancerSourceRanges'),
    allocateLoadBalancerNodePorts: spec.flag('allocateLoadBalancerNodePorts'),
    loadBalancerClass: spec.optionalText('loadBalancerClass'),
    trafficDistribution: spec.optionalText('trafficDistribution'),
    publishNotReadyAddresses: spec.flag('publishNotReadyAddresses') ?? false,
    ingress: readIngress(object.at('status').at('loadBalancer')),
  };
}

/** Reads one port of a Service. */
export function readServicePort(port: Fields<ServicePort>): PortFields {
  return {
    name: port.text('name'),
    protocol: port.text('protocol'),
    appProtocol: port.optionalText('appProtocol'),
    port: port.integer('port') ?? 0,
    targetPort:
      typeof port.raw('targetPort') === 'string'
        ? port.text('targetPort')
        : (port.integer('targetPort') ?? 0),
    nodePort: port.integer('nodePort') ?? 0,
  };
}

function readAffinity(config: Fields<SessionAffinityConfig>): ServiceFields['affinity'] {
  return config.isPresent
    ? { timeoutSeconds: config.at('clientIP').integer('timeoutSeconds') }
    : undefined;
}

/** The addresses as they are, with their types checked. */
function readIngress(balancer: Fields<LoadBalancerStatus>): readonly LoadBalancerIngress[] {
  return balancer.each('ingress', (entry) => {
    for (const field of ['ip', 'hostname', 'ipMode'] as const) {
      entry.text(field);
    }
    return entry.value;
  });
}

/** Reports whether clients reach the endpoints of a Service without an address of its own. */
export function isHeadless({ clusterIPs }: Pick<ServiceFields, 'clusterIPs'>): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === 'None';
}

/**
 * Reports whether a Service receives traffic from outside of the cluster.
 *
 * Source: `k8s.io/kubernetes/pkg/api/service` v1.37.1, `ExternallyAccessible`.
 */
export function isExternal({
  type,
  externalIPs,
}: Pick<ServiceFields, 'type' | 'externalIPs'>): boolean {
  return (
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (type === 'ClusterIP' && externalIPs.length > 0)
  );
}

/**
 * Reports whether a Service has a port for the health checks of load balancers.
 *
 * Source: `k8s.io/kubernetes/pkg/api/service` v1.37.1, `NeedsHealthCheck`.
 */
export function hasHealthCheck({
  type,
  externalTrafficPolicy,
}: Pick<ServiceFields, 'type' | 'externalTrafficPolicy'>): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
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
 * Returns a Service with other fields.
 *
 * @param service - the Service from which the fields were read; it is not changed
 * @param read - the fields
 * @returns a new Service: fields that Go leaves out are absent, and those that kubesem does not know are kept
 */
export function withServiceFields(service: Service, read: ServiceFields): Service {
  const given = fields(service, THROW).at('spec').value;
  const spec: ServiceSpec = {
    ...given,
    ports: list(read.ports.map((port, index) => withPort(given.ports?.[index], port))),
    selector: read.selector.size > 0 ? given.selector : undefined,
    clusterIP: text(read.clusterIP),
    clusterIPs: list(read.clusterIPs),
    type: text(read.type),
    externalIPs: list(read.externalIPs),
    sessionAffinity: text(read.sessionAffinity),
    loadBalancerIP: text(read.loadBalancerIP),
    loadBalancerSourceRanges: list(read.loadBalancerSourceRanges),
    externalName: text(read.externalName),
    externalTrafficPolicy: text(read.externalTrafficPolicy),
    healthCheckNodePort: read.healthCheckNodePort || undefined,
    publishNotReadyAddresses: read.publishNotReadyAddresses || undefined,
    sessionAffinityConfig: affinityConfig(given.sessionAffinityConfig, read),
    ipFamilies: list(read.ipFamilies),
    ipFamilyPolicy: read.ipFamilyPolicy,
    allocateLoadBalancerNodePorts: read.allocateLoadBalancerNodePorts,
    loadBalancerClass: read.loadBalancerClass,
    internalTrafficPolicy: read.internalTrafficPolicy,
    trafficDistribution: read.trafficDistribution,
  };
  return { ...service, spec: present(spec) };
}

/**
 * The addresses of a load balancer with their default mode.
 */
export function defaultIngress({ type, ingress }: ServiceFields): readonly LoadBalancerIngress[] {
  return type === 'LoadBalancer'
    ? ingress.map((entry) =>
        entry.ip && entry.ipMode == null ? { ...entry, ipMode: 'VIP' } : entry,
      )
    : ingress;
}

function withPort(given: ServicePort | undefined, port: PortFields): ServicePort {
  return present({
    ...given,
    name: text(port.name),
    protocol: text(port.protocol),
    appProtocol: port.appProtocol,
    port: port.port,
    targetPort: port.targetPort,
    nodePort: port.nodePort || undefined,
  });
}

function affinityConfig(
  given: ServiceSpec['sessionAffinityConfig'],
  { affinity }: ServiceFields,
): ServiceSpec['sessionAffinityConfig'] {
  if (affinity === undefined || affinity.timeoutSeconds === given?.clientIP?.timeoutSeconds) {
    return affinity && given;
  }
  return { clientIP: { timeoutSeconds: affinity.timeoutSeconds } };
}

const text = (value: string): string | undefined => (value === '' ? undefined : value);
const list = <T>(value: readonly T[]): readonly T[] | undefined =>
  value.length === 0 ? undefined : value;

/** The object without absent fields. */
function present<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value != null)) as T;
}
