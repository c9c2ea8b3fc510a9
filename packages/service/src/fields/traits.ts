// What the fields of a Service mean together.
import type { ServiceFields } from './service.js';

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
