import { KubesemError, type Pod } from '@kubesem/core';
import {
  explainLookup,
  formatResolvConf,
  type Libc,
  type NodeResolver,
  nodeResolvConfWarnings,
  type PodResolvConf,
  podResolvConf,
  validatePodDns,
} from '@kubesem/dns';
import type { Cluster } from '@kubesem/inspect';
import {
  type LocatedProblem,
  locate,
  readClusterFiles,
  readTextFile,
  writeErrors,
  writeProblems,
  zoneOf,
} from './cluster-input.js';
import type { DnsQueryFlags } from './dns-zone-command.js';
import { InputError } from './inputs.js';
import { renderLookup, renderResolvConfNotes } from './render-dns.js';
import { renderReport } from './structured.js';
import { type Terminal, visible } from './terminal.js';

/** The flags of `kubesem dns resolv`. */
export interface DnsResolvFlags extends DnsQueryFlags {
  readonly from: PodReference;
  /** A file. */
  readonly nodeResolvConf?: string | undefined;
  /** Addresses. */
  readonly clusterDns?: readonly string[] | undefined;
}

/** The flags of `kubesem dns lookup`. */
export interface DnsLookupFlags extends DnsResolvFlags {
  readonly libc: Libc;
}

/** Which Pod a name is looked up from. */
export interface PodReference {
  readonly namespace: string;
  readonly name: string;
}

/**
 * Prints the resolv.conf of a Pod, and how the kubelet comes to it.
 *
 * @param flags - which Pod, on which node, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken, or the API server would not take the Pod
 */
export async function dnsResolvCommand(flags: DnsResolvFlags, terminal: Terminal): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(flags.filename, terminal);
  return orError(terminal, async () => {
    const { pod, node, refusals } = await podAndNode(cluster, flags, terminal);
    const resolvConf = podResolvConf(pod, node);
    const nodeEvents = nodeResolvConfWarnings(node);
    const all = { ...resolvConf, events: [...nodeEvents, ...resolvConf.events] };
    const { stdout, stderr } = terminal;
    if (flags.output !== 'table') {
      stdout.write(renderReport(all, [...cluster.problems, ...refusals], flags.output));
    } else {
      stdout.write(formatResolvConf(resolvConf).split('\n').map(visible).join('\n'));
      stderr.write(renderResolvConfNotes(all, stderr.colors));
    }
    noteUnknownNode(resolvConf, flags, terminal);
    return isBroken || refusals.length > 0 ? 1 : 0;
  });
}

/**
 * Shows how a name is looked up from a Pod: each name that is asked, its answer, and why there is none.
 *
 * @param name - as a program in the Pod looks it up
 * @param flags - which Pod, on which node, with which resolver, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if the name is not found, anything is broken, or the API server would not take the Pod
 */
export async function dnsLookupCommand(
  name: string,
  flags: DnsLookupFlags,
  terminal: Terminal,
): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(flags.filename, terminal);
  const { clusterDomain, libc, output } = flags;
  return orError(terminal, async () => {
    const { pod, node, refusals } = await podAndNode(cluster, flags, terminal);
    const { zone, warnings } = zoneOf(cluster, { clusterDomain }, terminal);
    const explanation = explainLookup(name, pod, { zone, node, libc });
    const { stdout } = terminal;
    const problems = [...cluster.problems, ...refusals, ...warnings];
    stdout.write(
      output === 'table'
        ? renderLookup(explanation, stdout.colors)
        : renderReport({ name, from: flags.from, libc, ...explanation }, problems, output),
    );
    noteUnknownNode(explanation.resolvConf, flags, terminal);
    const isFound = explanation.hit !== undefined || explanation.rule === 'ADDRESS';
    return isFound && !isBroken && refusals.length === 0 ? 0 : 1;
  });
}

/** What the library or a file objects to is an error of the input; it is for people, and has its place in it. */
async function orError(terminal: Terminal, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InputError || error instanceof KubesemError)) {
      throw error;
    }
    writeErrors([error.message], terminal);
    return 1;
  }
}

/** What a `resolv.conf` is made for. */
interface PodAndNode {
  readonly pod: Pod;
  readonly node: NodeResolver;
  /** What the API server has against the Pod. */
  readonly refusals: readonly LocatedProblem[];
}

/** kubeadm's, if its Service is not in the files. Source: `k8s.io/kubernetes/cmd/kubeadm` v1.37.1. */
const CLUSTER_DNS = '10.96.0.10';

async function podAndNode(
  cluster: Cluster,
  { from, filename, nodeResolvConf, clusterDns, clusterDomain }: DnsResolvFlags,
  terminal: Terminal,
): Promise<PodAndNode> {
  const index = cluster.pods.findIndex(
    ({ metadata }) =>
      (metadata?.namespace || 'default') === from.namespace && metadata?.name === from.name,
  );
  const pod = cluster.pods[index];
  if (pod === undefined) {
    const files = filename.join(', ');
    throw new InputError(`${files}: expected a Pod ${from.namespace}/${from.name}, found none`);
  }
  const node = {
    // Without a file the kubelet would take the loopback address for the server.
    resolvConf: nodeResolvConf === undefined ? '' : await readTextFile(nodeResolvConf, terminal),
    resolvConfPath: nodeResolvConf,
    clusterDNS: clusterDns ?? dnsServiceIps(cluster),
    clusterDomain,
  };
  const refusals = refusalsOf(pod, `pods[${index}]`, cluster);
  writeProblems(refusals, terminal);
  if (refusals.some(({ code }) => code === 'INVALID_TYPE')) {
    throw new InputError(`Pod ${from.namespace}/${from.name} cannot be read`);
  }
  return { pod, node, refusals };
}

function refusalsOf(pod: Pod, place: string, cluster: Cluster): readonly LocatedProblem[] {
  const problems = validatePodDns(pod).map(({ code, path, value, message }) => {
    const found = value === undefined ? '' : ` ${JSON.stringify(value)}`;
    return { code, path: `${place}.${path}`, message: `${path}${found}: ${message}` };
  });
  return locate('error', problems, cluster);
}

/** The Service of the cluster's DNS has the name of its first server, whatever server it is. */
function dnsServiceIps({ services }: Cluster): readonly string[] {
  const { spec } =
    services.find(
      ({ metadata }) => metadata?.namespace === 'kube-system' && metadata.name === 'kube-dns',
    ) ?? {};
  const ip = spec?.clusterIP ?? '';
  return [ip === '' || ip === 'None' ? CLUSTER_DNS : ip];
}

function noteUnknownNode(
  { base }: PodResolvConf,
  { nodeResolvConf }: DnsResolvFlags,
  { stderr }: Terminal,
): void {
  if (base === 'node' && nodeResolvConf === undefined) {
    const note = "the node's resolv.conf is not known; --node-resolv-conf gives it";
    stderr.write(`${stderr.colors.dim(note)}\n`);
  }
}
