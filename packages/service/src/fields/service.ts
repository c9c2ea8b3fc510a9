// The fields of a Service as Go reads them: absent strings are empty, absent numbers 0, and fields that are pointers in Go
// can be undefined. Defaults and allocation change these objects, never those of the caller.
import {
  type Fields,
  fields,
  type LoadBalancerIngress,
  type LoadBalancerStatus,
  type Service,
  type ServicePort,
  type SessionAffinityConfig,
  THROW,
} from '@kubesem/core';

/** One port. */
export interface PortFields {
  name: string;
  protocol: string;
  appProtocol: string | undefined;
  port: number;
  targetPort: number | string;
  nodePort: number;
}

/** What is in the spec, and the annotations and the load balancer. */
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

/** Reads a Service. A field of the wrong type throws. */
export function readService(service: Service): ServiceFields {
  const object = fields(service, THROW);
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
