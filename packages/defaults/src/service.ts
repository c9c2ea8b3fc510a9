import { type Named, type Service } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';
import {
  defaultIngress,
  readService,
  setServiceDefaults,
  withServiceFields,
} from '@kubesem/service/internal';

/**
 * Applies the defaults of the API server to a Service.
 *
 * These are the defaults that depend on the Service alone; {@link @kubesem/validation!completeService | completeService} adds what
 * depends on the cluster. Fields that Go leaves out, such as empty lists, are absent in the result.
 *
 * - `type` is `ClusterIP`, `sessionAffinity` is `None`
 * - ports have the protocol `TCP`, and their target port is their port
 * - the affinity `ClientIP` lasts 10800 seconds; `None` drops its settings
 * - `internalTrafficPolicy` is `Cluster`, except for `ExternalName`
 * - `externalTrafficPolicy` is `Cluster` for `NodePort`, `LoadBalancer`, and `ClusterIP` with `externalIPs`
 * - `allocateLoadBalancerNodePorts` is true for `LoadBalancer`, and the `ipMode` of its addresses is `VIP`
 *
 * @param service - a Service; it is not changed
 * @returns a new Service; it shares the parts that did not change with the argument
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { applyServiceDefaults } from '@kubesem/defaults/service';
 *
 * applyServiceDefaults({ spec: { ports: [{ port: 80 }] } }).spec // => {
 * //   ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
 * //   type: 'ClusterIP',
 * //   sessionAffinity: 'None',
 * //   internalTrafficPolicy: 'Cluster',
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Service`.
 */
export function applyServiceDefaults<S extends Service>(service: Named<S>): S;
/** The same for an object literal. */
export function applyServiceDefaults(service: Service): Service;
/** The implementation. */
export function applyServiceDefaults(service: Service): Service {
  const read = setServiceDefaults(readService(service));
  const ingress = defaultIngress(read);
  const status = fields(service, THROW).at('status').value;
  return {
    ...withServiceFields(service, read),
    ...(ingress.length > 0 && {
      status: { ...status, loadBalancer: { ...status.loadBalancer, ingress } },
    }),
  };
}
