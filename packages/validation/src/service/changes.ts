import { hasHealthCheck, isHeadless, type ServiceFields } from '@kubesem/service/internal';
import type { ServiceRequest } from './request.js';

const SET_ONCE = 'may not change once set';

/**
 * Checks what an update changes. The first address and family stay, except from and to ExternalName.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceUpdate`.
 */
export function checkChanges(request: ServiceRequest): void {
  const { fields, old, spec } = request;
  if (old === undefined) {
    return;
  }
  if (fields.type !== 'ExternalName' && old.type !== 'ExternalName') {
    const [isNow, was] = [isHeadless(fields), isHeadless(old)];
    if (!(isNow && was)) {
      checkKept(request, old, 'clusterIPs', 'clusterIP');
    }
    if (!isNow && !was) {
      checkKept(request, old, 'ipFamilies', 'ipFamily');
    }
  }
  const isBalancer = fields.type === 'LoadBalancer' && old.type === 'LoadBalancer';
  if (isBalancer && fields.loadBalancerClass !== old.loadBalancerClass) {
    spec.invalid('loadBalancerClass', SET_ONCE, fields.loadBalancerClass);
  }
  const isChecked = hasHealthCheck(fields) && hasHealthCheck(old);
  if (isChecked && fields.healthCheckNodePort !== old.healthCheckNodePort) {
    spec.forbidden('healthCheckNodePort', 'field is immutable');
  }
}

/**
 * Checks that the first address or family stays, and that the second one goes only with `SingleStack`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateUpgradeDowngradeClusterIPs` and
 * `validateUpgradeDowngradeIPFamilies`.
 */
function checkKept(
  { fields, spec }: ServiceRequest,
  old: ServiceFields,
  field: 'clusterIPs' | 'ipFamilies',
  noun: 'clusterIP' | 'ipFamily',
): void {
  const [now, before] = [fields[field], old[field]];
  const invalid = (index: number, message: string) =>
    spec.invalid([field, index], message, JSON.stringify(now));
  if (now.length === before.length) {
    for (const [index, value] of before.entries()) {
      if (value !== now[index]) {
        // The API server names the first family in any case.
        invalid(field === 'ipFamilies' ? 0 : index, SET_ONCE);
      }
    }
    return;
  }
  const isReduced = now.length < before.length;
  if (isReduced && fields.clusterIPs.length === 0) {
    invalid(0, `primary ${noun} can not be unset`);
  }
  if (now.length > 0 && before.length > 0 && now[0] !== before[0]) {
    invalid(0, SET_ONCE);
  }
  if (isReduced && now.length === 1 && fields.ipFamilyPolicy !== 'SingleStack') {
    const message = `must be set to 'SingleStack' when releasing the secondary ${noun}`;
    spec.invalid('ipFamilyPolicy', message, fields.ipFamilyPolicy);
  }
}
