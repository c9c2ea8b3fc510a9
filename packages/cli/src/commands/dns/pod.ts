import { type FieldProblem, identityOf, KubesemError, originOf, type Pod } from '@kubesem/core';
import { appendAll, readIpAddress } from '@kubesem/core/internal';
import { clusterDnsAddresses, type NodeResolver, type PodResolvConf } from '@kubesem/dns';
import { type NetworkCluster, type PlacedProblem } from '@kubesem/inspect';
import { problemIn } from '@kubesem/inspect/internal';
import { validatePod } from '@kubesem/validation/pod';
import { InvalidArgumentError } from 'commander';
import type { Answer } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import type { Reads } from '../../frame/input.js';
import type { Resource } from '../../io/cluster/resources.js';
import { fullName, isWanted } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import { readTextFile } from '../../io/read.js';
import { InputError } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { notFound } from '../../output/not-found.js';
import { CLUSTER_DOMAIN, readNetwork } from '../../shared/network.js';

/** The flags of all commands about names: the domain of the cluster, and its objects. */
export const DNS_FLAGS = { ...CLUSTER_DOMAIN, ...flags.input('Objects of the cluster') };

/** Which Pod a name is looked up from. */
interface PodReference {
  readonly namespace: string;
  readonly name: string;
}

/** The flags of commands about the resolver of a Pod. */
export const POD_FLAGS = {
  ...DNS_FLAGS,
  from: flags.required(
    flags.value('--from <NAMESPACE/POD>', 'Pod that looks up names', podReference),
  ),
  nodeResolvConf: flags.value('--node-resolv-conf <FILE>', "The node's resolv.conf"),
  clusterDns: flags.list(
    '--cluster-dns <IP>',
    'DNS server of the cluster (repeatable; default: the Service kube-system/kube-dns, or 10.96.0.10)',
    (text) => [address(text)],
  ),
};

function podReference(text: string): PodReference {
  const [namespace = '', name = '', ...more] = text.split('/');
  if (namespace === '' || name === '' || more.length > 0) {
    throw new InvalidArgumentError('Use a namespace and a Pod, such as test/client.');
  }
  return { namespace, name };
}

function address(text: string): string {
  if (typeof readIpAddress(text) === 'string') {
    throw new InvalidArgumentError('Use an IP address, such as 10.96.0.10.');
  }
  return text;
}

type Asked = Pick<
  flags.ValuesOf<typeof POD_FLAGS>,
  'namespace' | 'clusterDomain' | 'from' | 'nodeResolvConf' | 'clusterDns'
>;

/** What such a command reads. */
export function podReads(
  { namespace, nodeResolvConf }: Asked,
  resources: readonly Resource[],
): Reads {
  return { resources, namespace, files: [nodeResolvConf], mustBeNamed: true };
}

/** A Pod, and the node whose kubelet writes its `resolv.conf`. */
interface PodAndNode {
  readonly cluster: NetworkCluster;
  readonly pod: Pod;
  readonly node: NodeResolver;
  /** What is wrong with the objects, and why the API server would reject the Pod: the kubelet goes on nevertheless. */
  readonly problems: PlacedProblem[];
}

/**
 * Finds a Pod, reads the resolver configuration of its node, and answers; what a library or a file rejects is an error of
 * the input.
 *
 * @param asked - which Pod, and what is known about its node
 * @param terminal - standard input, and standard error for the progress
 * @param answer - receives what was read; it may add problems
 */
export async function answerOnPod(
  asked: Asked & { readonly input: Input },
  terminal: Terminal,
  answer: (read: PodAndNode) => Answer,
): Promise<Answer> {
  const { cluster, errors } = await readNetwork(asked.input, terminal);
  const problems = [...cluster.problems];
  try {
    const pod = findPod(cluster, asked, problems);
    const node = await readNode(cluster, asked, terminal);
    return { ...answer({ cluster, pod, node, problems }), problems, errors };
  } catch (error) {
    if (!(error instanceof InputError || error instanceof KubesemError)) {
      throw error;
    }
    return { problems, errors: [...errors, error.message] };
  }
}

function findPod(
  cluster: NetworkCluster,
  { input, from }: { readonly input: Input; readonly from: PodReference },
  problems: PlacedProblem[],
): Pod {
  const known = cluster.pods.map(identityOf);
  const index = known.findIndex((pod) => isWanted(pod, from));
  const pod = cluster.pods[index];
  if (pod === undefined) {
    throw new InputError(notFound(input, `Pod ${from.name}`, from, known));
  }
  const rejections = rejectionsOf(pod, index, cluster);
  appendAll(problems, rejections);
  if (rejections.some(({ code }) => code === 'INVALID_TYPE')) {
    throw new InputError(`Pod ${fullName(from)} cannot be read`);
  }
  // The namespace in which kubectl would create it.
  return { ...pod, metadata: { ...pod.metadata, namespace: from.namespace } };
}

async function readNode(
  { services }: NetworkCluster,
  { nodeResolvConf: path, clusterDns, clusterDomain }: Asked,
  terminal: Terminal,
): Promise<NodeResolver> {
  return {
    // Without a file, a kubelet would use the loopback address as the server.
    resolvConf: path === undefined ? '' : (await readTextFile(path, terminal)).text,
    resolvConfPath: path,
    clusterDNS: clusterDns.length === 0 ? clusterDnsAddresses(services) : clusterDns,
    clusterDomain,
  };
}

/** The fields of a Pod that its resolver and its host name depend on. */
const READ_FIELDS: ReadonlySet<unknown> = new Set([
  'dnsPolicy',
  'dnsConfig',
  'hostname',
  'subdomain',
  'setHostnameAsFQDN',
  'hostnameOverride',
  'hostNetwork',
]);

/** Whether the answer depends on the field of a problem; no field can be read if one has the wrong type. */
function isRead({ code, segments: [part, field] }: FieldProblem): boolean {
  return code === 'INVALID_TYPE' || (part === 'spec' && READ_FIELDS.has(field));
}

function rejectionsOf(
  pod: Pod,
  index: number,
  { place }: NetworkCluster,
): readonly PlacedProblem[] {
  const isStored = originOf(pod) === 'STORED';
  return validatePod(pod)
    .filter(isRead)
    .flatMap((problem) => {
      const segments = ['pods', index, ...problem.segments];
      return place({ ...problemIn(problem, isStored), segments }) ?? [];
    });
}

/** Says that a part of a `resolv.conf` is missing. */
export function unknownNode({ base }: PodResolvConf, { nodeResolvConf }: Asked): readonly string[] {
  return base === 'node' && nodeResolvConf === undefined
    ? ["The node's resolv.conf is unknown; pass it with --node-resolv-conf."]
    : [];
}
