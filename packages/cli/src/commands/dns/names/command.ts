import { dnsNames } from '@kubesem/inspect';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireInput } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { pathsArgument, withClusterDomain } from '../../../options.js';
import { hasErrors, writeProblems } from '../../../output/problems.js';
import { renderModel } from '../../../output/structured.js';
import { type DnsFlags, readClusterFiles } from '../read-cluster.js';
import { renderDnsNames } from './render.js';

/** Adds `kubesem dns names`. */
export function addNames(dns: Command, { terminal, finish }: CommandContext): void {
  withClusterDomain(dns.command('names'))
    .description('List the DNS names of Services and Pods')
    .addArgument(pathsArgument())
    .action(async (paths: string[], flags: DnsFlags, command: Command) => {
      requireInput(paths, command, terminal);
      finish(await names(paths, flags, terminal));
    });
}

async function names(
  paths: readonly string[],
  flags: DnsFlags,
  terminal: Terminal,
): Promise<number> {
  const { output, clusterDomain } = flags;
  const { cluster, isBroken } = await readClusterFiles(paths, flags, terminal);
  const { objects, problems } = dnsNames(cluster, { clusterDomain });
  const { stdout } = terminal;
  if (output !== 'table') {
    stdout.write(renderModel({ objects, problems: [...cluster.problems, ...problems] }, output));
  } else if (objects.length > 0) {
    stdout.write(renderDnsNames(objects, stdout.colors));
  }
  writeProblems(problems, terminal);
  return isBroken || hasErrors(problems) ? FAILED : OK;
}
