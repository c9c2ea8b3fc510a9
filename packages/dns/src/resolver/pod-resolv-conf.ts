import type { Pod, PodDNSConfig, PodLike } from '@kubesem/core';
import { formatIpAddress, parseNamedAddress } from '../names/ip-address.js';
import { list, podWithPath, text, texts } from '../pod-fields.js';
import { optionName, parseResolvConf, type ResolvConf } from './resolv-conf.js';
import {
  fitLimits,
  type NodeResolver,
  type OmittedByLimits,
  type ResolverEvent,
} from './resolver-limits.js';

/**
 * Which rule decided what a Pod's resolver starts from, before `dnsConfig` is added.
 *
 * - `NONE`: the policy `None` starts from nothing
 * - `CLUSTER_FIRST`: the policy `ClusterFirst`, or none
 * - `CLUSTER_FIRST_WITH_HOST_NET`: the policy of that name
 * - `UNKNOWN_POLICY`: any other word, which the API server refuses, counts as `ClusterFirst`
 * - `DEFAULT`: the policy `Default`
 * - `HOST_NETWORK`: `ClusterFirst` on the network of the node counts as `Default`
 * - `NO_CLUSTER_DNS`: the kubelet knows no DNS server of the cluster, so the policy counts as `Default`
 */
export type PodDnsRule =
  | 'NONE'
  | 'CLUSTER_FIRST'
  | 'CLUSTER_FIRST_WITH_HOST_NET'
  | 'UNKNOWN_POLICY'
  | 'DEFAULT'
  | 'HOST_NETWORK'
  | 'NO_CLUSTER_DNS';

/** The resolver configuration of a Pod, and how the kubelet came to it. */
export interface PodResolvConf extends ResolvConf {
  /** What it starts from: the cluster's DNS, the node's resolver file, or nothing. */
  readonly base: 'cluster' | 'node' | 'none';
  /** Why it starts from that. */
  readonly rule: PodDnsRule;
  /** What the limits took away. */
  readonly omitted: OmittedByLimits;
  /** The events that the kubelet raises. */
  readonly events: readonly ResolverEvent[];
}

/**
 * The resolver configuration that the kubelet gives to a Pod.
 *
 * With the cluster's DNS, its servers are the only ones, the domains of the Pod's namespace and of the cluster come before
 * those of the node, and the only option is `ndots:5`. Otherwise all comes from the node's file, or, if the kubelet is told
 * of none, it is the loopback address for each of the node's own, and the search domain `.`. `dnsConfig` adds its name
 * servers and search domains, without duplicates, and its options, which replace those of the same name. Then the limits
 * apply. A Pod without a namespace counts as one of `default`.
 *
 * On Windows nodes the kubelet does the same, but there `ClusterFirstWithHostNet` is not supported and only the first
 * search domain is used; this follows the documentation (`dns-pod-service.md`) alone.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @param node - what the kubelet knows
 * @returns the configuration; the options stand in the order of their first appearance, the kubelet's own order is random
 * @throws {@link DnsError} `INVALID_RESOLV_CONF` if the kubelet cannot read the node's file: then no Pod starts, whatever
 * its policy
 * @throws {@link DnsError} `INVALID_IP`, `IP_LEADING_ZERO`, `IP_ZONE` if `clusterDNS` or `nodeIPs` hold what is no address
 * @throws {@link DnsError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
 * Source: `k8s.io/kubernetes/pkg/kubelet/network/dns` v1.37.1, `Configurer.GetPodDNS`. That one takes a Pod without a policy
 * for one of the cluster's DNS on every network; here it has the policy that the API server fills in.
 */
export function podResolvConf(podLike: PodLike, node: NodeResolver): PodResolvConf {
  const { pod, path } = podWithPath(podLike);
  // The kubelet reads the file first, even where it uses none of it.
  const file = node.resolvConf == null ? undefined : parseResolvConf(node.resolvConf);
  const servers = addresses(node.clusterDNS, 'clusterDNS');
  const rule = podDnsRule(pod, servers.length > 0);
  const base = rule === 'NONE' ? 'none' : isNodeRule(rule) ? 'node' : 'cluster';
  const start =
    base === 'none'
      ? NOTHING
      : base === 'node'
        ? (file ?? loopback(node))
        : clusterResolvConf(pod, node, servers, file ?? NOTHING);
  const dnsConfig = pod.spec?.dnsConfig;
  const { config, omitted, events } = fitLimits(
    dnsConfig == null ? start : merge(start, dnsConfig, `${path}dnsConfig`),
  );
  const missing = rule === 'NO_CLUSTER_DNS' ? missingClusterDns(pod) : [];
  return { ...config, base, rule, omitted, events: [...missing, ...events] };
}

const NOTHING: ResolvConf = { nameservers: [], searches: [], options: [] };

function podDnsRule({ spec }: Pod, hasClusterDns: boolean): PodDnsRule {
  const policy = spec?.dnsPolicy;
  if (policy === 'None') {
    return 'NONE';
  }
  if (policy === 'Default') {
    return 'DEFAULT';
  }
  const isClusterFirst = policy == null || policy === '' || policy === 'ClusterFirst';
  if (isClusterFirst && spec?.hostNetwork === true) {
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
  { metadata }: Pod,
  { clusterDomain }: NodeResolver,
  nameservers: readonly string[],
  { searches }: ResolvConf,
): ResolvConf {
  const domain = clusterDomain ?? 'cluster.local';
  const own = [`${metadata?.namespace || 'default'}.svc.${domain}`, `svc.${domain}`, domain];
  return {
    nameservers,
    searches: domain === '' ? searches : unique([...own, ...searches]),
    options: ['ndots:5'],
  };
}

function loopback({ nodeIPs }: NodeResolver): ResolvConf {
  const own = addresses(nodeIPs, 'nodeIPs').map((ip) => (ip.includes(':') ? '::1' : '127.0.0.1'));
  return { nameservers: own.length > 0 ? own : ['127.0.0.1'], searches: ['.'], options: [] };
}

function merge(
  start: ResolvConf,
  { nameservers, searches, options }: PodDNSConfig,
  path: string,
): ResolvConf {
  const values = new Map<string, string>();
  for (const option of start.options) {
    const name = optionName(option);
    values.set(name, option.slice(name.length + 1));
  }
  for (const [index, option] of list(options, `${path}.options`).entries()) {
    const place = `${path}.options[${index}]`;
    values.set(text(option?.name, `${place}.name`), text(option?.value, `${place}.value`));
  }
  return {
    nameservers: unique([...start.nameservers, ...texts(nameservers, `${path}.nameservers`)]),
    searches: unique([...start.searches, ...texts(searches, `${path}.searches`)]),
    options: [...values].map(([name, value]) => (value === '' ? name : `${name}:${value}`)),
  };
}

/** The kubelet names these two policies whatever that of the Pod is. */
function missingClusterDns({ metadata }: Pod): readonly ResolverEvent[] {
  const { name, namespace, uid } = metadata ?? {};
  const message =
    'kubelet does not have ClusterDNS IP configured and cannot create Pod using "ClusterFirst" policy. ' +
    'Falling back to "Default" policy.';
  const event = { type: 'Warning', reason: 'MissingClusterDNS' } as const;
  const pod = JSON.stringify(`${name ?? ''}_${namespace ?? ''}(${uid ?? ''})`);
  return [
    { object: 'Node', ...event, message },
    { object: 'Pod', ...event, message: `pod: ${pod}. ${message}` },
  ];
}

function addresses(values: readonly string[] | null | undefined, path: string): readonly string[] {
  return texts(values, path).map((ip, index) =>
    formatIpAddress(parseNamedAddress(ip, `${path}[${index}]`)),
  );
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
