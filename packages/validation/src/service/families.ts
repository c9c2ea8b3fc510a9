import { addressFamily } from '@kubesem/core/internal';
import type { ServiceFields } from '@kubesem/service/internal';
import { checkClusterIPs } from './cluster-ips.js';
import type { ServiceRequest } from './request.js';

/**
 * Sets the policy and the families of a Service; returns whether the API server accepts them.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `initIPFamilyFields`.
 */
export function setFamilies(request: ServiceRequest): boolean {
  const { fields, old, cluster, problems } = request;
  if (fields.type === 'ExternalName' || keepsFamilies(fields, old)) {
    return true;
  }
  const isFree = fields.clusterIP === 'None' && fields.selector.size === 0;
  fields.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  const steps = [checkClusterIPs, checkPolicy, ...(isFree ? [] : [checkConfigured])];
  for (const step of steps) {
    step(request);
    if (problems.count > 0) {
      return false;
    }
  }
  if (fields.ipFamilies.length === 0) {
    fields.ipFamilies = [cluster.families[0] ?? 'IPv4'];
  }
  const isSingle = fields.ipFamilyPolicy === 'SingleStack';
  const isDual = isFree || cluster.families.length === 2;
  if (fields.ipFamilies.length === 1 && !isSingle && isDual) {
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

/** The lists that have one entry for each family, and what the API server calls one entry and several. */
const LISTS = [
  { field: 'clusterIPs', one: 'cluster IP', several: 'cluster IPs' },
  { field: 'ipFamilies', one: 'IP family', several: 'IP families' },
] as const;

/** Checks that the policy fits the lists, takes the second family away if the policy says so, and adds what addresses imply. */
function checkPolicy(request: ServiceRequest): void {
  const { fields, old, spec } = request;
  const { ipFamilyPolicy: policy } = fields;
  const isSingle = policy === 'SingleStack';
  for (const { field, one } of LISTS) {
    const [now, before] = [fields[field], old?.[field] ?? []];
    if (isSingle && isSame(now, before)) {
      fields[field] = now.slice(0, 1);
    } else if (!isSingle && now.length > 0 && now.length < before.length) {
      const message = `must be 'SingleStack' to release the secondary ${one}`;
      spec.invalid('ipFamilyPolicy', message, policy);
    }
  }
  for (const { field, several } of LISTS) {
    if (isSingle && fields[field].length === 2) {
      const message = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${several} are specified`;
      spec.invalid('ipFamilyPolicy', message, policy);
    }
  }
  addFamiliesOfAddresses(request);
}

function addFamiliesOfAddresses({ fields, cluster, spec }: ServiceRequest): void {
  for (const [index, ip] of fields.clusterIPs.entries()) {
    if (ip === 'None') {
      return;
    }
    const family = addressFamily(ip);
    if (index < fields.ipFamilies.length) {
      continue;
    }
    if (family !== undefined && cluster.families.includes(family)) {
      fields.ipFamilies = [...fields.ipFamilies, family];
    } else {
      const message = `${family ?? ''} is not configured on this cluster`;
      spec.invalid(['clusterIPs', index], message, JSON.stringify(fields.clusterIPs));
    }
  }
}

/** Checks that the cluster has the families. */
function checkConfigured({ fields, cluster, spec }: ServiceRequest): void {
  const configured: readonly string[] = cluster.families;
  const { ipFamilies, ipFamilyPolicy: policy } = fields;
  if (policy === 'RequireDualStack' && configured.length < 2) {
    const message = 'this cluster is not configured for dual-stack services';
    spec.invalid('ipFamilyPolicy', message, policy);
  }
  for (const [index, family] of ipFamilies.entries()) {
    if (!configured.includes(family)) {
      spec.invalid(['ipFamilies', index], 'not configured on this cluster', family);
    }
  }
}
