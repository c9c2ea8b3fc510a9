import type { Pod } from '@kubesem/core';
import {
  type NodeResolver,
  nodeResolvConfEvents,
  type PodResolvConf,
  podResolvConf,
  type ResolverEvent,
} from '@kubesem/dns';
import { attempt } from '../../harness/comparison.js';
import type { Json } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { resolverExamples } from './examples.js';
import { kubelet, resolverPod } from './generator.js';

/** The events as text. */
function textOf(events: readonly ResolverEvent[]): string {
  return JSON.stringify(
    events.map(({ object, type, reason, message }) => [object, type, reason, message]),
  );
}

/** The parts of the answer, as text. */
function parts(config: PodResolvConf): { [part: string]: string } {
  return {
    servers: JSON.stringify(config.nameservers),
    searches: JSON.stringify(config.searches),
    // Go iterates over a map, so the order is random.
    options: JSON.stringify([...config.options].sort(byBytes)),
    events: textOf(config.events),
  };
}

/** The Pod as the kubelet treats it if it is on the host network and has no policy. */
function unfilled(pod: Pod): Pod {
  const isUnfilled = !pod.spec?.dnsPolicy && pod.spec?.hostNetwork === true;
  return isUnfilled ? { ...pod, spec: { ...pod.spec, dnsPolicy: 'ClusterFirstWithHostNet' } } : pod;
}

const resolver: Operation = {
  name: 'dns.podResolvConf',
  program: 'kubernetes',
  examples: resolverExamples,
  generate: (random) => ({ pod: resolverPod(random), node: kubelet(random) }),
  compare(input, theirs, comparison) {
    const { pod, node: kubelet } = input as unknown as { pod: Pod; node: NodeResolver };
    const configOf = (of: Pod) => podResolvConf(of, { clusterDomain: '', ...kubelet });
    const ours = attempt(() => configOf(pod));
    if (theirs.err !== undefined) {
      comparison.field('error', 'INVALID_RESOLV_CONF', ours.code);
      return;
    }
    const out = theirs.out as unknown as Theirs;
    const our = parts(ours.value as PodResolvConf);
    for (const [part, their] of Object.entries(
      parts({ ...out, nameservers: out.servers } as never),
    )) {
      comparison.field(part, their, our[part], () => {
        const isFilledIn = parts(configOf(unfilled(pod)))[part] === their;
        return isFilledIn ? 'dns-policy-filled-in' : undefined;
      });
    }
  },
  kind(input, theirs) {
    const { pod, node: kubelet } = input as unknown as { pod: Pod; node: NodeResolver };
    const { events = [], options = [] } = (theirs.out ?? {}) as unknown as Partial<Theirs>;
    const { dnsPolicy, hostNetwork, dnsConfig } = pod.spec ?? {};
    const raised = events.map(({ reason, message }) => reason + message.charAt(0));
    const has = [kubelet.resolvConf, kubelet.clusterDNS?.length, kubelet.clusterDomain].map(
      Boolean,
    );
    return `${[dnsPolicy, hostNetwork === true, dnsConfig == null, ...has, theirs.err, raised, options.length > 1]}`;
  },
};

interface Theirs {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
  readonly events: readonly ResolverEvent[];
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const limits: Operation = {
  name: 'dns.nodeLimits',
  program: 'kubernetes',
  examples: () => [...resolverExamples()].map(({ node }) => ({ node: node as Json })),
  generate: (random) => ({ node: kubelet(random) }),
  compare(input, theirs, comparison) {
    const { node: kubelet } = input as unknown as { node: NodeResolver };
    const warnings = nodeResolvConfEvents({ clusterDomain: '', ...kubelet });
    // Without a file the kubelet checks nothing.
    const isAsked = kubelet.resolvConf != null;
    const events = isAsked ? (theirs.out as unknown as readonly ResolverEvent[]) : [];
    comparison.field('events', textOf(events), textOf(warnings));
  },
  kind(input, theirs) {
    const { node: kubelet } = input as unknown as { node: NodeResolver };
    const [event] = theirs.out as unknown as readonly ResolverEvent[];
    return `${kubelet.clusterDomain === ''},${kubelet.resolvConf == null},${event?.message}`;
  },
};

/** Resolver configuration of Pods and nodes. */
export const resolverOperations: readonly Operation[] = [resolver, limits];
