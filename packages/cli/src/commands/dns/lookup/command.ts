import { explainLookup, type Libc } from '@kubesem/dns';
import { type Command, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  inputOf,
  OK,
  requireNamedInput,
  requireOneStdin,
} from '../../../context.js';
import { DNS_RESOURCES } from '../../../io/cluster/resources.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { morePathsArgument, withColumns, withPod, withTable } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { writeResult } from '../../../output/write.js';
import { readClusterFiles, zoneOf } from '../read-cluster.js';
import { type DnsPodFlags, noteUnknownNode, orInputError, readPodAndNode } from '../read-pod.js';
import { lookupTable, renderLookup } from './render.js';

/** The flags of `kubesem dns lookup`. */
interface LookupFlags extends DnsPodFlags {
  readonly libc: Libc;
}

/** Adds `kubesem dns lookup`. */
export function addLookup(dns: Command, { terminal, finish }: CommandContext): void {
  withColumns(withTable(withPod(dns.command('lookup'))), 'try', 'name', 'code', 'answer')
    .description('Look up a name from a Pod: show each name that is tried, and why none is found')
    .argument('<NAME>', 'Name as a program in the Pod looks it up')
    .addOption(
      new Option('--libc <LIBC>', 'C library of the container (decides how names are resolved)')
        .choices(['glibc', 'musl', 'windows'])
        .default('glibc'),
    )
    .addArgument(morePathsArgument())
    .action(async (name: string, paths: string[], flags: LookupFlags, command: Command) => {
      const input = inputOf(paths, flags, DNS_RESOURCES);
      requireNamedInput(input, command);
      requireOneStdin([...input.paths, flags.nodeResolvConf], command);
      finish(await lookup(name, input, flags, terminal));
    });
}

async function lookup(
  name: string,
  input: Input,
  flags: LookupFlags,
  terminal: Terminal,
): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  const { from, libc, clusterDomain } = flags;
  return orInputError(terminal, async () => {
    const { pod, node, rejections } = await readPodAndNode(cluster, input, flags, terminal);
    const { zone, zoneProblems } = zoneOf(cluster, clusterDomain, terminal);
    const explanation = explainLookup(name, pod, { zone, node, libc });
    const problems = [...cluster.problems, ...rejections, ...zoneProblems];
    writeResult(flags, terminal, {
      text: (layout) => renderLookup(explanation, layout),
      table: (layout) => lookupTable(explanation, layout),
      model: () => ({ name, from, libc, ...explanation, problems }),
    });
    noteUnknownNode(explanation.resolvConf, flags, terminal);
    const isFound = explanation.hit !== undefined || explanation.rule === 'ADDRESS';
    const isBad = isBroken || hasErrors([...rejections, ...zoneProblems]);
    return isFound && !isBad ? OK : FAILED;
  });
}
