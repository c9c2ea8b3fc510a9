// What an update cannot change.
import type { ServiceFields } from '../fields/service.js';
import { hasHealthCheck, isHeadless } from '../fields/traits.js';
import type { ServiceCursor } from './problems.js';

const SET_ONCE = 'cannot change once it is set; delete the Service and create it again';

/**
 * Checks what changes.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateServiceUpdate`.
 */
export function checkChanges(
  fields: ServiceFields,
  old: ServiceFields,
  service: ServiceCursor,
): void {
  if (fields.type !== 'ExternalName' && old.type !== 'ExternalName') {
    const [isNow, was] = [isHeadless(fields), isHeadless(old)];
    if (!(isNow && was)) {
      checkKept(fields, old, 'clusterIPs', service);
    }
    if (!isNow && !was) {
      checkKept(fields, old, 'ipFamilies', service);
    }
  }
  const isBalancer = fields.type === 'LoadBalancer';
  if (
    isBalancer &&
    old.type === 'LoadBalancer' &&
    fields.loadBalancerClass !== old.loadBalancerClass
  ) {
    service
      .at('spec')
      .invalid('loadBalancerClass', 'IMMUTABLE', SET_ONCE, fields.loadBalancerClass);
  }
  const isChecked = hasHealthCheck(fields) && hasHealthCheck(old);
  if (isChecked && fields.healthCheckNodePort !== old.healthCheckNodePort) {
    service.at('spec').forbidden('healthCheckNodePort', 'IMMUTABLE', SET_ONCE);
  }
}

/**
 * Checks that the first address or family stays, and that the second one goes only with `SingleStack`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateUpgradeDowngradeClusterIPs` and
 * `validateUpgradeDowngradeIPFamilies`.
 */
function checkKept(
  fields: ServiceFields,
  old: ServiceFields,
  field: 'clusterIPs' | 'ipFamilies',
  service: ServiceCursor,
): void {
  const [now, before] = [fields[field], old[field]];
  const immutable = (index: number) =>
    service.invalid(service.pathOf('spec', field, index), 'IMMUTABLE', SET_ONCE, now[index]);
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
    service.invalid(service.pathOf('spec', field, 0), 'IMMUTABLE', 'cannot be removed');
  }
  if (now.length > 0 && before.length > 0 && now[0] !== before[0]) {
    immutable(0);
  }
  if (isReduced && now.length === 1 && fields.ipFamilyPolicy !== 'SingleStack') {
    const message = `must be \`SingleStack\` to remove the second of \`${field}\``;
    service.at('spec').invalid('ipFamilyPolicy', 'POLICY_MISMATCH', message, fields.ipFamilyPolicy);
  }
}
