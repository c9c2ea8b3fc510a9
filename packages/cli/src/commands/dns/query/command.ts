import { query as ask } from '@kubesem/dns';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { filenameOption, withClusterDomain } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { renderModel } from '../../../output/structured.js';
import { type DnsFileFlags, readClusterFiles, zoneOf } from '../read-cluster.js';
import { type QueryModel, renderAnswer } from './render.js';

const TYPES = ['A', 'AAAA', 'SRV', 'CNAME', 'PTR', 'TXT'];

/** Adds `kubesem dns query`. */
export function addQuery(dns: Command, { terminal, finish }: CommandContext): void {
  withClusterDomain(dns.command('query'))
    .description('Ask the DNS server of the cluster one question')
    .argument('<NAME>', 'Fully qualified name')
    .argument('[TYPE]', `Record type: ${TYPES.join(', ')}`, recordType, 'A')
    .addOption(filenameOption('Objects of the cluster').makeOptionMandatory())
    .action(async (name: string, type: string, flags: DnsFileFlags, command: Command) => {
      requireOneStdin(flags.filename, command);
      finish(await query(name, type, flags, terminal));
    });
}

async function query(
  name: string,
  type: string,
  flags: DnsFileFlags,
  terminal: Terminal,
): Promise<number> {
  const { output, clusterDomain, filename } = flags;
  const { cluster, isBroken } = await readClusterFiles(filename, flags, terminal);
  const { zone, zoneProblems } = zoneOf(cluster, clusterDomain, terminal);
  const model: QueryModel = { name, type, ...ask(zone, name, type) };
  const { stdout } = terminal;
  stdout.write(
    output === 'table'
      ? renderAnswer(model, stdout.colors)
      : renderModel({ ...model, problems: [...cluster.problems, ...zoneProblems] }, output),
  );
  return isBroken || hasErrors(zoneProblems) || model.code !== 'NOERROR' ? FAILED : OK;
}

function recordType(text: string): string {
  const type = text.toUpperCase();
  if (!TYPES.includes(type)) {
    throw new InvalidArgumentError(`Use one of ${TYPES.join(', ')}.`);
  }
  return type;
}
