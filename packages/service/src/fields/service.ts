// The fields of a Service as Go reads them: absent strings are empty, absent numbers 0, and fields that are pointers in Go
// can be undefined. Defaults and allocation change these objects, never those of the caller.
import {
  childPath,
  type FieldPath,
  INT32_RANGE,
  type LoadBalancerIngress,
  type LoadBalancerStatus,
  type ReportProblem,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  readStringMap,
  type Service,
  type ServicePort,
  type SessionAffinityConfig,
} from '@kubesem/core';

/** Receives fields of the wrong type; throws by default. */
export type Report = ReportProblem<'INVALID_TYPE'> | undefined;

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

const METADATA = /* @__PURE__ */ childPath(undefined, 'metadata');
const SPEC = /* @__PURE__ */ childPath(undefined, 'spec');
const STATUS = /* @__PURE__ */ childPath(undefined, 'status');

/** Reads a Service. */
export function readService(service: Service, report?: Report): ServiceFields {
  const {
    metadata: givenMetadata,
    spec: givenSpec,
    status: givenStatus,
  } = readObject(service, undefined, report) ?? ({} as Service);
  const metadata = readObject(givenMetadata, METADATA, report) ?? {};
  const spec = readObject(givenSpec, SPEC, report) ?? {};
  const at = (field: keyof typeof spec) => childPath(SPEC, field);
  const text = (field: keyof typeof spec) => readString(spec[field], at(field), report);
  const pointer = (field: keyof typeof spec) =>
    spec[field] === null || spec[field] === undefined ? undefined : text(field);
  return {
    name: readString(metadata.name, childPath(METADATA, 'name'), report),
    generateName: readString(metadata.generateName, childPath(METADATA, 'generateName'), report),
    annotations: readStringMap(metadata.annotations, childPath(METADATA, 'annotations'), report),
    type: text('type'),
    clusterIP: text('clusterIP'),
    clusterIPs: readTexts(spec.clusterIPs, at('clusterIPs'), report),
    ipFamilies: readTexts(spec.ipFamilies, at('ipFamilies'), report),
    ipFamilyPolicy: pointer('ipFamilyPolicy'),
    ports: readPorts(spec.ports, at('ports'), report),
    selector: readStringMap(spec.selector, at('selector'), report),
    sessionAffinity: text('sessionAffinity'),
    affinity: readAffinity(spec.sessionAffinityConfig, at('sessionAffinityConfig'), report),
    externalIPs: readTexts(spec.externalIPs, at('externalIPs'), report),
    externalName: text('externalName'),
    externalTrafficPolicy: text('externalTrafficPolicy'),
    internalTrafficPolicy: pointer('internalTrafficPolicy'),
    healthCheckNodePort: readPort(spec.healthCheckNodePort, at('healthCheckNodePort'), report),
    loadBalancerIP: text('loadBalancerIP'),
    loadBalancerSourceRanges: readTexts(
      spec.loadBalancerSourceRanges,
      at('loadBalancerSourceRanges'),
      report,
    ),
    allocateLoadBalancerNodePorts: readBoolean(
      spec.allocateLoadBalancerNodePorts,
      at('allocateLoadBalancerNodePorts'),
      report,
    ),
    loadBalancerClass: pointer('loadBalancerClass'),
    trafficDistribution: pointer('trafficDistribution'),
    publishNotReadyAddresses:
      readBoolean(spec.publishNotReadyAddresses, at('publishNotReadyAddresses'), report) ?? false,
    ingress: readIngress(readObject(givenStatus, STATUS, report)?.loadBalancer, report),
  };
}

/** Reads the ports of a Service. */
export function readPorts(
  ports: readonly ServicePort[] | null | undefined,
  path: FieldPath,
  report?: Report,
): PortFields[] {
  return readList(ports, path, report).map((entry, index) =>
    readServicePort(entry, childPath(path, index), report),
  );
}

/** Reads one port of a Service. */
export function readServicePort(
  entry: ServicePort | null | undefined,
  path: FieldPath | undefined,
  report?: Report,
): PortFields {
  const port = readObject(entry, path, report) ?? {};
  const { appProtocol, targetPort } = port;
  const isNumber = typeof targetPort !== 'string';
  return {
    name: readString(port.name, childPath(path, 'name'), report),
    protocol: readString(port.protocol, childPath(path, 'protocol'), report),
    appProtocol:
      appProtocol === null || appProtocol === undefined
        ? undefined
        : readString(appProtocol, childPath(path, 'appProtocol'), report),
    port: readPort(port.port, childPath(path, 'port'), report),
    targetPort: isNumber ? readPort(targetPort, childPath(path, 'targetPort'), report) : targetPort,
    nodePort: readPort(port.nodePort, childPath(path, 'nodePort'), report),
  };
}

/** Reads a number; 0 if it is absent. */
export function readPort(value: unknown, path: FieldPath, report?: Report): number {
  return readInteger(value, path, INT32_RANGE, report) ?? 0;
}

/** Reads a list of strings. */
export function readTexts(
  value: readonly string[] | null | undefined,
  path: FieldPath,
  report?: Report,
): string[] {
  return readList(value, path, report).map((entry, index) =>
    readString(entry, childPath(path, index), report),
  );
}

function readAffinity(
  value: SessionAffinityConfig | null | undefined,
  path: FieldPath,
  report: Report,
): ServiceFields['affinity'] {
  const config = readObject(value, path, report);
  const clientPath = childPath(path, 'clientIP');
  const clientIP = readObject(config?.clientIP, clientPath, report);
  const timeoutPath = childPath(clientPath, 'timeoutSeconds');
  return (
    config && {
      timeoutSeconds: readInteger(clientIP?.timeoutSeconds, timeoutPath, INT32_RANGE, report),
    }
  );
}

function readIngress(
  value: LoadBalancerStatus | null | undefined,
  report: Report,
): readonly LoadBalancerIngress[] {
  const path = childPath(STATUS, 'loadBalancer');
  const listPath = childPath(path, 'ingress');
  const ingress = readObject(value, path, report)?.ingress;
  return readList(ingress, listPath, report).map((entry, index) => {
    const at = childPath(listPath, index);
    const found = readObject(entry, at, report) ?? {};
    for (const field of ['ip', 'hostname', 'ipMode'] as const) {
      readString(found[field], childPath(at, field), report);
    }
    return found;
  });
}
