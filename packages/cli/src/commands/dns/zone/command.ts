import { formatZone, zoneRecords } from '@kubesem/dns';
import type { Command } from 'commander';
import { type CommandContext, FAILED, inputOf, OK, requireInput } from '../../../context.js';
import { DNS_RESOURCES } from '../../../io/cluster/resources.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { outputOption, pathsArgument, withClusterDomain, withInput } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { writeResult } from '../../../output/write.js';
import { type DnsFlags, readClusterFiles, zoneOf } from '../read-cluster.js';

/** Adds `kubesem dns zone`. */
export function addZone(dns: Command, { terminal, finish }: CommandContext): void {
  withInput(withClusterDomain(dns.command('zone')), 'Objects of the cluster')
    .addOption(outputOption('table', 'json', 'yaml'))
    .description('Print the records of the cluster as a zone file')
    .addArgument(pathsArgument())
    .action(async (paths: string[], flags: DnsFlags, command: Command) => {
      const input = inputOf(paths, flags, DNS_RESOURCES);
      requireInput(input, command, terminal);
      finish(await zone(input, flags, terminal));
    });
}

async function zone(input: Input, flags: DnsFlags, terminal: Terminal): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  const { zone: found, zoneProblems } = zoneOf(cluster, flags.clusterDomain, terminal);
  const problems = [...cluster.problems, ...zoneProblems];
  writeResult(flags, terminal, {
    text: () => formatZone(found),
    model: () => ({ records: zoneRecords(found), problems }),
  });
  return isBroken || hasErrors(zoneProblems) ? FAILED : OK;
}
