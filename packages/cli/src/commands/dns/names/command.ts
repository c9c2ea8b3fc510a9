import { dnsNames } from '@kubesem/inspect';
import type { Command } from 'commander';
import { type CommandContext, FAILED, inputOf, OK, requireInput } from '../../../context.js';
import { DNS_RESOURCES } from '../../../io/cluster/resources.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  pathsArgument,
  withClusterDomain,
  withColumns,
  withInput,
  withTable,
} from '../../../options.js';
import { hasErrors, writeProblems } from '../../../output/problems.js';
import { renderTable } from '../../../output/table/render.js';
import { writeResult } from '../../../output/write.js';
import { type DnsFlags, readClusterFiles } from '../read-cluster.js';
import { dnsNamesTable } from './render.js';

/** Adds `kubesem dns names`. */
export function addNames(dns: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withInput(withClusterDomain(dns.command('names')), 'Objects of the cluster'), 'name'),
    'object',
    'type',
    'name',
  )
    .description('List the DNS names of Services and Pods')
    .addArgument(pathsArgument())
    .action(async (paths: string[], flags: DnsFlags, command: Command) => {
      const input = inputOf(paths, flags, DNS_RESOURCES);
      requireInput(input, command, terminal);
      finish(await names(input, flags, terminal));
    });
}

async function names(input: Input, flags: DnsFlags, terminal: Terminal): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  const { objects, problems } = dnsNames(cluster, { clusterDomain: flags.clusterDomain });
  const table = dnsNamesTable(objects);
  writeResult(flags, terminal, {
    text: (layout) => (objects.length > 0 ? renderTable(table, layout) : ''),
    table: () => table,
    names: () => objects.flatMap((object) => object.names.map(({ name }) => name)),
    model: () => ({ objects, problems: [...cluster.problems, ...problems] }),
  });
  writeProblems(problems, terminal);
  return isBroken || hasErrors(problems) ? FAILED : OK;
}
