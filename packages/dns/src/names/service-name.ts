import type { Service } from '@kubesem/core';
import { checkLabel, fail } from '../dns-errors.js';
import { checkNamespace, clusterName, type DnsNameOptions } from './dns-name.js';

/** A Service by its name alone. */
export interface ServiceReference {
  /** The Service's name. */
  readonly name: string;
  /** Its namespace; `default` if absent. */
  readonly namespace?: string | null | undefined;
}

/**
 * The DNS name of a Service: `<service>.<namespace>.svc.<cluster domain>`, without a dot at the end.
 *
 * @param service - a Service, or its name and namespace; without a namespace it counts as one of `default`, as for kubectl
 * @param options - the cluster domain
 * @returns the name
 * @throws {@link DnsError} `INVALID_NAME` if the name or namespace is no DNS-1123 label, or the cluster domain no
 * DNS-1123 subdomain
 * @throws {@link DnsError} `NAME_TOO_LONG` if all of it is longer than 253 bytes
 * @throws {@link DnsError} `INVALID_TYPE` if the object is of another kind
 * @example
 * ```ts
 * import { serviceName } from '@kubesem/dns';
 *
 * serviceName({ name: 'data', namespace: 'prod' }) // => 'data.prod.svc.cluster.local'
 * const service = { kind: 'Service', metadata: { name: 'data', namespace: 'prod' } };
 * serviceName(service, { clusterDomain: 'k8s.example.com' }) // => 'data.prod.svc.k8s.example.com'
 * serviceName({ name: 'data.prod' }) // throws INVALID_NAME
 * ```
 *
 * Source: Kubernetes DNS specification 1.1, sections 2.3 and 2.4; names as `k8s.io/kubernetes/pkg/apis/core/validation`
 * v1.37.1 checks them (a Service's name may start with a digit since 1.36).
 */
export function serviceName(service: Service | ServiceReference, options?: DnsNameOptions): string {
  return clusterName(serviceLabels(service), 'svc', options);
}

/** Name and namespace of a Service, checked. */
export function serviceLabels(service: Service | ServiceReference): [string, string] {
  const object = (service ?? {}) as Service & ServiceReference;
  const { name, namespace } = object.metadata ?? object;
  const path = object.metadata == null ? '' : 'metadata.';
  if (object.kind != null && object.kind !== 'Service') {
    fail('INVALID_TYPE', 'kind', 'a Service', { input: object.kind });
  }
  return [checkLabel(name, `${path}name`), checkNamespace(namespace, `${path}namespace`)];
}
