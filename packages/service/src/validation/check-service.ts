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
import type { ServiceCursor } from './problems.js';
import { checkChanges } from './update.js';

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
  service: ServiceCursor,
): void {
  if (old === undefined) {
    checkObjectName(service.at('metadata'), 'dns1123Label');
  } else {
    checkChanges(fields, old, service);
  }
  checkTopologyMode(fields, service);
  const { type, ports, internalTrafficPolicy, trafficDistribution } = fields;
  if (ports.length === 0 && !isHeadless(fields) && type !== 'ExternalName') {
    service.at('spec').required('ports', 'REQUIRED', 'add at least one port');
  }
  checkType(fields, service);
  checkPorts(fields, service);
  checkSelector(fields, service);
  checkAffinity(fields, service);
  checkClusterIPs(fields, old, service, true);
  checkExternalIPs(fields, old, service);
  service.at('spec').supported('type', 'NOT_SUPPORTED', type, TYPES);
  for (const [index, { nodePort }] of type === 'ClusterIP' ? ports.entries() : []) {
    if (nodePort !== 0) {
      const message = 'Services of type `ClusterIP` have no node ports';
      service.forbidden(
        service.pathOf('spec', 'ports', index, 'nodePort'),
        'FORBIDDEN_FOR_TYPE',
        message,
      );
    }
  }
  checkDuplicatePorts(fields, service);
  checkSourceRanges(fields, old, service);
  checkLoadBalancer(fields, service);
  checkExternalPolicy(fields, service);
  if (internalTrafficPolicy !== undefined) {
    service
      .at('spec')
      .supported('internalTrafficPolicy', 'NOT_SUPPORTED', internalTrafficPolicy, [
        'Cluster',
        'Local',
      ]);
  }
  if (trafficDistribution !== undefined) {
    const supported = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
    service
      .at('spec')
      .supported('trafficDistribution', 'NOT_SUPPORTED', trafficDistribution, supported);
  }
}

function checkTopologyMode({ annotations }: ServiceFields, service: ServiceCursor): void {
  const mode = annotations.get(TOPOLOGY_MODE);
  const hints = annotations.get(TOPOLOGY_HINTS);
  if (mode !== undefined && hints !== undefined && mode !== hints) {
    const message = `must have the value of ${TOPOLOGY_HINTS}; remove that annotation`;
    service.invalid(
      service.pathOf('metadata', 'annotations', TOPOLOGY_MODE),
      'ANNOTATIONS_DIFFER',
      message,
      mode,
    );
  }
}

function checkType(fields: ServiceFields, service: ServiceCursor): void {
  const { type, clusterIPs, ipFamilies, ipFamilyPolicy } = fields;
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(fields)) {
    const message = `Services of type \`${type}\` cannot be headless`;
    service.invalid(service.pathOf('spec', 'clusterIPs', 0), 'HEADLESS_FORBIDDEN', message, 'None');
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
      service.forbidden(service.pathOf('spec', field), 'FORBIDDEN_FOR_TYPE', message);
    }
  }
  const name = fields.externalName.replace(/\.$/, '');
  if (name === '') {
    service.at('spec').required('externalName', 'REQUIRED', 'set the DNS name');
  }
  for (const code of name === '' ? [] : dns1123SubdomainErrors(name)) {
    const message = nameErrorMessage('dns1123Subdomain', code);
    service.at('spec').invalid('externalName', 'INVALID_DNS_NAME', message, name);
  }
}

function checkSelector({ selector }: ServiceFields, service: ServiceCursor): void {
  for (const [key, value] of selector) {
    for (const code of qualifiedNameErrors(key)) {
      const message = nameErrorMessage('qualifiedName', code);
      service.at('spec').invalid('selector', 'INVALID_LABEL', message, key);
    }
    for (const code of labelValueErrors(value)) {
      const message = nameErrorMessage('labelValue', code);
      service.at('spec').invalid('selector', 'INVALID_LABEL', message, value);
    }
  }
}

function checkAffinity({ sessionAffinity, affinity }: ServiceFields, service: ServiceCursor): void {
  service
    .at('spec')
    .supported('sessionAffinity', 'NOT_SUPPORTED', sessionAffinity, ['ClientIP', 'None']);
  const seconds = affinity?.timeoutSeconds ?? 0;
  if (sessionAffinity === 'ClientIP' && !(seconds > 0 && seconds <= 86_400)) {
    const path = service.pathOf('spec', 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds');
    service.invalid(path, 'INVALID_TIMEOUT', 'must be between 1 and 86400', seconds);
  }
}
