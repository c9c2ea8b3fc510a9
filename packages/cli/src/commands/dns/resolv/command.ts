import { nodeResolvConfWarnings, podResolvConf } from '@kubesem/dns';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { withPod } from '../../../options.js';
import { hasErrors, writeNotes } from '../../../output/problems.js';
import { renderModel } from '../../../output/structured.js';
import { readClusterFiles } from '../read-cluster.js';
import { type DnsPodFlags, noteUnknownNode, orInputError, readPodAndNode } from '../read-pod.js';
import { notesOn, renderResolvConf } from './render.js';

/** Adds `kubesem dns resolv`. */
export function addResolv(dns: Command, { terminal, finish }: CommandContext): void {
  withPod(dns.command('resolv'))
    .description('Print the resolv.conf of a Pod, with omitted entries and kubelet events')
    .action(async (flags: DnsPodFlags, command: Command) => {
      requireOneStdin([...flags.filename, flags.nodeResolvConf], command);
      finish(await resolv(flags, terminal));
    });
}

async function resolv(flags: DnsPodFlags, terminal: Terminal): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(flags.filename, flags, terminal);
  return orInputError(terminal, async () => {
    const { pod, node, rejections } = await readPodAndNode(cluster, flags, terminal);
    const resolvConf = podResolvConf(pod, node);
    const model = {
      ...resolvConf,
      events: [...nodeResolvConfWarnings(node), ...resolvConf.events],
      problems: [...cluster.problems, ...rejections],
    };
    const isTable = flags.output === 'table';
    terminal.stdout.write(
      flags.output === 'table' ? renderResolvConf(model) : renderModel(model, flags.output),
    );
    writeNotes(isTable ? notesOn(model) : [], terminal);
    noteUnknownNode(model, flags, terminal);
    return isBroken || hasErrors(rejections) ? FAILED : OK;
  });
}
