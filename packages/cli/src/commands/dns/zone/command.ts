import { formatZone, zoneRecords } from '@kubesem/dns';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireInput } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { pathsArgument, withClusterDomain } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { renderModel } from '../../../output/structured.js';
import { type DnsFlags, readClusterFiles, zoneOf } from '../read-cluster.js';

/** Adds `kubesem dns zone`. */
export function addZone(dns: Command, { terminal, finish }: CommandContext): void {
  withClusterDomain(dns.command('zone'))
    .description('Print the records of the cluster as a zone file')
    .addArgument(pathsArgument())
    .action(async (paths: string[], flags: DnsFlags, command: Command) => {
      requireInput(paths, command, terminal);
      finish(await zone(paths, flags, terminal));
    });
}

async function zone(
  paths: readonly string[],
  flags: DnsFlags,
  terminal: Terminal,
): Promise<number> {
  const { output, clusterDomain } = flags;
  const { cluster, isBroken } = await readClusterFiles(paths, flags, terminal);
  const { zone: found, zoneProblems } = zoneOf(cluster, clusterDomain, terminal);
  const problems = [...cluster.problems, ...zoneProblems];
  terminal.stdout.write(
    output === 'table'
      ? formatZone(found)
      : renderModel({ records: zoneRecords(found), problems }, output),
  );
  return isBroken || hasErrors(zoneProblems) ? FAILED : OK;
}
