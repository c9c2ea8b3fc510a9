import { identityOf, KubesemError, type Pod } from '@kubesem/core';
import {
  clusterDnsAddresses,
  type NodeResolver,
  type PodResolvConf,
  validatePodDns,
} from '@kubesem/dns';
import type { NetworkCluster, PlacedProblem } from '@kubesem/inspect';
import { FAILED } from '../../context.js';
import { fullName, isWanted } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import { readTextFile } from '../../io/read.js';
import { InputError } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import type { PodReference } from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import type { DnsFlags } from './read-cluster.js';

/** The flags of commands about the resolver of a Pod. */
export interface DnsPodFlags extends DnsFlags {
  readonly from: PodReference;
  /** A file. */
  readonly nodeResolvConf?: string | undefined;
  /** Addresses. */
  readonly clusterDns?: readonly string[] | undefined;
}

/** A Pod, and the node whose kubelet writes its `resolv.conf`. */
export interface PodAndNode {
  readonly pod: Pod;
  readonly node: NodeResolver;
  /** Why the API server would reject the Pod. */
  readonly rejections: readonly PlacedProblem[];
}

/**
 * Finds a Pod and reads the resolver configuration of its node. Writes to standard error why the API server would reject
 * the Pod: the kubelet goes on nevertheless.
 *
 * @param cluster - with the Pod
 * @param input - where the cluster was read from
 * @param flags - which Pod, and what is known about its node
 * @param terminal - where to read from and to write to
 * @returns both
 * @throws InputError if the Pod is missing or cannot be read, or the file of the node cannot
 */
export async function readPodAndNode(
  cluster: NetworkCluster,
  input: Input,
  { from, nodeResolvConf, clusterDns, clusterDomain }: DnsPodFlags,
  terminal: Terminal,
): Promise<PodAndNode> {
  const known = cluster.pods.map(identityOf);
  const index = known.findIndex((pod) => isWanted(pod, from));
  const pod = cluster.pods[index];
  const title = `Pod ${fullName(from)}`;
  if (pod === undefined) {
    throw new InputError(notFound(input, `Pod ${from.name}`, from, known));
  }
  // Without a file, a kubelet would use the loopback address as the server.
  const isKnown = nodeResolvConf !== undefined;
  const node = {
    resolvConf: isKnown ? (await readTextFile(nodeResolvConf, terminal)).text : '',
    resolvConfPath: nodeResolvConf,
    clusterDNS: clusterDns ?? clusterDnsAddresses(cluster.services),
    clusterDomain,
  };
  const rejections = rejectionsOf(pod, index, cluster);
  writeProblems(rejections, terminal);
  if (rejections.some(({ code }) => code === 'INVALID_TYPE')) {
    throw new InputError(`${title} cannot be read`);
  }
  // The namespace in which kubectl would create it.
  const metadata = { ...pod.metadata, namespace: from.namespace };
  return { pod: { ...pod, metadata }, node, rejections };
}

function rejectionsOf(
  pod: Pod,
  index: number,
  { place }: NetworkCluster,
): readonly PlacedProblem[] {
  return validatePodDns(pod).flatMap((problem) => {
    const segments = ['pods', index, ...problem.segments];
    return place({ ...problem, segments }) ?? [];
  });
}

/** Runs a command; what a library or a file rejects is an error of the input. */
export async function orInputError(
  terminal: Terminal,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InputError || error instanceof KubesemError)) {
      throw error;
    }
    writeErrors([error.message], terminal);
    return FAILED;
  }
}

/** Says that a part of a `resolv.conf` is missing. */
export function noteUnknownNode(
  { base }: PodResolvConf,
  { nodeResolvConf }: DnsPodFlags,
  terminal: Terminal,
): void {
  if (base === 'node' && nodeResolvConf === undefined) {
    writeNotes(["The node's resolv.conf is unknown; pass it with --node-resolv-conf."], terminal);
  }
}
