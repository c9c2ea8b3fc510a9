import type { FieldErrorType, FieldProblem, Service } from '@kubesem/core';
import { SERVICE_TYPE } from '@kubesem/core/types/service';
import { FAMILIES } from '@kubesem/service/internal';
import { typeProblems } from '../rules/checked.js';
import { checkName } from '../rules/names.js';
import { checkObjectMeta, checkObjectMetaUpdate, storedObject } from '../rules/object-meta.js';
import { checkChanges } from './changes.js';
import { checkClusterIPs } from './cluster-ips.js';
import { completeFields } from './complete-fields.js';
import { checkExternalIPs, checkExternalPolicy } from './external.js';
import { checkLoadBalancer } from './load-balancer.js';
import { checkEachPort, checkPorts } from './ports.js';
import { type CompleteServiceOptions, openRequest, type ServiceRequest } from './request.js';
import { checkType } from './type.js';

/**
 * Checks a Service as the API server does when it is created or updated.
 *
 * The API server first applies defaults and gives addresses and ports; if that fails, it checks nothing else. Of the
 * metadata, only the name, the namespace and the annotations about Services are checked.
 *
 * Documentation and server differ: names are DNS-1123 labels, which can start with a digit; `appProtocol` can be any qualified
 * name; one Service can mix protocols; and the target port of a headless Service can differ from its port.
 *
 * @param service - the Service of the request; it is not changed
 * @param options - the cluster, by default with both families; on an update, the stored Service of the same name
 * @returns the reasons why the API server rejects it, in its order apart from that of selectors, which it reads from maps; empty
 * if it accepts what kubesem checks
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an option has the wrong type; a field of the
 *   stored Service that has it counts as absent
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_CIDR` or `INVALID_PORT_RANGE` if a range in the
 *   options is invalid
 *
 * @example
 * ```ts
 * import { validateService } from '@kubesem/validation/service';
 *
 * const ports = [{ name: 'http', port: 80, targetPort: '9376' }, { port: 443 }];
 * const problems = validateService({ metadata: { name: '2-web' }, spec: { ports } });
 * problems.map(({ path, message }) => `${path}: ${message}`) // => [
 * //   'spec.ports[0].targetPort: must contain at least one letter (a-z)',
 * //   'spec.ports[1].name: Required value',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceCreate` and `ValidateServiceUpdate`.
 */
export function validateService(
  service: Service,
  options?: CompleteServiceOptions | null,
): readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[] {
  const wrong = typeProblems(service, SERVICE_TYPE);
  if (wrong.length > 0) {
    return wrong;
  }
  const request = openRequest(service, options, FAMILIES);
  if (completeFields(request)) {
    const old = storedObject(options);
    if (old.isPresent) {
      checkObjectMetaUpdate(request.service, old);
      checkChanges(request);
    } else {
      checkObjectMeta(request.service, 'dns1123Label', old);
    }
    checkService(request);
  }
  return request.problems.list();
}

/**
 * Checks a Service that has its defaults and numbers, in the order of the API server.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateService`.
 */
function checkService(request: ServiceRequest): void {
  const { fields, spec } = request;
  checkTopologyMode(request);
  checkType(request);
  checkEachPort(request);
  checkSelector(request);
  checkSessionAffinity(request);
  checkClusterIPs(request, FAMILIES);
  checkExternalIPs(request);
  spec.supported('type', fields.type, TYPES);
  checkPorts(request);
  checkLoadBalancer(request);
  checkExternalPolicy(request);
  const { internalTrafficPolicy, trafficDistribution } = fields;
  if (internalTrafficPolicy !== undefined) {
    spec.supported('internalTrafficPolicy', internalTrafficPolicy, ['Cluster', 'Local']);
  }
  if (trafficDistribution !== undefined) {
    spec.supported('trafficDistribution', trafficDistribution, DISTRIBUTIONS);
  }
}

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** The annotation that asks for hints by topology, and its former name, which is deprecated. */
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

function checkTopologyMode({ fields: { annotations }, service }: ServiceRequest): void {
  const mode = annotations.get(TOPOLOGY_MODE);
  const hints = annotations.get(TOPOLOGY_HINTS);
  if (mode !== undefined && hints !== undefined && mode !== hints) {
    const path = service.at('metadata').keyOf('annotations', TOPOLOGY_MODE);
    const message = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
    service.invalid(path, message, mode);
  }
}

function checkSelector({ fields: { selector }, spec }: ServiceRequest): void {
  for (const [key, value] of selector) {
    // The API server does not name the key.
    checkName(spec, 'selector', 'qualifiedName', key);
    checkName(spec, 'selector', 'labelValue', value);
  }
}

/** The most seconds of a session. Source: `k8s.io/kubernetes/pkg/apis/core` v1.37.1, `MaxClientIPServiceAffinitySeconds`. */
const MAX_AFFINITY_SECONDS = 86_400;

function checkSessionAffinity({
  fields: { sessionAffinity, affinity },
  spec,
}: ServiceRequest): void {
  spec.supported('sessionAffinity', sessionAffinity, ['ClientIP', 'None']);
  const seconds = affinity?.timeoutSeconds ?? 0;
  if (sessionAffinity === 'ClientIP' && (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS)) {
    const message = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    spec.invalid(['sessionAffinityConfig', 'clientIP', 'timeoutSeconds'], message, seconds);
  }
}
