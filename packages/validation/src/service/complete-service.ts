import type { FieldErrorType, FieldProblem, Service, ServiceStatus } from '@kubesem/core';
import type { Family } from '@kubesem/service';
import {
  defaultIngress,
  readService,
  type ServiceFields,
  setServiceDefaults,
  withServiceFields,
} from '@kubesem/service/internal';
import { storedObject } from '../rules/object-meta.js';
import { alignClusterIPs, completeFields } from './complete-fields.js';
import { isDrawnAddress, isDrawnPort } from './drawn.js';
import { type CompleteServiceOptions, openRequest, type ServiceRequest } from './request.js';

/** What the API server draws at random. */
export interface DrawnNumbers {
  /** The families of the cluster IPs that it draws. */
  readonly clusterIPs: readonly Family[];
  /** The node ports that it draws: for each, the indexes in `spec.ports` of the ports that get it. */
  readonly nodePorts: readonly (readonly number[])[];
  /** Whether it draws the port for health checks. */
  readonly healthCheckNodePort: boolean;
}

/** A Service as the API server stores it, except what it draws. */
export interface CompletedService {
  /** The Service; cluster IPs and ports that the API server draws are absent. */
  readonly service: Service;
  /** What the API server draws. */
  readonly drawn: DrawnNumbers;
  /** Why the API server cannot complete it; then `service` has only its defaults. {@link validateService} finds more. */
  readonly problems: readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[];
}

/**
 * Computes what the API server adds to a Service: defaults, policy and families, and which numbers it draws.
 *
 * On an update, numbers that the request leaves out come from the stored Service, and a change of the type drops what the
 * new type does not have.
 *
 * @param service - the Service of the request; it is not changed
 * @param options - the cluster, by default with IPv4 alone; on an update, the stored Service
 * @returns the Service, what is drawn, and why that fails
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of the Service or an option has the
 *   wrong type; a field of the stored Service that has it counts as absent
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_CIDR` or `INVALID_PORT_RANGE` if a range in the
 *   options is invalid
 *
 * @example
 * ```ts
 * import { completeService } from '@kubesem/validation/service';
 *
 * const ports = [
 *   { name: 'dns', port: 53, protocol: 'UDP' },
 *   { name: 'dns-tcp', port: 53 },
 *   { name: 'metrics', port: 9153 },
 * ];
 * const { service, drawn } = completeService(
 *   { spec: { type: 'NodePort', ipFamilyPolicy: 'PreferDualStack', ports } },
 *   { families: ['IPv6', 'IPv4'] },
 * );
 * service.spec?.ipFamilies // => ['IPv6', 'IPv4']
 * drawn // => {
 * //   clusterIPs: ['IPv6', 'IPv4'],
 * //   nodePorts: [[0, 1], [2]],
 * //   healthCheckNodePort: false,
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `REST.beginCreate` and `REST.beginUpdate`.
 */
export function completeService(
  service: Service,
  options?: CompleteServiceOptions | null,
): CompletedService {
  const request = openRequest(service, options, ['IPv4']);
  const { fields } = request;
  if (!completeFields(request)) {
    const plain = setServiceDefaults(readService(service));
    const problems = request.problems.list();
    return { service: withServiceFields(service, plain), drawn: drawnIn(plain), problems };
  }
  // As the API server shows what it has stored.
  alignClusterIPs(fields, undefined);
  const completed = withServiceFields(service, withoutDrawn(fields));
  const status = storedStatus(request, storedObject(options).at('status').value);
  return { service: { ...completed, status }, drawn: drawnIn(fields), problems: [] };
}

function drawnIn({ type, clusterIPs, ports, healthCheckNodePort }: ServiceFields): DrawnNumbers {
  const groups = new Map<number, number[]>();
  for (const [index, { nodePort }] of ports.entries()) {
    if (isDrawnPort(nodePort)) {
      groups.set(nodePort, [...(groups.get(nodePort) ?? []), index]);
    }
  }
  return {
    clusterIPs: type === 'ExternalName' ? [] : clusterIPs.filter(isDrawnAddress),
    nodePorts: [...groups.values()],
    healthCheckNodePort: isDrawnPort(healthCheckNodePort),
  };
}

function withoutDrawn(fields: ServiceFields): ServiceFields {
  const { type, clusterIP, clusterIPs, ports, healthCheckNodePort } = fields;
  const isOpen = (ip: string) => type !== 'ExternalName' && isDrawnAddress(ip);
  const port = (number: number) => (isDrawnPort(number) ? 0 : number);
  return {
    ...fields,
    clusterIP: isOpen(clusterIP) ? '' : clusterIP,
    clusterIPs: clusterIPs.filter((ip) => !isOpen(ip)),
    ports: ports.map((each) => ({ ...each, nodePort: port(each.nodePort) })),
    healthCheckNodePort: port(healthCheckNodePort),
    // The API server stores it, but does not show it.
    internalTrafficPolicy: type === 'ExternalName' ? undefined : fields.internalTrafficPolicy,
  };
}

/** A request cannot change the status; a Service that is no longer a load balancer has no addresses of one. */
function storedStatus({ fields, old }: ServiceRequest, status: Service['status']): ServiceStatus {
  const ingress = old && fields.type === 'LoadBalancer' ? defaultIngress(old) : [];
  return { ...status, loadBalancer: ingress.length > 0 ? { ingress } : {} };
}
