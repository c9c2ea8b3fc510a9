import { isExternal, type ServiceFields } from './fields.js';

/** Seconds that a client keeps its endpoint. Source: `k8s.io/api/core/v1` v0.37.1, `DefaultClientIPServiceAffinitySeconds`. */
const AFFINITY_SECONDS = 10_800;

/**
 * Fills in the fields that do not depend on the cluster.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Service`.
 *
 * @internal
 */
export function setServiceDefaults(fields: ServiceFields): ServiceFields {
  fields.type ||= 'ClusterIP';
  fields.sessionAffinity ||= 'None';
  if (fields.sessionAffinity === 'None') {
    fields.affinity = undefined;
  } else if (fields.sessionAffinity === 'ClientIP') {
    fields.affinity = { timeoutSeconds: fields.affinity?.timeoutSeconds ?? AFFINITY_SECONDS };
  }
  for (const port of fields.ports) {
    port.protocol ||= 'TCP';
    port.targetPort ||= port.port;
  }
  if (isExternal(fields)) {
    fields.externalTrafficPolicy ||= 'Cluster';
  }
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(fields.type)) {
    fields.internalTrafficPolicy ??= 'Cluster';
  }
  if (fields.type === 'LoadBalancer') {
    fields.allocateLoadBalancerNodePorts ??= true;
  }
  return fields;
}
