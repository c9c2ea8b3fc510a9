import { checkTypes, type FieldProblem, type Service } from '@kubesem/core';
import { SERVICE_TYPE } from '@kubesem/core/types/service';
import { FAMILIES } from '../addresses/address.js';
import { readCluster } from '../defaults/cluster.js';
import { completeFields } from '../defaults/complete-fields.js';
import { type CompleteServiceOptions } from '../defaults/complete-service.js';
import { setDefaults } from '../defaults/default-fields.js';
import { readService } from '../fields/service.js';
import { checkService } from './check-service.js';
import { openChecked, type ServiceCursor, type ServiceProblemCode } from './problems.js';

/**
 * Checks a Service as the API server does when it is created or updated.
 *
 * The API server first applies defaults and gives addresses and ports; if that fails, it checks nothing else. Of the
 * metadata, only the name of a new Service and the annotations about Services are checked.
 *
 * Documentation and server differ: names are DNS-1123 labels, which can start with a digit; `appProtocol` can be any qualified
 * name; one Service can mix protocols; and the target port of a headless Service can differ from its port.
 *
 * @param service - the Service of the request; it is not changed
 * @param options - the cluster, by default with both families; on an update, the stored Service of the same name
 * @returns the reasons why the API server rejects it, in its order; empty if it accepts the Service
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of the stored Service has the wrong
 *   JSON type
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_CIDR` or `INVALID_PORT_RANGE` if a range in the
 *   options is invalid
 *
 * @example
 * ```ts
 * import { validateService } from '@kubesem/service';
 *
 * const ports = [{ name: 'http', port: 80, targetPort: '9376' }, { port: 443 }];
 * const problems = validateService({ metadata: { name: '2-web' }, spec: { ports } });
 * problems.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'spec.ports[0].targetPort INVALID_PORT_NAME',
 * //   'spec.ports[1].name REQUIRED',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceCreate` and `ValidateServiceUpdate`.
 */
export function validateService(
  service: Service,
  options: CompleteServiceOptions = {},
): readonly FieldProblem<ServiceProblemCode>[] {
  const request: ServiceCursor = openChecked(service);
  const { policy } = request;
  checkTypes(service, SERVICE_TYPE, undefined, (problem) => policy.report(() => problem), {
    nullItems: true,
  });
  if (policy.count > 0) {
    return policy.list();
  }
  const fields = setDefaults(readService(service));
  const old = options.old ? setDefaults(readService(options.old)) : undefined;
  if (completeFields(fields, old, readCluster(options, FAMILIES), request)) {
    checkService(fields, old, request);
  }
  return policy.list();
}
