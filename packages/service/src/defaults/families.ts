import { addressFamily } from '@kubesem/core';
import type { ServiceFields } from '../fields.js';
import { checkClusterIPs, reportFamily, reportPolicy } from '../validation/cluster-ips.js';
import type { ServiceRequest } from './request.js';

/**
 * Sets the policy and the families of a Service; returns whether the API server accepts them.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `initIPFamilyFields`.
 */
export function setFamilies(request: ServiceRequest): boolean {
  const { fields, old, service } = request;
  const configured = request.cluster.families;
  if (fields.type === 'ExternalName' || keepsFamilies(fields, old)) {
    return true;
  }
  const isFree = fields.clusterIP === 'None' && fields.selector.size === 0;
  fields.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  const { count } = service.policy;
  const isRejected = () => service.policy.count > count;
  checkClusterIPs(request, false);
  if (isRejected()) {
    return false;
  }
  checkRelease(request);
  const isSingle = fields.ipFamilyPolicy === 'SingleStack';
  for (const field of isSingle ? (['clusterIPs', 'ipFamilies'] as const) : []) {
    if (fields[field].length === 2) {
      reportPolicy(request, `\`PreferDualStack\` or \`RequireDualStack\` with two \`${field}\``);
    }
  }
  addFamiliesOfAddresses(request);
  if (isRejected()) {
    return false;
  }
  if (!isFree) {
    checkConfigured(request);
  }
  if (isRejected()) {
    return false;
  }
  if (fields.ipFamilies.length === 0) {
    fields.ipFamilies = [configured[0] ?? 'IPv4'];
  }
  if (fields.ipFamilies.length === 1 && !isSingle && (isFree || configured.length === 2)) {
    fields.ipFamilies.push(fields.ipFamilies[0] === 'IPv4' ? 'IPv6' : 'IPv4');
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
function checkRelease(request: ServiceRequest): void {
  const { fields, old } = request;
  for (const field of old ? (['clusterIPs', 'ipFamilies'] as const) : []) {
    const [now, before] = [fields[field], old?.[field] ?? []];
    if (fields.ipFamilyPolicy === 'SingleStack') {
      fields[field] = isSame(now, before) ? now.slice(0, 1) : now;
    } else if (now.length > 0 && now.length < before.length) {
      reportPolicy(request, `\`SingleStack\` to remove the second of \`${field}\``);
    }
  }
}

function addFamiliesOfAddresses({ fields, cluster, service }: ServiceRequest): void {
  for (const [index, ip] of fields.clusterIPs.entries()) {
    if (ip === 'None') {
      return;
    }
    const family = addressFamily(ip);
    if (index >= fields.ipFamilies.length) {
      if (family !== undefined && cluster.families.includes(family)) {
        fields.ipFamilies = [...fields.ipFamilies, family];
      } else {
        reportFamily(service, 'clusterIPs', index, family ?? 'unknown', ip);
      }
    }
  }
}

function checkConfigured({ fields, cluster, service }: ServiceRequest): void {
  const configured: readonly string[] = cluster.families;
  const { ipFamilies, ipFamilyPolicy: policy } = fields;
  if (policy === 'RequireDualStack' && configured.length < 2) {
    const message = 'the cluster has only one family; use `PreferDualStack` or `SingleStack`';
    service.invalid(['spec', 'ipFamilyPolicy'], message, policy, 'CLUSTER_NOT_DUAL_STACK');
  }
  for (const [index, family] of ipFamilies.entries()) {
    if (!configured.includes(family)) {
      reportFamily(service, 'ipFamilies', index, family);
    }
  }
}
