import { ENDPOINT_SLICE, SERVICE } from '@kubesem/core/kinds';
import { nodeResolvConfWarnings, podResolvConf } from '@kubesem/dns';
import type { Command } from 'commander';
import {
  type CommandContext,
  FAILED,
  inputOf,
  OK,
  requireNamedInput,
  requireOneStdin,
} from '../../../context.js';
import { DNS_RESOURCES, ifUnlisted } from '../../../io/cluster/resources.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { morePathsArgument, outputOption, withPod } from '../../../options.js';
import { hasErrors, writeNotes } from '../../../output/problems.js';
import { isText, writeResult } from '../../../output/write.js';
import { readClusterFiles } from '../read-cluster.js';
import { type DnsPodFlags, noteUnknownNode, orInputError, readPodAndNode } from '../read-pod.js';
import { notesOn, renderResolvConf } from './render.js';

/** Services only say which address the DNS server has, which is that of the kubelet's settings otherwise. */
const RESOURCES = ifUnlisted(DNS_RESOURCES, 'WARNING', [SERVICE.kind, ENDPOINT_SLICE.kind]);

/** Adds `kubesem dns resolv`. */
export function addResolv(dns: Command, { terminal, finish }: CommandContext): void {
  withPod(dns.command('resolv'))
    .addOption(outputOption('table', 'json', 'yaml'))
    .description('Print the resolv.conf of a Pod, with omitted entries and kubelet events')
    .addArgument(morePathsArgument())
    .action(async (paths: string[], flags: DnsPodFlags, command: Command) => {
      const input = inputOf(paths, flags, RESOURCES);
      requireNamedInput(input, command);
      requireOneStdin([...input.paths, flags.nodeResolvConf], command);
      finish(await resolv(input, flags, terminal));
    });
}

async function resolv(input: Input, flags: DnsPodFlags, terminal: Terminal): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  return orInputError(terminal, async () => {
    const { pod, node, rejections } = await readPodAndNode(cluster, input, flags, terminal);
    const resolvConf = podResolvConf(pod, node);
    const model = {
      ...resolvConf,
      events: [...nodeResolvConfWarnings(node), ...resolvConf.events],
      problems: [...cluster.problems, ...rejections],
    };
    writeResult(flags, terminal, { text: () => renderResolvConf(model), model: () => model });
    writeNotes(isText(flags) ? notesOn(model) : [], terminal);
    noteUnknownNode(model, flags, terminal);
    return isBroken || hasErrors(rejections) ? FAILED : OK;
  });
}
