import { type Pod, type PodLike, type PodSpec, type Service } from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  formatIpAddress,
  podFields,
  readIterable,
  THROW,
} from '@kubesem/core/internal';
import { checkAddressWithoutZone } from '../names/ip-address.js';
import { optionName, type ResolvConf, readResolvConf } from './resolv-conf.js';
import {
  fitLimits,
  type NodeResolver,
  type OmittedByLimits,
  type ResolverEvent,
} from './resolver-limits.js';

/**
 * The rule that selects the configuration of a Pod's resolver, before `dnsConfig` is added.
 *
 * - `NONE`: the policy is `None`; the configuration starts empty
 * - `CLUSTER_FIRST`: the policy is `ClusterFirst` or absent
 * - `CLUSTER_FIRST_WITH_HOST_NET`: the policy is `ClusterFirstWithHostNet`
 * - `UNKNOWN_POLICY`: the policy is unknown, which the API server rejects; it counts as `ClusterFirst`
 * - `DEFAULT`: the policy is `Default`
 * - `HOST_NETWORK`: the Pod uses the host network, where `ClusterFirst` counts as `Default`
 * - `NO_CLUSTER_DNS`: the kubelet has no cluster DNS server, so the policy counts as `Default`
 */
export type PodDnsRule =
  | 'NONE'
  | 'CLUSTER_FIRST'
  | 'CLUSTER_FIRST_WITH_HOST_NET'
  | 'UNKNOWN_POLICY'
  | 'DEFAULT'
  | 'HOST_NETWORK'
  | 'NO_CLUSTER_DNS';

/** The resolver configuration of a Pod, and how the kubelet computes it. */
export interface PodResolvConf extends ResolvConf {
  /** Where the configuration starts: the cluster DNS, the `resolv.conf` of the node, or empty. */
  readonly base: 'cluster' | 'node' | 'none';
  /** The rule that selects the base. */
  readonly rule: PodDnsRule;
  /** Name servers and search domains that exceed the limits. */
  readonly omitted: OmittedByLimits;
  /** Events that the kubelet records. */
  readonly events: readonly ResolverEvent[];
}

/**
 * Computes the resolver configuration that the kubelet gives to a Pod.
 *
 * With the cluster DNS, only its servers are used. The search domains of the Pod's namespace and of the cluster precede
 * those of the node, and the only option is `ndots:5`.
 *
 * Otherwise the configuration is that of the node's file. If the kubelet has no file, it consists of a loopback address
 * for each address of the node, and the search domain `.`.
 *
 * Then `dnsConfig` adds its name servers and search domains, without duplicates, and its options, which replace options
 * of the same name. Last, the limits apply.
 *
 * The namespace is taken as stored: without one, as in a manifest, a Pod template or a Pod spec, the kubelet's first search
 * domain is `.svc.<cluster domain>`.
 *
 * On Windows nodes, the kubelet does the same, but `ClusterFirstWithHostNet` is not supported and only the first search
 * domain is used (according to the documentation, `dns-pod-service.md`; not tested).
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @param node - the configuration of the kubelet
 * @returns the configuration, with the options in the order of their first appearance; the kubelet's order is random
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_RESOLV_CONF` if the kubelet cannot read the
 * node's file; then no Pod starts, whatever its policy
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_IP`, `IP_LEADING_ZERO` or `IP_ZONE` if
 * `clusterDNS` or `nodeIPs` contains an invalid address
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { formatResolvConf, podResolvConf } from '@kubesem/dns';
 *
 * const node = { clusterDNS: ['10.32.0.10'], resolvConf: 'nameserver 192.0.2.53\nsearch example.com\n' };
 * const metadata = { name: 'web', namespace: 'test' };
 * formatResolvConf(podResolvConf({ metadata, spec: { dnsPolicy: 'ClusterFirst' } }, node)) // => [
 * //   'nameserver 10.32.0.10\n',
 * //   'search test.svc.cluster.local svc.cluster.local cluster.local example.com\n',
 * //   'options ndots:5\n',
 * // ].join('')
 * const { nameservers, rule } = podResolvConf({ metadata, spec: { hostNetwork: true } }, node);
 * nameservers // => ['192.0.2.53']
 * rule // => 'HOST_NETWORK'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/network/dns` v1.37.1, `Configurer.GetPodDNS`. That function uses the cluster DNS
 * for every Pod without a policy, even on the host network; here the Pod has the policy that the API server sets.
 */
export function podResolvConf(podLike: PodLike, node: NodeResolver): PodResolvConf {
  return computeResolvConf(podLike, node, '');
}

/** Computes the configuration of a Pod; one without a namespace is in that of the last argument. */
export function computeResolvConf(
  podLike: PodLike,
  node: NodeResolver,
  absentNamespace: string,
): PodResolvConf {
  const { pod, spec } = podFields(podLike, THROW);
  const settings = fields(node, THROW);
  const policy = spec.text('dnsPolicy');
  const isHostNetwork = spec.flag('hostNetwork') === true;
  const dnsConfig = readDnsConfig(spec);
  // The kubelet reads the file first, even if it uses nothing of it.
  const text = settings.raw('resolvConf');
  const file = text === undefined ? undefined : readResolvConf(text, settings.pathOf('resolvConf'));
  const servers = readAddresses(settings, 'clusterDNS');
  const rule = podDnsRule(policy, isHostNetwork, servers.length > 0);
  const base = rule === 'NONE' ? 'none' : isNodeRule(rule) ? 'node' : 'cluster';
  const start =
    base === 'none'
      ? EMPTY
      : base === 'node'
        ? (file ?? loopback(settings))
        : clusterResolvConf(
            pod.at('metadata').text('namespace') || absentNamespace,
            settings,
            servers,
            file ?? EMPTY,
          );
  const { config, omitted, events } = fitLimits(
    dnsConfig === undefined ? start : merge(start, dnsConfig),
  );
  const missing = rule === 'NO_CLUSTER_DNS' ? missingClusterDns(pod) : [];
  return { ...config, base, rule, omitted, events: [...missing, ...events] };
}

const EMPTY: ResolvConf = { nameservers: [], searches: [], options: [] };

function podDnsRule(policy: string, isHostNetwork: boolean, hasClusterDns: boolean): PodDnsRule {
  if (policy === 'None') {
    return 'NONE';
  }
  if (policy === 'Default') {
    return 'DEFAULT';
  }
  const isClusterFirst = policy === '' || policy === 'ClusterFirst';
  if (isClusterFirst && isHostNetwork) {
    return 'HOST_NETWORK';
  }
  if (!hasClusterDns) {
    return 'NO_CLUSTER_DNS';
  }
  if (isClusterFirst) {
    return 'CLUSTER_FIRST';
  }
  return policy === 'ClusterFirstWithHostNet' ? 'CLUSTER_FIRST_WITH_HOST_NET' : 'UNKNOWN_POLICY';
}

function isNodeRule(rule: PodDnsRule): boolean {
  return rule === 'DEFAULT' || rule === 'HOST_NETWORK' || rule === 'NO_CLUSTER_DNS';
}

function clusterResolvConf(
  namespace: string,
  node: Fields<NodeResolver>,
  nameservers: readonly string[],
  { searches }: ResolvConf,
): ResolvConf {
  const domain = node.optionalText('clusterDomain') ?? 'cluster.local';
  const own = [`${namespace}.svc.${domain}`, `svc.${domain}`, domain];
  return {
    nameservers,
    searches: domain === '' ? searches : unique([...own, ...searches]),
    options: ['ndots:5'],
  };
}

function loopback(node: Fields<NodeResolver>): ResolvConf {
  const own = readAddresses(node, 'nodeIPs').map((ip) => (ip.includes(':') ? '::1' : '127.0.0.1'));
  return { nameservers: own.length > 0 ? own : ['127.0.0.1'], searches: ['.'], options: [] };
}

function merge(start: ResolvConf, { nameservers, searches, options }: DnsConfigFields): ResolvConf {
  const values = new Map<string, string>();
  for (const option of start.options) {
    const name = optionName(option);
    values.set(name, option.slice(name.length + 1));
  }
  for (const { name, value } of options) {
    values.set(name, value);
  }
  return {
    nameservers: unique([...start.nameservers, ...nameservers]),
    searches: unique([...start.searches, ...searches]),
    options: [...values].map(([name, value]) => (value === '' ? name : `${name}:${value}`)),
  };
}

/** The messages name these two policies, whatever the policy of the Pod is. */
function missingClusterDns(pod: Fields<Pod>): readonly ResolverEvent[] {
  const message =
    'kubelet does not have ClusterDNS IP configured and cannot create Pod using "ClusterFirst" policy. ' +
    'Falling back to "Default" policy.';
  const event = { type: 'Warning', reason: 'MissingClusterDNS' } as const;
  const metadata = pod.at('metadata');
  const name = metadata.text('name');
  const namespace = metadata.text('namespace');
  const id = JSON.stringify(`${name}_${namespace}(${metadata.text('uid')})`);
  return [
    { object: 'Node', ...event, message },
    { object: 'Pod', ...event, message: `pod: ${id}. ${message}` },
  ];
}

function readAddresses(
  node: Fields<NodeResolver>,
  field: 'clusterDNS' | 'nodeIPs',
): readonly string[] {
  return node
    .texts(field)
    .map((ip, index) => formatIpAddress(checkAddressWithoutZone(ip, node.pathOf(field, index))));
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** The address that kubeadm gives to the DNS server: the tenth of its default Service subnet. */
const DEFAULT_ADDRESS = '10.96.0.10';

/**
 * Finds the address of the cluster's DNS server: that of the Service `kube-system/kube-dns`, which has this name whatever
 * server it runs.
 *
 * A field of the wrong type counts as absent.
 *
 * @param services - the Services of the cluster
 * @returns the value for `clusterDNS` of {@link NodeResolver}; the default of kubeadm if the Service is missing or has no
 * address
 *
 * @example
 * ```ts
 * import { clusterDnsAddresses } from '@kubesem/dns';
 *
 * const metadata = { name: 'kube-dns', namespace: 'kube-system' };
 * clusterDnsAddresses([{ metadata, spec: { clusterIP: '10.32.0.10' } }]) // => ['10.32.0.10']
 * clusterDnsAddresses([]) // => ['10.96.0.10']
 * ```
 *
 * Source: `k8s.io/kubernetes/cmd/kubeadm/app/constants` v1.37.1, `GetDNSIP`, with the subnet `DefaultServicesSubnet` of
 * `app/apis/kubeadm/v1beta4`; the name is that of its DNS add-on.
 */
export function clusterDnsAddresses(services: Iterable<Service>): readonly string[] {
  for (const service of readIterable(services, undefined)) {
    const given = fields(service, ABSENT);
    const metadata = given.at('metadata');
    if (metadata.text('namespace') === 'kube-system' && metadata.text('name') === 'kube-dns') {
      const ip = given.at('spec').text('clusterIP');
      return [ip === '' || ip === 'None' ? DEFAULT_ADDRESS : ip];
    }
  }
  return [DEFAULT_ADDRESS];
}

/** The fields of `spec.dnsConfig` of a Pod; absent lists and strings are empty. */
export interface DnsConfigFields {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

/** Reads `spec.dnsConfig` of a Pod; returns undefined if it is absent. */
export function readDnsConfig(spec: Fields<PodSpec>): DnsConfigFields | undefined {
  const config = spec.at('dnsConfig');
  if (!config.isPresent) {
    return undefined;
  }
  return {
    nameservers: config.texts('nameservers'),
    searches: config.texts('searches'),
    options: config.each('options', (option) => ({
      name: option.text('name'),
      value: option.text('value'),
    })),
  };
}
