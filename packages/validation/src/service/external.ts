// Fields about traffic from outside of the cluster.
import { hasHealthCheck, isExternal } from '@kubesem/service/internal';
import { checkAddress, checkEndpointAddress } from '../rules/addresses.js';
import { checkPortNumber } from '../rules/numbers.js';
import { isDrawnPort } from './drawn.js';
import type { ServiceRequest } from './request.js';

/** Checks external IPs; stored ones are accepted as they are. */
export function checkExternalIPs({ fields, old, spec }: ServiceRequest): void {
  const existing = new Set(old?.externalIPs);
  for (const [index, ip] of fields.externalIPs.entries()) {
    const path = spec.pathOf('externalIPs', index);
    if (existing.has(ip) || checkAddress(spec, path, ip)) {
      checkEndpointAddress(spec, path, ip);
    }
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateServiceExternalTrafficPolicy`. */
export function checkExternalPolicy({ fields, spec }: ServiceRequest): void {
  const { externalTrafficPolicy: policy, healthCheckNodePort: port } = fields;
  if (isExternal(fields)) {
    spec.supported('externalTrafficPolicy', policy, ['Cluster', 'Local']);
  } else if (policy !== '') {
    const message = 'may only be set for externally-accessible services';
    spec.invalid('externalTrafficPolicy', message, policy);
  }
  if (!hasHealthCheck(fields)) {
    if (port !== 0) {
      spec.invalid('healthCheckNodePort', ONLY_WITH_HEALTH_CHECK, port);
    }
  } else if (port === 0) {
    spec.required('healthCheckNodePort');
  } else if (!isDrawnPort(port)) {
    checkPortNumber(spec, 'healthCheckNodePort', port);
  }
}

const ONLY_WITH_HEALTH_CHECK =
  "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
