import { type DnsAnswer, type DnsRecord, formatZone, query, zoneRecords } from '@kubesem/dns';
import { dnsNames } from '@kubesem/inspect';
import { readClusterFiles, writeProblems, zoneOf } from './cluster-input.js';
import { renderDnsNames, renderRecords } from './render-dns.js';
import { renderReport } from './structured.js';
import { type Terminal, visible } from './terminal.js';

/** The flags that all commands about DNS have. */
export interface DnsFlags {
  readonly output: 'table' | 'json' | 'yaml';
  readonly clusterDomain: string;
}

/** The flags of `kubesem dns query`. */
export interface DnsQueryFlags extends DnsFlags {
  /** Files. */
  readonly filename: readonly string[];
}

/**
 * Lists the names that Services and Pods get.
 *
 * @param paths - files, folders, `-` for standard input
 * @param flags - how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken
 */
export async function dnsNamesCommand(
  paths: readonly string[],
  { output, clusterDomain }: DnsFlags,
  terminal: Terminal,
): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(paths, terminal);
  const { objects, problems } = dnsNames(cluster, { clusterDomain });
  const { stdout } = terminal;
  if (output !== 'table') {
    stdout.write(renderReport({ objects }, [...cluster.problems, ...problems], output));
  } else if (objects.length > 0) {
    stdout.write(renderDnsNames(objects, stdout.colors));
  }
  writeProblems(problems, terminal);
  return isBroken || problems.length > 0 ? 1 : 0;
}

/**
 * Prints the zone of a cluster as a zone file.
 *
 * @param paths - files, folders, `-` for standard input
 * @param flags - how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken
 */
export async function dnsZoneCommand(
  paths: readonly string[],
  { output, clusterDomain }: DnsFlags,
  terminal: Terminal,
): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(paths, terminal);
  const { zone, warnings } = zoneOf(cluster, { clusterDomain }, terminal);
  const text =
    output === 'table'
      ? formatZone(zone).split('\n').map(visible).join('\n')
      : renderReport({ records: zoneRecords(zone) }, [...cluster.problems, ...warnings], output);
  terminal.stdout.write(text);
  return isBroken ? 1 : 0;
}

/**
 * Asks the DNS server of a cluster one question.
 *
 * @param name - the whole name
 * @param type - of the records
 * @param flags - where the cluster is, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if there is no record, or anything is broken
 */
export async function dnsQueryCommand(
  name: string,
  type: string,
  { output, clusterDomain, filename }: DnsQueryFlags,
  terminal: Terminal,
): Promise<number> {
  const { cluster, isBroken } = await readClusterFiles(filename, terminal);
  const { zone, warnings } = zoneOf(cluster, { clusterDomain }, terminal);
  const answer = query(zone, name, type);
  const { stdout } = terminal;
  if (output !== 'table') {
    const problems = [...cluster.problems, ...warnings];
    stdout.write(renderReport({ name, type, ...answer }, problems, output));
  } else {
    stdout.write(`${visible(name)} ${type}: ${codeText(answer)}\n`);
    stdout.write(recordsText('ANSWERS', answer.answers, terminal));
    stdout.write(recordsText('ADDITIONAL', answer.additionals, terminal));
  }
  return isBroken || answer.code !== 'NOERROR' ? 1 : 0;
}

const CODES: { readonly [code in DnsAnswer['code']]: string } = {
  NOERROR: 'NOERROR',
  NODATA: 'NODATA, the name exists and has no such record',
  NXDOMAIN: 'NXDOMAIN, there is no such name',
  NOT_IN_ZONE: 'NOT_IN_ZONE, the name is none of the cluster; its DNS server asks another one',
};

function codeText({ code }: DnsAnswer): string {
  return CODES[code];
}

function recordsText(heading: string, records: readonly DnsRecord[], { stdout }: Terminal): string {
  return records.length === 0 ? '' : `\n${renderRecords(heading, records, stdout.colors)}`;
}
