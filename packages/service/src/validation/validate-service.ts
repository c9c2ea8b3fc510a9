import { checkTypes, type FieldProblem, type Service } from '@kubesem/core';
import { SERVICE_TYPE } from '@kubesem/core/types/service';
import { completeFields } from '../defaults/complete-fields.js';
import {
  type CompleteServiceOptions,
  openRequest,
  type ServiceRequest,
} from '../defaults/request.js';
import { FAMILIES } from '../families.js';
import { hasHealthCheck, isHeadless, type ServiceFields } from '../fields.js';
import { checkClusterIPs, reportPolicy } from './cluster-ips.js';
import {
  checkExternalIPs,
  checkExternalPolicy,
  checkLoadBalancer,
  checkSourceRanges,
} from './external.js';
import { checkObjectName, checkSupported, checkSyntax } from './names.js';
import { checkDuplicatePorts, checkPorts } from './ports.js';
import { openChecked, type ServiceProblemCode } from './problems.js';

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
  const { policy } = openChecked<Service, ServiceProblemCode>(service);
  checkTypes(service, SERVICE_TYPE, undefined, (problem) => policy.report(() => problem), {
    nullItems: true,
  });
  if (policy.count > 0) {
    return policy.list();
  }
  const request = openRequest(service, options, FAMILIES);
  if (completeFields(request)) {
    checkService(request);
  }
  return request.service.policy.list();
}

/** The annotation that asks for hints by topology. */
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
/** Its former name, which is deprecated. */
export const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

/**
 * Checks a Service that has its defaults and numbers.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceCreate` and `ValidateServiceUpdate`.
 */
function checkService(request: ServiceRequest): void {
  const { fields, old, service } = request;
  const { type, ports } = fields;
  if (old === undefined) {
    checkObjectName(service.at('metadata'), 'dns1123Label');
  } else {
    checkChanges(request, old);
  }
  checkTopologyMode(request);
  if (ports.length === 0 && !isHeadless(fields) && type !== 'ExternalName') {
    service.required(['spec', 'ports'], 'add at least one port');
  }
  checkType(request);
  checkPorts(request);
  checkSelector(request);
  checkAffinity(request);
  checkClusterIPs(request, true);
  checkExternalIPs(request);
  checkSupported(request, 'type');
  for (const [index, { nodePort }] of type === 'ClusterIP' ? ports.entries() : []) {
    if (nodePort !== 0) {
      const message = 'Services of type `ClusterIP` have no node ports';
      service.forbidden(['spec', 'ports', index, 'nodePort'], message, 'FORBIDDEN_FOR_TYPE');
    }
  }
  checkDuplicatePorts(request);
  checkSourceRanges(request);
  checkLoadBalancer(request);
  checkExternalPolicy(request);
  checkSupported(request, 'internalTrafficPolicy');
  checkSupported(request, 'trafficDistribution');
}

function checkTopologyMode({ fields: { annotations }, service }: ServiceRequest): void {
  const mode = annotations.get(TOPOLOGY_MODE);
  const hints = annotations.get(TOPOLOGY_HINTS);
  if (mode !== undefined && hints !== undefined && mode !== hints) {
    const path = ['metadata', 'annotations', TOPOLOGY_MODE] as const;
    const message = `must have the value of ${TOPOLOGY_HINTS}; remove that annotation`;
    service.invalid(path, message, mode, 'ANNOTATIONS_DIFFER');
  }
}

function checkType({ fields, service }: ServiceRequest): void {
  const { type, clusterIPs, ipFamilies, ipFamilyPolicy } = fields;
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(fields)) {
    const message = `Services of type \`${type}\` cannot be headless`;
    service.invalid(['spec', 'clusterIPs', 0], message, 'None', 'HEADLESS_FORBIDDEN');
  }
  if (type !== 'ExternalName') {
    return;
  }
  const given = {
    clusterIPs: clusterIPs.length > 0,
    ipFamilies: ipFamilies.length > 0,
    ipFamilyPolicy: ipFamilyPolicy !== undefined,
  };
  for (const [field, isGiven] of Object.entries(given)) {
    if (isGiven) {
      const message = 'Services of type `ExternalName` do not have this field';
      service.forbidden(['spec', field], message, 'FORBIDDEN_FOR_TYPE');
    }
  }
  const name = fields.externalName.replace(/\.$/, '');
  const path = service.pathOf('spec', 'externalName');
  if (name === '') {
    service.required(path, 'set the DNS name');
  } else {
    checkSyntax(service, path, 'INVALID_DNS_NAME', 'dns1123Subdomain', name);
  }
}

function checkSelector({ fields: { selector }, service }: ServiceRequest): void {
  const path = service.pathOf('spec', 'selector');
  for (const [key, value] of selector) {
    checkSyntax(service, path, 'INVALID_LABEL', 'qualifiedName', key);
    checkSyntax(service, path, 'INVALID_LABEL', 'labelValue', value);
  }
}

function checkAffinity(request: ServiceRequest): void {
  const { sessionAffinity, affinity } = request.fields;
  checkSupported(request, 'sessionAffinity');
  const seconds = affinity?.timeoutSeconds ?? 0;
  if (sessionAffinity === 'ClientIP' && !(seconds > 0 && seconds <= 86_400)) {
    const path = ['spec', 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds'] as const;
    request.service.invalid(path, 'must be between 1 and 86400', seconds, 'INVALID_TIMEOUT');
  }
}

const SET_ONCE = 'cannot change once it is set; delete the Service and create it again';

/**
 * Checks what an update changes.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceUpdate`.
 */
function checkChanges(request: ServiceRequest, old: ServiceFields): void {
  const { fields, service } = request;
  const { type, loadBalancerClass, healthCheckNodePort } = fields;
  if (type !== 'ExternalName' && old.type !== 'ExternalName') {
    const [isNow, was] = [isHeadless(fields), isHeadless(old)];
    if (!(isNow && was)) {
      checkKept(request, old, 'clusterIPs');
    }
    if (!isNow && !was) {
      checkKept(request, old, 'ipFamilies');
    }
  }
  const isBalancer = type === 'LoadBalancer' && old.type === 'LoadBalancer';
  if (isBalancer && loadBalancerClass !== old.loadBalancerClass) {
    service.invalid(['spec', 'loadBalancerClass'], SET_ONCE, loadBalancerClass, 'IMMUTABLE');
  }
  const isChecked = hasHealthCheck(fields) && hasHealthCheck(old);
  if (isChecked && healthCheckNodePort !== old.healthCheckNodePort) {
    service.forbidden(['spec', 'healthCheckNodePort'], SET_ONCE, 'IMMUTABLE');
  }
}

/**
 * Checks that the first address or family stays, and that the second one goes only with `SingleStack`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateUpgradeDowngradeClusterIPs` and
 * `validateUpgradeDowngradeIPFamilies`.
 */
function checkKept(
  request: ServiceRequest,
  old: ServiceFields,
  field: 'clusterIPs' | 'ipFamilies',
): void {
  const { fields, service } = request;
  const [now, before] = [fields[field], old[field]];
  const immutable = (index: number) =>
    service.invalid(['spec', field, index], SET_ONCE, now[index], 'IMMUTABLE');
  if (now.length === before.length) {
    for (const [index, value] of before.entries()) {
      if (value !== now[index]) {
        // The API server names the first family in any case.
        immutable(field === 'ipFamilies' ? 0 : index);
      }
    }
    return;
  }
  const isReduced = now.length < before.length;
  if (isReduced && fields.clusterIPs.length === 0) {
    service.invalid(['spec', field, 0], 'cannot be removed', undefined, 'IMMUTABLE');
  }
  if (now.length > 0 && before.length > 0 && now[0] !== before[0]) {
    immutable(0);
  }
  if (isReduced && now.length === 1 && fields.ipFamilyPolicy !== 'SingleStack') {
    reportPolicy(request, `\`SingleStack\` to remove the second of \`${field}\``);
  }
}
