import { query as ask } from '@kubesem/dns';
import { Argument, type Command, InvalidArgumentError } from 'commander';
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
import { withClusterDomain, withColumns, withInput, withTable } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { writeResult } from '../../../output/write.js';
import { type DnsFlags, readClusterFiles, zoneOf } from '../read-cluster.js';
import { type QueryModel, recordsTable, renderAnswer } from './render.js';

const TYPES = ['A', 'AAAA', 'SRV', 'CNAME', 'PTR', 'TXT'];

/** Adds `kubesem dns query`. */
export function addQuery(dns: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withInput(withClusterDomain(dns.command('query')), 'Objects of the cluster')),
    'answers',
    'type',
    'ttl',
    'data',
  )
    .description('Ask the DNS server of the cluster one question')
    .argument('<NAME>', 'Fully qualified name')
    .addArgument(
      new Argument('[TYPE]', 'Record type').choices(TYPES).argParser(recordType).default('A'),
    )
    .action(async (name: string, type: string, flags: DnsFlags, command: Command) => {
      const input = inputOf([], flags, DNS_RESOURCES);
      requireNamedInput(input, command);
      requireOneStdin(input.paths, command);
      finish(await query({ name, type }, input, flags, terminal));
    });
}

async function query(
  { name, type }: { readonly name: string; readonly type: string },
  input: Input,
  flags: DnsFlags,
  terminal: Terminal,
): Promise<number> {
  const { clusterDomain } = flags;
  const { cluster, isBroken } = await readClusterFiles(input, terminal);
  const { zone, zoneProblems } = zoneOf(cluster, clusterDomain, terminal);
  const model: QueryModel = { name, type, ...ask(zone, name, type) };
  writeResult(flags, terminal, {
    text: (layout) => renderAnswer(model, layout),
    table: () => recordsTable('ANSWERS', model.answers),
    model: () => ({ ...model, problems: [...cluster.problems, ...zoneProblems] }),
  });
  return isBroken || hasErrors(zoneProblems) || model.code !== 'NOERROR' ? FAILED : OK;
}

function recordType(text: string): string {
  const type = text.toUpperCase();
  if (!TYPES.includes(type)) {
    throw new InvalidArgumentError(`Use one of ${TYPES.join(', ')}.`);
  }
  return type;
}
