import {
  formatResolvConf,
  MAX_NAMESERVERS,
  MAX_SEARCH_BYTES,
  MAX_SEARCH_LIST_BYTES,
  MAX_SEARCHES,
  type PodResolvConf,
} from '@kubesem/dns';
import { visibleLines } from '../../../output/text.js';

/** Writes the file. */
export function renderResolvConf(resolvConf: PodResolvConf): string {
  return visibleLines(formatResolvConf(resolvConf));
}

const OMITTED = {
  TOO_MANY: `only the first ${MAX_SEARCHES} are used`,
  TOO_LONG: `it is longer than ${MAX_SEARCH_BYTES} bytes`,
  LIST_TOO_LONG: `the list would be longer than ${MAX_SEARCH_LIST_BYTES} bytes`,
} as const;

const BASES = {
  cluster: 'cluster DNS',
  node: "the node's resolv.conf",
  none: 'dnsConfig only',
} as const;

const RULES: { readonly [rule in PodResolvConf['rule']]: string } = {
  NONE: 'policy None',
  CLUSTER_FIRST: 'policy ClusterFirst',
  CLUSTER_FIRST_WITH_HOST_NET: 'policy ClusterFirstWithHostNet',
  UNKNOWN_POLICY: 'unknown policy, used as ClusterFirst',
  DEFAULT: 'policy Default',
  HOST_NETWORK: 'policy ClusterFirst with hostNetwork, used as Default',
  NO_CLUSTER_DNS: 'the kubelet has no cluster DNS server',
};

/** Explains the file: where it comes from, what was omitted, and the events of the kubelet. */
export function* notesOn({ base, rule, omitted, events }: PodResolvConf): Generator<string, void> {
  yield `Based on ${BASES[base]} (${RULES[rule]})`;
  for (const ip of omitted.nameservers) {
    yield `Omitted nameserver ${ip}: only the first ${MAX_NAMESERVERS} are used`;
  }
  for (const { domain, rule: reason } of omitted.searches) {
    yield `Omitted search ${domain}: ${OMITTED[reason]}`;
  }
  for (const { object, type, reason, message } of events) {
    yield `Event of the ${object}: ${type} ${reason} ${message}`;
  }
}
