import { type PodLike, type PodSpec } from '@kubesem/core';
import { type Fields, podFields, THROW } from '@kubesem/core/internal';
import {
  checkLabel,
  checkNamespace,
  checkSubdomain,
  clusterDomainOf,
  type DnsNameOptions,
} from './dns-name.js';

/** Linux allows 64 bytes: the kubelet reserves one for a terminating zero after the short name, but not after the FQDN. */
const MAX_HOSTNAME_BYTES = 63;
const MAX_NODENAME_BYTES = 64;

/**
 * Returns the host name that the containers of a Pod see, as `hostname` prints it.
 *
 * It is `spec.hostnameOverride`, otherwise `spec.hostname`, otherwise the name of the Pod; longer ones are cut to 63
 * bytes. If the Pod sets `setHostnameAsFQDN` and a subdomain, it is {@link podFqdn}.
 *
 * @param podLike - a Pod; a Pod template or Pod spec must set `hostname` or `hostnameOverride`
 * @param options - settings of the cluster
 * @returns the host name; undefined if the Pod uses the host network, and so the host name of its node
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `FQDN_TOO_LONG` if `setHostnameAsFQDN` requires more
 * than 64 bytes; such a Pod does not start
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if a part of the host name is invalid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podHostname } from '@kubesem/dns';
 *
 * const spec = { hostname: 'foo', subdomain: 'bar' };
 * const metadata = { name: 'web-5d4f', namespace: 'prod' };
 * podHostname({ metadata, spec: {} }) // => 'web-5d4f'
 * podHostname({ metadata, spec }) // => 'foo'
 * podHostname({ metadata, spec: { ...spec, setHostnameAsFQDN: true } }) // => 'foo.bar.prod.svc.cluster.local'
 * podHostname({ metadata, spec: { hostNetwork: true } }) // => undefined
 * podHostname({ metadata, spec: { ...spec, setHostnameAsFQDN: true, subdomain: 'b'.repeat(40) } }) // throws FQDN_TOO_LONG
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `GeneratePodHostNameAndDomain`, and `pkg/kubelet/util`,
 * `GetNodenameForKernel`.
 */
export function podHostname(podLike: PodLike, options?: DnsNameOptions): string | undefined {
  const { hostname, domain, isHostNetwork, isFqdn, spec } = hostNames(podLike, options);
  if (isHostNetwork) {
    return undefined;
  }
  if (domain === '' || !isFqdn) {
    return hostname;
  }
  const fqdn = `${hostname}.${domain}`;
  if (fqdn.length > MAX_NODENAME_BYTES) {
    const message = `the host name with its domain has ${fqdn.length} bytes; at most ${MAX_NODENAME_BYTES} are allowed`;
    spec.problem('setHostnameAsFQDN', 'TOO_LONG', message, fqdn, 'FQDN_TOO_LONG');
  }
  return fqdn;
}

/**
 * Returns the fully qualified host name of a Pod with a subdomain, as `hostname --fqdn` prints it in its containers:
 * `<hostname>.<subdomain>.<namespace>.svc.<cluster domain>`.
 *
 * The kubelet writes it to `/etc/hosts` of the Pod. The DNS server of the cluster has the name only if the Pod
 * sets `hostname`, is ready, and a headless Service with the name of the subdomain selects it.
 *
 * @param podLike - a Pod; a Pod template or Pod spec must set `hostname`
 * @param options - settings of the cluster
 * @returns the name; undefined if the Pod has no subdomain, sets `hostnameOverride`, or uses the host network
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NAME_INVALID` if a part of the name is invalid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podFqdn } from '@kubesem/dns';
 *
 * const metadata = { name: 'busybox1', namespace: 'my-namespace' };
 * podFqdn({ metadata, spec: { hostname: 'foo', subdomain: 'bar' } }) // => 'foo.bar.my-namespace.svc.cluster.local'
 * podFqdn({ metadata, spec: { subdomain: 'bar' } }) // => 'busybox1.bar.my-namespace.svc.cluster.local'
 * podFqdn({ metadata, spec: { hostname: 'foo' } }) // => undefined
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `GeneratePodHostNameAndDomain`.
 */
export function podFqdn(podLike: PodLike, options?: DnsNameOptions): string | undefined {
  const { hostname, domain, isHostNetwork } = hostNames(podLike, options);
  return domain === '' || isHostNetwork ? undefined : `${hostname}.${domain}`;
}

/** The host name and domain of a Pod, and the settings that decide which of them applies. */
interface HostNames {
  readonly hostname: string;
  /** Empty if the Pod has no domain. */
  readonly domain: string;
  readonly isHostNetwork: boolean;
  readonly isFqdn: boolean;
  readonly spec: Fields<PodSpec>;
}

function hostNames(podLike: PodLike, options: DnsNameOptions | undefined): HostNames {
  const { pod, spec } = podFields(podLike, THROW);
  const isHostNetwork = spec.flag('hostNetwork') === true;
  const isFqdn = spec.flag('setHostnameAsFQDN') === true;
  const common = { isHostNetwork, isFqdn, spec };
  // The kubelet treats an empty text as absent in all fields but this one, which is a pointer.
  if (spec.has('hostnameOverride')) {
    return { ...common, hostname: cut(checkSubdomain(spec, 'hostnameOverride')), domain: '' };
  }
  const metadata = pod.at('metadata');
  const hostname =
    spec.text('hostname') === ''
      ? cut(checkSubdomain(metadata, 'name'))
      : checkLabel(spec, 'hostname');
  if (spec.text('subdomain') === '') {
    return { ...common, hostname, domain: '' };
  }
  const namespace = checkNamespace(metadata, 'namespace');
  const subdomain = checkLabel(spec, 'subdomain');
  const domain = [subdomain, namespace, 'svc', clusterDomainOf(options)].join('.');
  return { ...common, hostname, domain };
}

function cut(name: string): string {
  let short = name.slice(0, MAX_HOSTNAME_BYTES);
  while (/[-.]$/.test(short)) {
    short = short.slice(0, -1);
  }
  return short;
}
