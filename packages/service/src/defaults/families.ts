import { familyOf } from '../addresses/address.js';
import type { ServiceFields } from '../fields/service.js';
import { checkClusterIPs } from '../validation/cluster-ips.js';
import type { ServiceCursor } from '../validation/problems.js';
import type { Cluster } from './allocation.js';

/**
 * Sets the policy and the families of a Service; returns whether the API server accepts them.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `initIPFamilyFields`.
 */
export function setFamilies(
  fields: ServiceFields,
  old: ServiceFields | undefined,
  { families: configured }: Pick<Cluster, 'families'>,
  service: ServiceCursor,
): boolean {
  if (fields.type === 'ExternalName' || keepsFamilies(fields, old)) {
    return true;
  }
  const isFree = fields.clusterIP === 'None' && fields.selector.size === 0;
  fields.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  const count = service.policy.count;
  checkClusterIPs(fields, old, service, false);
  if (service.policy.count > count) {
    return false;
  }
  checkRelease(fields, old, service);
  const isSingle = fields.ipFamilyPolicy === 'SingleStack';
  for (const field of isSingle ? (['clusterIPs', 'ipFamilies'] as const) : []) {
    if (fields[field].length === 2) {
      const message = `must be \`PreferDualStack\` or \`RequireDualStack\` with two \`${field}\``;
      service
        .at('spec')
        .invalid('ipFamilyPolicy', 'POLICY_MISMATCH', message, fields.ipFamilyPolicy);
    }
  }
  addFamiliesOfAddresses(fields, configured, service);
  if (service.policy.count > count) {
    return false;
  }
  const other = (family: string | undefined) => (family === 'IPv4' ? 'IPv6' : 'IPv4');
  if (!isFree) {
    checkConfigured(fields, configured, service);
    if (service.policy.count > count) {
      return false;
    }
  }
  if (fields.ipFamilies.length === 0) {
    fields.ipFamilies = [configured[0] ?? 'IPv4'];
  }
  if (fields.ipFamilies.length === 1 && !isSingle && (isFree || configured.length === 2)) {
    fields.ipFamilies = [...fields.ipFamilies, other(fields.ipFamilies[0])];
  }
  return true;
}

/**
 * Reports whether an update leaves addresses and families as they are, whatever the cluster has by now.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `isMatchingPreferDualStackClusterIPFields`.
 */
export function keepsFamilies(fields: ServiceFields, old: ServiceFields | undefined): boolean {
  return (
    old !== undefined &&
    fields.ipFamilyPolicy === 'PreferDualStack' &&
    (old.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack' &&
    fields.type === old.type &&
    ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(fields.type) &&
    isSame(fields.clusterIPs, old.clusterIPs) &&
    isSame(fields.ipFamilies, old.ipFamilies)
  );
}

/** Reports whether two lists are equal. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Releases the second family if the policy says so, and only then. */
function checkRelease(
  fields: ServiceFields,
  old: ServiceFields | undefined,
  service: ServiceCursor,
): void {
  if (old === undefined) {
    return;
  }
  for (const field of ['clusterIPs', 'ipFamilies'] as const) {
    const [now, before] = [fields[field], old[field]];
    if (fields.ipFamilyPolicy === 'SingleStack') {
      fields[field] = isSame(now, before) ? now.slice(0, 1) : now;
    } else if (now.length > 0 && now.length < before.length) {
      const message = `must be \`SingleStack\` to remove the second of \`${field}\``;
      service
        .at('spec')
        .invalid('ipFamilyPolicy', 'POLICY_MISMATCH', message, fields.ipFamilyPolicy);
    }
  }
}

function addFamiliesOfAddresses(
  fields: ServiceFields,
  configured: readonly string[],
  service: ServiceCursor,
): void {
  for (const [index, ip] of fields.clusterIPs.entries()) {
    if (ip === 'None') {
      return;
    }
    const family = familyOf(ip) ?? 'unknown';
    if (index >= fields.ipFamilies.length) {
      if (configured.includes(family)) {
        fields.ipFamilies = [...fields.ipFamilies, family];
      } else {
        const message = `the cluster has no ${family} addresses`;
        service.invalid(
          service.pathOf('spec', 'clusterIPs', index),
          'FAMILY_NOT_CONFIGURED',
          message,
          ip,
        );
      }
    }
  }
}

function checkConfigured(
  { ipFamilies, ipFamilyPolicy }: ServiceFields,
  configured: readonly string[],
  service: ServiceCursor,
): void {
  if (ipFamilyPolicy === 'RequireDualStack' && configured.length < 2) {
    const message = 'the cluster has only one family; use `PreferDualStack` or `SingleStack`';
    service.at('spec').invalid('ipFamilyPolicy', 'CLUSTER_NOT_DUAL_STACK', message, ipFamilyPolicy);
  }
  for (const [index, family] of ipFamilies.entries()) {
    if (!configured.includes(family)) {
      const message = `the cluster has no ${family} addresses`;
      service.invalid(
        service.pathOf('spec', 'ipFamilies', index),
        'FAMILY_NOT_CONFIGURED',
        message,
        family,
      );
    }
  }
}
