import {
  dns1123SubdomainErrors,
  labelValueErrors,
  nameErrorMessage,
  qualifiedNameErrors,
} from '@kubesem/core';
import type { ServiceFields } from '../fields/service.js';
import { isHeadless } from '../fields/traits.js';
import { checkClusterIPs } from './cluster-ips.js';
import {
  checkExternalIPs,
  checkExternalPolicy,
  checkLoadBalancer,
  checkSourceRanges,
} from './external.js';
import { checkObjectName } from './names.js';
import { checkDuplicatePorts, checkPorts } from './ports.js';
import type { Problems, ServiceProblemCode } from './problems.js';
import { checkChanges } from './update.js';

type Add = Problems<ServiceProblemCode>;

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
/** The annotation that asks for hints by topology. */
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
/** Its former name, which is deprecated. */
export const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

/**
 * Checks a Service that has its defaults and numbers.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceCreate` and `ValidateServiceUpdate`.
 */
export function checkService(
  fields: ServiceFields,
  old: ServiceFields | undefined,
  problems: Add,
): void {
  if (old === undefined) {
    checkObjectName('dns1123Label', fields, problems);
  } else {
    checkChanges(fields, old, problems);
  }
  checkTopologyMode(fields, problems);
  const { type, ports, internalTrafficPolicy, trafficDistribution } = fields;
  if (ports.length === 0 && !isHeadless(fields) && type !== 'ExternalName') {
    problems.required(['spec', 'ports'], 'add at least one port');
  }
  checkType(fields, problems);
  checkPorts(fields, problems);
  checkSelector(fields, problems);
  checkAffinity(fields, problems);
  checkClusterIPs(fields, old, problems, true);
  checkExternalIPs(fields, old, problems);
  problems.notSupported(['spec', 'type'], type, TYPES);
  for (const [index, { nodePort }] of type === 'ClusterIP' ? ports.entries() : []) {
    if (nodePort !== 0) {
      const message = 'Services of type `ClusterIP` have no node ports';
      problems.forbidden(['spec', 'ports', index, 'nodePort'], 'FORBIDDEN_FOR_TYPE', message);
    }
  }
  checkDuplicatePorts(fields, problems);
  checkSourceRanges(fields, old, problems);
  checkLoadBalancer(fields, problems);
  checkExternalPolicy(fields, problems);
  if (internalTrafficPolicy !== undefined) {
    problems.notSupported(['spec', 'internalTrafficPolicy'], internalTrafficPolicy, [
      'Cluster',
      'Local',
    ]);
  }
  if (trafficDistribution !== undefined) {
    const supported = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
    problems.notSupported(['spec', 'trafficDistribution'], trafficDistribution, supported);
  }
}

function checkTopologyMode({ annotations }: ServiceFields, problems: Add): void {
  const mode = annotations.get(TOPOLOGY_MODE);
  const hints = annotations.get(TOPOLOGY_HINTS);
  if (mode !== undefined && hints !== undefined && mode !== hints) {
    const message = `must have the value of ${TOPOLOGY_HINTS}; remove that annotation`;
    problems.invalid(
      ['metadata', 'annotations', TOPOLOGY_MODE],
      'ANNOTATIONS_DIFFER',
      message,
      mode,
    );
  }
}

function checkType(fields: ServiceFields, problems: Add): void {
  const { type, clusterIPs, ipFamilies, ipFamilyPolicy } = fields;
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(fields)) {
    const message = `Services of type \`${type}\` cannot be headless`;
    problems.invalid(['spec', 'clusterIPs', 0], 'HEADLESS_FORBIDDEN', message, 'None');
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
      problems.forbidden(['spec', field], 'FORBIDDEN_FOR_TYPE', message);
    }
  }
  const name = fields.externalName.replace(/\.$/, '');
  if (name === '') {
    problems.required(['spec', 'externalName'], 'set the DNS name');
  }
  for (const code of name === '' ? [] : dns1123SubdomainErrors(name)) {
    const message = nameErrorMessage('dns1123Subdomain', code);
    problems.invalid(['spec', 'externalName'], 'INVALID_DNS_NAME', message, name);
  }
}

function checkSelector({ selector }: ServiceFields, problems: Add): void {
  for (const [key, value] of selector) {
    for (const code of qualifiedNameErrors(key)) {
      const message = nameErrorMessage('qualifiedName', code);
      problems.invalid(['spec', 'selector'], 'INVALID_LABEL', message, key);
    }
    for (const code of labelValueErrors(value)) {
      const message = nameErrorMessage('labelValue', code);
      problems.invalid(['spec', 'selector'], 'INVALID_LABEL', message, value);
    }
  }
}

function checkAffinity({ sessionAffinity, affinity }: ServiceFields, problems: Add): void {
  problems.notSupported(['spec', 'sessionAffinity'], sessionAffinity, ['ClientIP', 'None']);
  const seconds = affinity?.timeoutSeconds ?? 0;
  if (sessionAffinity === 'ClientIP' && !(seconds > 0 && seconds <= 86_400)) {
    const path = ['spec', 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds'];
    problems.invalid(path, 'INVALID_TIMEOUT', 'must be between 1 and 86400', seconds);
  }
}
