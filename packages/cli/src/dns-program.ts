import { dns1123SubdomainErrors } from '@kubesem/core';
import { safeParseIpAddress } from '@kubesem/dns';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type DnsLookupFlags,
  type DnsResolvFlags,
  dnsLookupCommand,
  dnsResolvCommand,
  type PodReference,
} from './dns-pod-command.js';
import {
  type DnsFlags,
  type DnsQueryFlags,
  dnsNamesCommand,
  dnsQueryCommand,
  dnsZoneCommand,
} from './dns-zone-command.js';
import type { Terminal } from './terminal.js';

const DNS_EXAMPLES = `
Examples:
  kubesem dns names deploy/                 the names that Services and Pods get
  kubesem dns zone dump.yaml                all records, as a zone file
  kubesem dns query data.prod.svc.cluster.local -f dump.yaml
                                            what the DNS server answers
  kubesem dns resolv --from test/client -f dump.yaml
                                            the resolv.conf of a Pod
  kubesem dns lookup data --from test/client -f dump.yaml
                                            each name that is tried, and why none is found

Objects are read from manifests, or from a dump of a cluster:
  kubectl get services,endpointslices,pods,namespaces -A -o yaml > dump.yaml

Exit status: 0 if the name is found and all is well, 1 if it is not found or an
object is broken, 2 if the command line is wrong.`;

const TYPES = ['A', 'AAAA', 'SRV', 'CNAME', 'PTR', 'TXT'];

/**
 * Adds `kubesem dns` with its commands.
 *
 * @param program - to add it to
 * @param terminal - where the commands read from and write to
 * @param finish - takes the exit status
 */
export function addDns(
  program: Command,
  terminal: Terminal,
  finish: (status: number) => void,
): void {
  const dns = program
    .command('dns')
    .description('tell the DNS names of Services and Pods, and why a lookup fails')
    .addHelpText('after', DNS_EXAMPLES);
  addNamesAndZone(dns, terminal, finish);
  withCommon(dns.command('query'))
    .description('ask the DNS server of the cluster one question')
    .argument('<NAME>', 'the whole name')
    .argument('[TYPE]', TYPES.join(', '), recordType, 'A')
    .addOption(filenames())
    .action(async (name: string, type: string, flags: DnsQueryFlags) => {
      finish(await dnsQueryCommand(name, type, flags, terminal));
    });
  withPod(dns.command('resolv'))
    .description('print the resolv.conf of a Pod, what was cut, and the events of the kubelet')
    .action(async (flags: DnsResolvFlags, command: Command) => {
      refuseTwoInputs(flags, command);
      finish(await dnsResolvCommand(flags, terminal));
    });
  withPod(dns.command('lookup'))
    .description('look a name up from a Pod: each name that is tried, and why none is found')
    .argument('<NAME>', 'as a program in the Pod looks it up')
    .addOption(
      new Option('--libc <LIBC>', 'which resolver the container has')
        .choices(['glibc', 'musl', 'windows'])
        .default('glibc'),
    )
    .action(async (name: string, flags: DnsLookupFlags, command: Command) => {
      refuseTwoInputs(flags, command);
      finish(await dnsLookupCommand(name, flags, terminal));
    });
}

function addNamesAndZone(dns: Command, terminal: Terminal, finish: (status: number) => void): void {
  const commands = [
    ['names', 'list the DNS names that Services and Pods get', dnsNamesCommand],
    ['zone', 'print the records of the cluster as a zone file', dnsZoneCommand],
  ] as const;
  for (const [name, description, run] of commands) {
    withCommon(dns.command(name))
      .description(description)
      .argument('[PATH...]', 'files, folders, or - for standard input, which is also the default')
      .action(async (paths: string[], flags: DnsFlags, command: Command) => {
        if (paths.length === 0 && terminal.stdin.isTTY) {
          command.error('error: expected a PATH, or manifests on standard input');
        }
        finish(await run(paths, flags, terminal));
      });
  }
}

function withCommon(command: Command): Command {
  return command
    .addOption(
      new Option('-o, --output <FORMAT>', 'how to print')
        .choices(['table', 'json', 'yaml'])
        .default('table'),
    )
    .option('--cluster-domain <DOMAIN>', 'the domain of the cluster', domain, 'cluster.local');
}

function withPod(command: Command): Command {
  return withCommon(command)
    .addOption(filenames())
    .requiredOption('--from <NAMESPACE/POD>', 'the Pod', podReference)
    .option('--node-resolv-conf <FILE>', "the node's resolv.conf")
    .option(
      '--cluster-dns <IP>',
      'a DNS server of the cluster; may be repeated; if absent, the Service kube-system/kube-dns, or 10.96.0.10',
      address,
    );
}

function filenames(): Option {
  return new Option(
    '-f, --filename <PATH>',
    'file, folder, or - for standard input; may be repeated',
  )
    .argParser((path: string, paths: readonly string[] = []) => [...paths, path])
    .makeOptionMandatory();
}

function refuseTwoInputs({ filename, nodeResolvConf }: DnsResolvFlags, command: Command): void {
  if (nodeResolvConf === '-' && filename.includes('-')) {
    command.error('error: expected manifests or a resolv.conf on standard input, not both');
  }
}

function recordType(text: string): string {
  const type = text.toUpperCase();
  if (!TYPES.includes(type)) {
    throw new InvalidArgumentError(`Expected one of ${TYPES.join(', ')}.`);
  }
  return type;
}

function domain(text: string): string {
  if (dns1123SubdomainErrors(text).length > 0) {
    throw new InvalidArgumentError("Expected a name, as in 'cluster.local'.");
  }
  return text;
}

function podReference(text: string): PodReference {
  const [namespace = '', name = '', ...more] = text.split('/');
  if (namespace === '' || name === '' || more.length > 0) {
    throw new InvalidArgumentError("Expected a namespace and a Pod, as in 'test/client'.");
  }
  return { namespace, name };
}

function address(text: string, given: readonly string[] = []): readonly string[] {
  const { error } = safeParseIpAddress(text);
  if (error !== undefined) {
    throw new InvalidArgumentError(`${error.message}.`);
  }
  return [...given, text];
}
