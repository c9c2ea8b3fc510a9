// Converts fields back to a Service.
import {
  type LoadBalancerIngress,
  fields as openFields,
  type Service,
  type ServicePort,
  type ServiceSpec,
  THROW,
} from '@kubesem/core';
import type { PortFields, ServiceFields } from './service.js';

/**
 * Returns a Service with other fields.
 *
 * @param service - the Service from which the fields were read; it is not changed
 * @param fields - the fields
 * @returns a new Service: fields that Go leaves out are absent, and those that kubesem does not know are kept
 */
export function withFields(service: Service, fields: ServiceFields): Service {
  const given = openFields(service, THROW).at('spec').value;
  const spec: ServiceSpec = {
    ...given,
    ports: list(fields.ports.map((port, index) => withPort(given.ports?.[index], port))),
    selector: fields.selector.size > 0 ? given.selector : undefined,
    clusterIP: text(fields.clusterIP),
    clusterIPs: list(fields.clusterIPs),
    type: text(fields.type),
    externalIPs: list(fields.externalIPs),
    sessionAffinity: text(fields.sessionAffinity),
    loadBalancerIP: text(fields.loadBalancerIP),
    loadBalancerSourceRanges: list(fields.loadBalancerSourceRanges),
    externalName: text(fields.externalName),
    externalTrafficPolicy: text(fields.externalTrafficPolicy),
    healthCheckNodePort: fields.healthCheckNodePort || undefined,
    publishNotReadyAddresses: fields.publishNotReadyAddresses || undefined,
    sessionAffinityConfig: affinityConfig(given.sessionAffinityConfig, fields),
    ipFamilies: list(fields.ipFamilies),
    ipFamilyPolicy: fields.ipFamilyPolicy,
    allocateLoadBalancerNodePorts: fields.allocateLoadBalancerNodePorts,
    loadBalancerClass: fields.loadBalancerClass,
    internalTrafficPolicy: fields.internalTrafficPolicy,
    trafficDistribution: fields.trafficDistribution,
  };
  return { ...service, spec: present(spec) };
}

/** The addresses of a load balancer with their default mode. */
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
