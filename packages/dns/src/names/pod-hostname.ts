import type { PodLike } from '@kubesem/core';
import { checkLabel, checkSubdomain, fail } from '../dns-errors.js';
import { podWithPath } from '../pod-fields.js';
import { checkNamespace, clusterDomainOf, type DnsNameOptions } from './dns-name.js';

/** The kubelet leaves room for a zero byte after the short name, and none after the full one. */
const MAX_HOSTNAME_BYTES = 63;
const MAX_NODENAME_BYTES = 64;

/**
 * The host name that the containers of a Pod see, as `hostname` prints it: `spec.hostnameOverride`, else `spec.hostname`,
 * else the Pod's name, cut at 63 bytes; with `setHostnameAsFQDN` and a subdomain the whole of {@link podFqdn}.
 *
 * @param podLike - a Pod; a template or spec too, if it sets `hostname` or `hostnameOverride`
 * @param options - the cluster domain
 * @returns the host name; undefined if the Pod uses the network of its node, and so the host name of that
 * @throws {@link DnsError} `FQDN_TOO_LONG` if `setHostnameAsFQDN` asks for more than 64 bytes: the Pod does not start
 * @throws {@link DnsError} `INVALID_NAME` if a part of it is no valid name
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
  const { hostname, domain, spec, path } = hostnameAndDomain(podLike, options);
  if (spec?.hostNetwork === true) {
    return undefined;
  }
  if (domain === '' || spec?.setHostnameAsFQDN !== true) {
    return hostname;
  }
  const fqdn = `${hostname}.${domain}`;
  if (fqdn.length > MAX_NODENAME_BYTES) {
    const expected = `a host name with its domain of at most ${MAX_NODENAME_BYTES} bytes, found ${fqdn.length}`;
    fail('FQDN_TOO_LONG', `${path}setHostnameAsFQDN`, expected, { input: fqdn });
  }
  return fqdn;
}

/**
 * The full host name of a Pod that has a subdomain, as `hostname --fqdn` prints it inside:
 * `<hostname>.<subdomain>.<namespace>.svc.<cluster domain>`.
 *
 * The kubelet writes it into the Pod's `/etc/hosts`, whether or not the cluster's DNS knows it. That does if the Pod has
 * a `hostname`, is ready, and belongs to a headless Service with the name of the subdomain.
 *
 * @param podLike - a Pod; a template or spec too, if it sets `hostname`
 * @param options - the cluster domain
 * @returns the name; undefined if the Pod has no subdomain, a `hostnameOverride`, or the network of its node
 * @throws {@link DnsError} `INVALID_NAME` if a part of it is no valid name
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
  const { hostname, domain, spec } = hostnameAndDomain(podLike, options);
  return domain === '' || spec?.hostNetwork === true ? undefined : `${hostname}.${domain}`;
}

function hostnameAndDomain(podLike: PodLike, options: DnsNameOptions | undefined) {
  const { pod, path } = podWithPath(podLike);
  const { metadata, spec } = pod;
  const { hostname, subdomain, hostnameOverride } = spec ?? {};
  if (hostnameOverride != null) {
    const own = cut(checkSubdomain(hostnameOverride, `${path}hostnameOverride`));
    return { hostname: own, domain: '', spec, path };
  }
  const own = isSet(hostname)
    ? checkLabel(hostname, `${path}hostname`)
    : cut(checkSubdomain(metadata?.name, 'metadata.name'));
  if (!isSet(subdomain)) {
    return { hostname: own, domain: '', spec, path };
  }
  const namespace = checkNamespace(metadata?.namespace, 'metadata.namespace');
  const labels = [checkLabel(subdomain, `${path}subdomain`), namespace, 'svc'];
  return { hostname: own, domain: [...labels, clusterDomainOf(options)].join('.'), spec, path };
}

/** The kubelet takes '' for absent in all fields but `hostnameOverride`, which is a pointer. */
function isSet(value: unknown): boolean {
  return value != null && value !== '';
}

function cut(name: string): string {
  let short = name.slice(0, MAX_HOSTNAME_BYTES);
  while (/[-.]$/.test(short)) {
    short = short.slice(0, -1);
  }
  return short;
}
