import { type ObjectMeta, type Service } from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import { checkLabel, checkNamespace, clusterName, type DnsNameOptions } from './dns-name.js';

/** The name and namespace of a Service. */
export interface ServiceReference {
  /** Name of the Service. */
  readonly name: string;
  /** Namespace of the Service; `default` if absent. */
  readonly namespace?: string | null | undefined;
}

/**
 * Returns the DNS name of a Service: `<service>.<namespace>.svc.<cluster domain>`.
 *
 * @param service - the Service, or its name and namespace; the namespace is `default` if absent, as for kubectl
 * @param options - settings of the cluster
 * @returns the name, without a trailing dot
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if the name or namespace is not a
 * DNS-1123 label, or the cluster domain is not a DNS-1123 subdomain
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_TOO_LONG` if the name has more than 253 bytes
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object is not a Service, or a
 * field has the wrong JSON type
 * @example
 * ```ts
 * import { serviceDnsName } from '@kubesem/dns';
 *
 * serviceDnsName({ name: 'data', namespace: 'prod' }) // => 'data.prod.svc.cluster.local'
 * const service = { kind: 'Service', metadata: { name: 'data', namespace: 'prod' } };
 * serviceDnsName(service, { clusterDomain: 'k8s.example.com' }) // => 'data.prod.svc.k8s.example.com'
 * serviceDnsName({ name: 'data.prod' }) // throws NAME_INVALID
 * ```
 *
 * Source: Kubernetes DNS specification 1.1, sections 2.3 and 2.4; names are checked as in
 * `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1 (since 1.36 the name of a Service can start with a digit).
 */
export function serviceDnsName(
  service: Service | ServiceReference,
  options?: DnsNameOptions,
): string {
  return clusterName(serviceLabels(service), 'svc', options);
}

/** Returns the name and namespace of a Service, or throws if one of them is invalid. */
export function serviceLabels(service: Service | ServiceReference): [string, string] {
  const object = fields<Service & Partial<ServiceReference>>(service, THROW);
  const kind = object.text('kind');
  if (kind !== '' && kind !== 'Service') {
    object.problem('kind', 'TYPE_INVALID', 'expected a Service', kind, 'INVALID_TYPE');
  }
  const metadata = object.at('metadata');
  const named: Fields<Pick<ObjectMeta, 'name' | 'namespace'>> = metadata.isPresent
    ? metadata
    : object;
  return [checkLabel(named, 'name'), checkNamespace(named, 'namespace')];
}
