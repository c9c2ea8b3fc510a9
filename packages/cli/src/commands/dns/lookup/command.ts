import { explainLookup, type Libc } from '@kubesem/dns';
import { type Command, Option } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { withPod } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { renderModel } from '../../../output/structured.js';
import { readClusterFiles, zoneOf } from '../read-cluster.js';
import { type DnsPodFlags, noteUnknownNode, orInputError, readPodAndNode } from '../read-pod.js';
import { renderLookup } from './render.js';

/** The flags of `kubesem dns lookup`. */
interface LookupFlags extends DnsPodFlags {
  readonly libc: Libc;
}

/** Adds `kubesem dns lookup`. */
export function addLookup(dns: Command, { terminal, finish }: CommandContext): void {
  withPod(dns.command('lookup'))
    .description('Look up a name from a Pod: show each name that is tried, and why none is found')
    .argument('<NAME>', 'Name as a program in the Pod looks it up')
    .addOption(
      new Option('--libc <LIBC>', 'C library of the container (decides how names are resolved)')
        .choices(['glibc', 'musl', 'windows'])
        .default('glibc'),
    )
    .action(async (name: string, flags: LookupFlags, command: Command) => {
      requireOneStdin([...flags.filename, flags.nodeResolvConf], command);
      finish(await lookup(name, flags, terminal));
    });
}

async function lookup(name: string, flags: LookupFlags, terminal: Terminal): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(flags.filename, flags, terminal);
  const { from, libc, output, clusterDomain } = flags;
  return orInputError(terminal, async () => {
    const { pod, node, rejections } = await readPodAndNode(cluster, flags, terminal);
    const { zone, zoneProblems } = zoneOf(cluster, clusterDomain, terminal);
    const explanation = explainLookup(name, pod, { zone, node, libc });
    const problems = [...cluster.problems, ...rejections, ...zoneProblems];
    const { stdout } = terminal;
    stdout.write(
      output === 'table'
        ? renderLookup(explanation, stdout.colors)
        : renderModel({ name, from, libc, ...explanation, problems }, output),
    );
    noteUnknownNode(explanation.resolvConf, flags, terminal);
    const isFound = explanation.hit !== undefined || explanation.rule === 'ADDRESS';
    const isBad = isBroken || hasErrors([...rejections, ...zoneProblems]);
    return isFound && !isBad ? OK : FAILED;
  });
}
