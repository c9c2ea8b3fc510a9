import { ENDPOINT_SLICE, SERVICE } from '@kubesem/core/kinds';
import {
  formatResolvConf,
  MAX_NAMESERVERS,
  MAX_SEARCH_BYTES,
  MAX_SEARCH_LIST_BYTES,
  MAX_SEARCHES,
  nodeResolvConfEvents,
  type PodResolvConf,
  podResolvConf,
} from '@kubesem/dns';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { DNS_RESOURCES, ifUnlisted } from '../../io/cluster/resources.js';
import { visibleLines } from '../../output/text.js';
import { answerOnPod, POD_FLAGS, podReads, unknownNode } from './pod.js';

/** Services only say which address the DNS server has, which is that of the kubelet's settings otherwise. */
const RESOURCES = ifUnlisted(DNS_RESOURCES, 'WARNING', [SERVICE.kind, ENDPOINT_SLICE.kind]);

/** `kubesem dns resolv`. */
export const resolv: AddCommand = command({
  name: 'resolv',
  summary: 'Print the resolv.conf of a Pod, with omitted entries and kubelet events',
  arguments: { paths: flags.MORE_PATHS },
  flags: { ...POD_FLAGS, output: flags.output('table', 'json', 'yaml') },
  reads: (asked) => podReads(asked, RESOURCES),
  answer: (asked, terminal) =>
    answerOnPod(asked, terminal, ({ pod, node, problems }) => {
      const resolvConf = podResolvConf(pod, node);
      const events = [...nodeResolvConfEvents(node), ...resolvConf.events];
      const model = { ...resolvConf, events, problems };
      // What cannot be written to the file is an error only if it is asked for.
      const text = asked.output === 'table' ? visibleLines(formatResolvConf(model)) : '';
      return {
        text: () => text,
        model: () => model,
        notes: notesOn(model),
        remarks: unknownNode(model, asked),
      };
    }),
});

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
function* notesOn({ base, rule, omitted, events }: PodResolvConf): Generator<string, void> {
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
